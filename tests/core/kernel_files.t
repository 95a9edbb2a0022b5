#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of the kernel and its modules: those of the feature BUILD_ID, as perf script has them."""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import corpus  # noqa: E402
from corpus import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

NAMES = ["/boot/vmlinux-4", "/lib/modules/4/isl-29018.ko.xz", "[none]"]
NAME = "kernel_files.data"
PERF = shutil.which("perf")


def check_dso():
    result = run("print", "--no-index", "--format", "json", "--type", "SAMPLE", "-F", "dso", NAME)
    check("dso is the name in the table, of a module without an entry its own", result,
          result.clean() and [sample["dso"] for sample in result.objects()] == NAMES)


def check_perf():
    mine = run("print", "--no-index", "--format", "perf-script", "-F", "ip,dso", NAME)
    if not PERF:
        tap.skip("perf script has the same", "there is no perf")
        return
    theirs = subprocess.run([PERF, "script", "--kallsyms", os.devnull, "-F", "ip,dso", "-i", NAME],
                            cwd=cli.CWD, env=cli.ENV, stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, timeout=60, check=False)
    check("perf script has the same", mine, mine.clean() and mine.out == theirs.stdout)


subprocess.run([cli.MK, cli.ROOT / "tests/core/kernel_files.mk", cli.CWD / NAME], check=True,
               cwd=cli.ROOT / "tests/core")
check_dso()
check_perf()
sys.exit(tap.done())
