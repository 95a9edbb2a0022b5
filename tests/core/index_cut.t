#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording that another program cuts while its index is built: what is left is read, and nothing crashes.

The builder maps recordings, so an access to a page that is cut off raises SIGBUS (base/guard.h).
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from corpus import cli  # noqa: E402
import stress  # noqa: E402
from cli import tap  # noqa: E402

BYTES = 20000000
CHANGED = "the recording was written to while it was read"


def main():
    library = cli.CWD / "cut.so"
    done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-D_GNU_SOURCE", "-o", library,
                           cli.ROOT / "tests/helpers/cut.c"], stderr=subprocess.PIPE, check=False)
    if done.returncode:
        tap.skip("cut while the index is built", "no compiler for the library that cuts")
        return tap.done()
    path = stress.repeated("demo.data", "cut.data", BYTES)
    whole = path.read_bytes()
    cuts = 0
    for size in (0, 4096, 1000000, 5000001, 9999872, len(whole) - 600000, len(whole) - 4096):
        path.write_bytes(whole)
        stress.forget(path)
        env = {**cli.ENV, "LD_PRELOAD": str(library), "CUT_PATH": str(path), "CUT_TO": str(size),
               "ASAN_OPTIONS": cli.ENV.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        result = cli.run("index", "--json", path, env=env)
        told = (result.objects() or [{}])[0]
        if path.stat().st_size != size:
            continue
        cuts += 1
        tap.ok(result.status == 1 and CHANGED in result.err, f"cut to {size}: status 1 and a message", result.told())
        tap.ok(not stress.pnx(path).exists(), "... and no index is left", result.told())
        # The header is read again here, so a file without one has no records.
        fresh = (cli.run("index", "--json", path).objects() or [{"records": 0}])[0]
        tap.ok(told.get("records") == fresh["records"], "... as many records as in what is left",
               [f'{told.get("records")}, {fresh["records"]}'])
        stress.forget(path)
    if not cuts:
        tap.skip("cut while the index is built", "this file system has no reads that do not wait, so nothing is mapped")
    path.write_bytes(whole)
    tap.ok(cli.run("index", "-q", path).status in corpus.READ, "a recording that nobody cuts")
    return tap.done()


sys.exit(main())
