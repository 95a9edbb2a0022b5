#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames of user stacks: when they are told, and as what. tests/ci/unwind.t checks which they are."""
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

ENDS = {"the file of the last address is missing, or there is none"}


def main():
    name = cli.copy("dwarf.data")
    away = ["--symfs", cli.CWD]

    result = run("print", "-f", "type == SAMPLE", "--format", "json", name)
    check("JSON of all fields has no frames", result,
          result.clean() and not any("frames" in o.get("ustack", {}) for o in result.objects()))

    result = run("print", "-f", "type == SAMPLE", "--format", "json", *away, "-F",
                 "uregs.ip,ustack.frames,ustack.frames.dso,ustack.end", name)
    samples = result.objects()
    check("frames where they are asked for", result,
          samples and all(o["ustack"]["frames"] for o in samples))
    check("the first is where the user's code was left", result,
          all(o["ustack"]["frames"][0]["ip"] == o["uregs"]["ip"] for o in samples))
    # The vdso is the running kernel's, which tells how to unwind it.
    own = [o["ustack"] for o in samples if o["ustack"]["frames"][0]["dso"] != "[vdso]"]
    check("what was mapped there is in the frame's object", result,
          sum(u["frames"][0]["dso"].endswith("/queens.nofp") for u in own) > len(own) // 2)
    check("without the files there is no further frame, and it is said why", result,
          all(u["end"] in ENDS and len(u["frames"]) == 1 for u in own))

    n = len(samples)
    for what, found in (("ustack.frames", n), ("ustack.frames.ip == uregs.ip", n),
                        ('ustack.end contains "missing"', n), ("count(ustack.frames) > 9", 0),
                        ('ustack.frames[dso ~ "queens" and ip > 0x400000]', None)):
        result = run("count", "--format", "json", *away, "-f", what, name)
        counts = [o["count"] for o in result.objects()]
        check(f"a filter: {what}", result,
              result.clean() and (sum(counts) == found if found is not None else sum(counts) > 0))

    result = run("count", "--by", "ustack.end", "-f", "type == SAMPLE", *away, name)
    check("groups by the end", result, result.clean() and len(result.lines()) == 1)

    result = run("print", "-f", "ustack.frames", cli.copy("fp.data"))
    check("a recording without stacks has none", result, result.clean() and not result.lines())
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
