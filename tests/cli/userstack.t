#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames of user stacks: when they are told, and as what. tests/ci/unwind.t checks which they are."""
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

MANY = f"""include "{cli.CASES}/abi.inc"
attr type=SOFTWARE config=0 sample_period=4000 size=128 name="cpu-clock" sample_regs_user=0x1c0
	sample_stack_user=64 flags=F_SAMPLE_ID_ALL|F_MMAP2
	sample_type=S_IP|S_TID|S_TIME|S_CALLCHAIN|S_REGS_USER|S_STACK_USER
macro sample
	record SAMPLE misc=USER u64 0x10000010 u32 7 7 u64 100 2 -512 0x10000010
		u64 2 0x7000 0x7ff0 0x10000010 64 fill 64 0x11 u64 64
end
"""


def many_mappings():
    """Samples with stacks of a process that has more mappings than are kept."""
    source = cli.SCRATCH / "many.mk"
    maps = "".join(f"record MMAP2 misc=USER u32 7 7 u64 {0x10000000 + i * 0x1000:#x} 0x1000 0 u32 1 1 "
                   f'u64 1 1 u32 5 2 str "/lib/{i}" pad8 u32 7 7 u64 5\n' for i in range(9000))
    source.write_text(MANY + maps + "sample\n" * 3)
    subprocess.run([cli.MK, source, cli.CWD / "many.data"], check=True, cwd=cli.CASES)
    return "many.data"


ENDS = {"no file was found for the last address"}


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
                        ('ustack.end contains "no file"', n), ("count(ustack.frames) > 9", 0),
                        ('ustack.frames[dso ~ "queens" and ip > 0x400000]', None)):
        result = run("count", "--format", "json", *away, "-f", what, name)
        counts = [o["count"] for o in result.objects()]
        check(f"a filter: {what}", result,
              result.clean() and (sum(counts) == found if found is not None else sum(counts) > 0))

    result = run("count", "--by", "ustack.end", "-f", "type == SAMPLE", *away, name)
    check("groups by the end", result, result.clean() and len(result.lines()) == 1)

    result = run("count", "--by", "dso,stack.dso", "-f", "type == SAMPLE", *away, many_mappings())
    check("what was found of a record stays while its stack is unwound", result,
          result.clean() and [line.split() for line in result.lines()] == [["3", "/lib/0", "/lib/0"]])

    result = run("print", "-f", "ustack.frames", cli.copy("fp.data"))
    check("a recording without stacks has none", result, result.clean() and not result.lines())
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
