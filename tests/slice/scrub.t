#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""slice --scrub: what is not to be told is not in the slice, and all else is as it was."""
import json
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import slices  # noqa: E402
from slices import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

GIVEN = ("demo.data", "dwarf.data", "regs.data", "mixed.data", "sched.data", "uprobes.data",
         "cgroups.data", "odd_comms.data", "odd_maps.data", "compressed.data", "pipe.data",
         "threads.data", "system.data")
MADE = ("records_be", "version1", "tracepoint", "pipe", "user", "control")
# What of a record is other than it was.
NAMES = ("comm", "file", "path", "filename", "name")
GONE = ("uregs", "iregs", "ustack", "size", "raw", "callchain")
KEPT_MAPS = ("[", "//anon", "/anon_hugepage", "/dev/zero", "/SYSV", "anon_inode:")


def info(path):
    return run("info", "--no-index", "--json", path).objects()[0]


def raw(obj, key):
    """The bytes of a text in JSON."""
    return bytes.fromhex(obj[key + "_hex"]) if key + "_hex" in obj else obj[key].encode()


def texts(obj):
    """Each text of a record that is a name, with what it is one of."""
    if obj["type"] == "COMM" and "comm" in obj:
        yield "comm", raw(obj, "comm")
    if "file" in obj.get("mmap", {}) and obj.get("cpumode") != "kernel":
        yield "path", raw(obj["mmap"], "file")
    if "path" in obj.get("cgroup", {}) if isinstance(obj.get("cgroup"), dict) else False:
        yield "path", raw(obj["cgroup"], "path")
    for entry in obj["thread_map"] if isinstance(obj.get("thread_map"), list) else ():
        if "comm" in entry:
            yield "comm", raw(entry, "comm")
    for key, value in obj.get("tp", {}).items():
        if isinstance(value, str) and not key.endswith("_hex"):
            yield ("comm" if key.endswith("comm") else "path"), raw(obj["tp"], key)


def is_secret(kind, text):
    return len(text) > 4 and (kind == "comm" or not text.startswith(
        tuple(prefix.encode() for prefix in KEPT_MAPS)))


def data_of(path):
    """The bytes of the records of a file."""
    whole = path.read_bytes()
    order = ">" if whole[:8] == b"2ELIFREP" else "<"
    start, size = struct.unpack_from(order + "QQ", whole, 40)
    return whole[start:start + size]


def frames(obj):
    """A call chain, with 0 for addresses that are none."""
    user = obj.get("cpumode") == "user"
    for frame in obj.get("callchain", ()):
        user = frame.get("context", "user" if user else "") in ("user", "guest_user")
        no_address = user and 1 << 48 <= frame.get("ip", 0) < 0xfff << 52
        yield {"ip": 0} if no_address else frame


