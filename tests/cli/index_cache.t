#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cache folder of indexes: its limit, what makes room for what, --list and --remove."""
import fcntl
import os
import shutil
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

BEFORE = cli.weaken()
if BEFORE is None:
    tap.skip("the cache folder", "root, and no setpriv that works")
    sys.exit(tap.done())

LOCKED = cli.LOCKED
CACHE = cli.SCRATCH / "cache"
KEPT = CACHE / "perfnav"
ENV = {"XDG_CACHE_HOME": str(CACHE)}
NAMES = ("demo.data", "fp.data", "dwarf.data", "regs.data")


def perfnav(*args):
    return run(*args, env=ENV, before=BEFORE)


def kept():
    """Names of recordings whose index is in the cache."""
    return {path.name.split("-")[0] for path in KEPT.glob("*.pnx")} if KEPT.exists() else set()


def age(name, seconds):
    for path in KEPT.glob(f"{name}-*"):
        os.utime(path, (seconds, seconds))


def size(*names):
    return sum(path.stat().st_size for name in names for path in KEPT.glob(f"{name}-*"))


def index_all():
    for second, name in enumerate(NAMES, 1000):
        perfnav("index", f"locked/{name}")
        age(name, second)


LOCKED.chmod(0o755)
for name in NAMES:
    shutil.copy(cli.DATA / name, LOCKED)
LOCKED.chmod(0o555)

result = perfnav("index", "--list")
check("--list: no cache folder, no index", result, result.clean() and not result.out)
index_all()
tap.ok(kept() == set(NAMES), "each recording has an index in the cache")
tap.ok({path.name for path in KEPT.iterdir()} ==
       {f"{name}-{(LOCKED / name).stat().st_dev:x}-{(LOCKED / name).stat().st_ino:x}.pnx"
        for name in NAMES}, "... with device and inode in its name")

result = perfnav("index", "--list")
check("--list: all, the one used last at the end", result,
      result.clean() and [line.split("/")[-1].split("-")[0] for line in result.lines()] ==
      list(NAMES))
result = perfnav("index", "--list", "--json")
objects = result.objects()
check("--list --json", result, result.clean() and all(
    os.stat(o["index_path"]).st_size == o["index_bytes"] and not o["unfinished"] and
    o["used"] == second * 10**9 for second, o in enumerate(objects, 1000)))
records = [perfnav("index", "--json", f"locked/{name}").objects()[0]["records"] for name in NAMES]
tap.ok([o["records"] for o in objects] == records, "... with the records of each")

perfnav("count", "locked/demo.data")
result = perfnav("index", "--list")
check("use makes an index young", result, "demo.data" in result.lines()[-1])

for second, name in enumerate(NAMES, 1000):
    age(name, second)
last = NAMES[-1]
perfnav("index", "--remove", f"locked/{last}")
tap.ok(kept() == set(NAMES[:-1]), "--remove FILE: that one is gone, the others are there")
data = (LOCKED / last).stat().st_size
result = perfnav("count", "--cache-limit", str(size(*NAMES[1:-1]) + data // 16 + 1),
                 f"locked/{last}")
check("over the limit the oldest makes room", result,
      result.clean() and kept() == set(NAMES[1:]))
result = perfnav("count", "--cache-limit", "0", "locked/demo.data")
check("a limit of 0: only the new one stays", result, result.clean() and kept() == {"demo.data"})
result = perfnav("count", "--cache-limit", "0", "locked/demo.data")
check("... and is used", result, result.clean() and kept() == {"demo.data"})

index_all()
old = next(KEPT.glob("demo.data-*"))
part = KEPT / "other.data-1-2.pnx.part"
part.write_bytes(b"PNXINDEX")
os.utime(part, (1, 1))
stranger = KEPT / "notes.txt"
stranger.write_text("not an index")
result = perfnav("index", "--list", str(part))
check("--list: an unfinished one", result, result.clean() and "unfinished" in result.out)
with open(part, "rb") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    result = perfnav("index", "--remove", str(part))
    check("--remove: one that is being written stays", result,
          result.status == 3 and "another perfnav" in result.err and part.exists())
    perfnav("index", "--cache-limit", "0", "--force", "locked/fp.data")
    tap.ok(part.exists() and kept() == {"fp.data"}, "... and over the limit, too")
perfnav("index", "--cache-limit", "0", "--force", "locked/fp.data")
tap.ok(not part.exists(), "one that was left makes room")
tap.ok(stranger.exists(), "other files stay")

link = KEPT / "link.pnx"
target = cli.CWD / "target.pnx"
target.write_bytes(b"PNXINDEX")
link.symlink_to(target)
perfnav("index", "--cache-limit", "0", "--force", "locked/fp.data")
tap.ok(target.exists() and link.is_symlink(), "a link is not followed")
target.write_bytes(b"no index of mine")
result = perfnav("index", "--list", str(target))
check("--list: one that is damaged is said to be", result,
      result.clean() and "damaged or old" in result.out)
(cli.CWD / "text").write_text("worth keeping")
for name in ("text", "locked/demo.data"):
    result = perfnav("index", "--remove", name)
    check(f"--remove {name}: where there is no index, status 3", result,
          result.status == 3 and result.err and (cli.CWD / name).exists())
result = perfnav("index", "--remove", "locked/nothing")
check("--remove: no such file", result, result.status == 3 and "nothing" in result.err)
target.unlink()
target.mkdir()
result = perfnav("index", "--remove", "target.pnx")
check("--remove: a folder stays", result, result.status == 3 and target.is_dir())

KEPT.chmod(0o755)
shutil.rmtree(KEPT)
KEPT.write_text("a file where the folder should be")
result = perfnav("index", "--list")
check("--list: a folder that cannot be read: status 3", result,
      result.status == 3 and "cannot list" in result.err)
LOCKED.chmod(0o755)
sys.exit(tap.done())