def plain(value):
    """Without names, and what is taken out."""
    if isinstance(value, list):
        return [plain(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {key: plain(inner) for key, inner in value.items()
            if key.removesuffix("_hex") not in NAMES + GONE and
            not (isinstance(inner, str) and key not in ("type", "event", "cpumode"))}


def aliases(before, after, found):
    """Each name has one alias, and each alias one name; cut ones are beginnings."""
    alias = {}
    for old, new in zip(before, after):
        for (kind, name), (_, other) in zip(texts(old), texts(new)):
            if not name or not is_secret(kind, name):
                continue
            known = alias.setdefault((kind, name), other)
            if not (known.startswith(other) or other.startswith(known)):
                found.append(f"{name} is {known} and {other}")
            alias[kind, name] = max(known, other, key=len)
            if name == other:
                found.append(f"{name} stays")
    whole = [other for (kind, _), other in alias.items() if len(other) >= 15]
    if len(set(whole)) != len(whole):
        found.append(f"two names have one alias: {sorted(whole)}")
    return len(alias)


def check_recording(path):
    found = []
    out, result = slices.slice_of(path, "scrubbed.data", "--scrub")
    before = slices.keeps(path, slices.records(path))
    after = slices.records(out)
    if len(before) != len(after) or result.status not in (0, 1):
        found.append(f"{len(before)} records became {len(after)}")
    names = aliases(before, after, found)
    for old, new in zip(before, after):
        if plain(slices.placeless(old)) != plain(slices.placeless(new)):
            found.append(f"{plain(old)} became {plain(new)}")
            break
        if list(frames(old)) != new.get("callchain", []):
            found.append(f"{old['callchain']} became {new['callchain']}")
            break
    data = data_of(out)
    secrets = {name for obj in before for kind, name in texts(obj) if is_secret(kind, name)}
    found += [f"{name} is there" for name in secrets if name in data]
    for obj in after:
        if any(obj.get(key, {}).keys() - {"abi"} for key in ("uregs", "iregs")) or any(
                obj.get("ustack", {}).values()):
            found.append(f"{obj['type']} has registers or a stack")
            break
    check(f"{path.name}: {names} names are others, all else is as it was", result, not found)
    for line in found[:5]:
        print("#", line[:300])
    check_sections(path, out)


def check_sections(path, out):
    before, after = info(path)["features"], info(out)["features"]
    found = []
    for key in ("HOSTNAME", "CMDLINE"):
        old, new = before.get(key), after.get(key)
        if (old is None) != (new is None) or (old and old == new):
            found.append(f"{key}: {old} became {new}")
    if len(before.get("CMDLINE", ())) != len(after.get("CMDLINE", ())):
        found.append("CMDLINE has another length")
    for old, new in zip(before.get("BUILD_ID", ()), after.get("BUILD_ID", ())):
        kept = old.get("cpumode") == "kernel" or old["file"].startswith("[")
        if old["build_id"] != new["build_id"] or (old["file"] == new["file"]) != kept:
            found.append(f"BUILD_ID: {old} became {new}")
    if after.get("TRACING_DATA", {}).get("cmdlines_size"):
        found.append("TRACING_DATA has names of tasks")
    tap.ok(not found, "... so are those in its feature sections", found)


def check_names_of_tasks():
    """Names of tasks that stand in the tracing data alone."""
    whole = info(cli.DATA / "sched.data")["features"]["TRACING_DATA"]
    out = slices.slice_of(cli.DATA / "sched.data", "tasks.data", "--scrub")[0]
    part = info(out)["features"]["TRACING_DATA"]
    del whole["cmdlines_size"], part["cmdlines_size"]
    tap.ok(json.dumps(whole) == json.dumps(part), "the formats of tracepoints stay as they are")


def check_two():
    path = cli.DATA / "demo.data"
    comms = []
    for name in ("one.data", "two.data"):
        out = slices.slice_of(path, name, "--scrub", "--type", "COMM")[0]
        comms.append({obj["comm"] for obj in slices.records(out) if "comm" in obj})
    tap.ok(comms[0] and not comms[0] & comms[1], "two slices have different aliases")


def check_left_out():
    """Records of which nobody knows what is in them."""
    path = cli.CWD / cli.make("unknown")
    types = {obj["type"] for obj in slices.records(path)}
    out, result = slices.slice_of(path, "unknown.out", "--scrub")
    left = {obj["type"] for obj in slices.records(out)}
    check("records of unknown types are left out, and it is told", result,
          any(name.startswith("UNKNOWN") for name in types) and
          not any(name.startswith("UNKNOWN") for name in left) and
          "left out: their contents are unknown" in result.err)


def check_frames():
    """What was taken for the address of a caller may be text of the stack."""
    text = int.from_bytes(b"/pyenv/h", "little")
    short = int.from_bytes(b"secret!", "little")
    vsyscall, kernel, user = 0xffffffffff600000, 0xffffffff81000000, 0x7f0000001000
    chain = (-128, kernel, 0xc << 60, -512, user, text, vsyscall, short, 0xfff8000100001000)
    (cli.CWD / "frames.mk").write_text(
        f'include "{cli.CASES}/abi.inc"\nattr type=SOFTWARE config=0 sample_period=1 size=112 '
        "ids=81 sample_type=S_IDENTIFIER|S_IP|S_CALLCHAIN\n"
        f"record SAMPLE misc=KERNEL u64 81 {kernel} {len(chain)} {' '.join(map(str, chain))}\n"
        f"record SAMPLE misc=USER u64 81 {user} 2 {user} {text}\n")
    subprocess.run([cli.MK, "frames.mk", "frames.data"], cwd=cli.CWD, check=True)
    out, result = slices.slice_of(cli.CWD / "frames.data", "frames.out", "--scrub")
    got = [[frame["ip"] for frame in obj["callchain"] if "ip" in frame]
           for obj in slices.records(out)]
    check("frames that are text are 0", result, got == [
        [kernel, 0xc << 60, user, 0, vsyscall, 0, 0xfff8000100001000], [user, 0]])


def check_perf():
    if not slices.PERF:
        tap.skip("what perf says about scrubbed slices", "there is no perf")
        return
    for name in ("demo.data", "dwarf.data", "regs.data", "mixed.data", "pipe.data"):
        path = cli.DATA / name
        out, result = slices.slice_of(path, "scrubbed.data", "--scrub")
        opens = slices.perf_opens(out)
        check(f"perf reads {name} without stacks, registers and names", result,
              opens == {"script", "report", "evlist"})
        fields = ["script", "-G", "-F", "pid,tid,time,event,ip", "-i"]
        tap.ok(slices.perf(*fields, path) == slices.perf(*fields, out), "... and the same samples")


for given in GIVEN:
    check_recording(cli.DATA / given)
for made in MADE:
    check_recording(cli.CWD / cli.make(made))
check_names_of_tasks()
check_two()
check_left_out()
check_frames()
check_perf()
sys.exit(tap.done())
