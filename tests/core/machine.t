#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The architecture of recordings without the feature ARCH: what tells of it, and --arch."""
import os
import pathlib
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

X86_ALL = 0xff0fff
SP_IP = 0x180  # bits 7 and 8: sp and ip of x86, x7 and x8 of arm64
EM_AARCH64 = 183


def make(name, mask, *lines, mode="pipe"):
    """A recording of one sample with the registers of the mask, and the records of the lines."""
    regs = " ".join(str(n) for n in range(bin(mask).count("1")))
    (cli.CWD / f"{name}.mk").write_text("\n".join((
        f'include "{cli.CASES}/abi.inc"', f"file mode={mode}",
        "attr type=SOFTWARE config=0 sample_period=1 size=112 ids=81 sample_type="
        f"S_IP|S_TID|S_TIME|S_REGS_USER sample_regs_user={mask}", *lines,
        f"record SAMPLE misc=USER u64 0x401000 u32 821 821 u64 1000 2 {regs}", "")))
    subprocess.run([cli.MK, f"{name}.mk", f"{name}.data"], cwd=cli.CWD, check=True)
    return f"{name}.data"


def mapping(file, numbers="0 0 u64 0"):
    return (f"record MMAP2 misc=USER u32 821 821 u64 0x400000 0x2000 0 u32 {numbers} 0 "
            f'u32 5 2 str "{file}" pad8')


def is_known(name, file, arch, known_by, *args):
    """The architecture, and what one of its registers is called."""
    result = run("info", "--json", "--no-index", *args, file)
    machine = result.objects()[0].get("machine")
    regs = run("print", "--no-index", "--type", "SAMPLE", "--format", "json", *args,
               file).objects()[0]["uregs"]
    register = {"x86": "sp", "arm64": "x7", "unknown": "bit7"}[arch]
    tap.ok(machine and machine["arch"] == arch and known_by in machine["known_by"] and
           register in regs, name, [str(machine), str(list(regs))] + result.told())


def check_told():
    module = "/lib/modules/{}/kernel/arch/{}/a.ko".format
    is_known("all registers of x86", make("all", X86_ALL), "x86", "registers")
    is_known("all registers of arm64", make("wide", 0x1ffffffff), "arm64", "registers")
    is_known("the kernel's release", make("release", SP_IP, 'feature OSRELEASE fstr "4.9.0-4-amd64"'),
             "x86", "release")
    is_known("the release of perf", make("version", SP_IP, 'feature VERSION fstr "3.10.0-123.el7.x86_64.debug"'),
             "x86", "release")
    is_known("a module of the kernel", make("module", SP_IP, mapping(module("4.9", "arm64/crypto"))),
             "arm64", "names of mapped")
    is_known("a loader", make("loader", SP_IP, mapping("/lib64/ld-linux-x86-64.so.2")), "x86",
             "names of mapped")
    is_known("a library", make("library", SP_IP, mapping("/usr/lib/aarch64-linux-gnu/libc.so.6")),
             "arm64", "names of mapped")
    is_known("programs of 32 bits run, too",
             make("narrow", SP_IP, mapping("/lib/ld-linux-armhf.so.3"),
                  mapping("/lib/ld-linux-aarch64.so.1")), "arm64", "names of mapped")
    is_known("a module says more than a library",
             make("emulated", SP_IP, mapping("/lib/ld-linux-aarch64.so.1"),
                  mapping(module("4.9", "x86"))), "x86", "names of mapped")


def check_untold():
    both = make("both", SP_IP, mapping("/lib/ld-linux-aarch64.so.1"),
                mapping("/lib64/ld-linux-x86-64.so.2"), mapping("/usr/bin/arm64-linux-gnu-gcc"))
    is_known("libraries of two", both, "unknown", "--arch")
    is_known("--arch arm64", both, "arm64", "--arch", "--arch", "arm64")
    is_known("--arch as uname -m has it", both, "x86", "--arch", "--arch", "x86_64")
    is_known("--arch before what the recording tells", make("all", X86_ALL), "arm64", "--arch",
             "--arch", "arm64")
    result = run("print", "--no-index", "--arch", "pdp11", both)
    check("--arch of what is not known", result, result.status == 2 and
          "--arch needs one of x86, arm64, " in result.err and '"pdp11"' in result.err)


def check_files():
    """An ELF file is believed of --symfs, or where it is the one that was mapped."""
    folder = cli.CWD / "files"
    folder.mkdir()
    elf = folder / "prog"
    elf.write_bytes(b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HH", 2, EM_AARCH64) + bytes(44))
    there = os.stat(elf)
    device = f"{os.major(there.st_dev)} {os.minor(there.st_dev)}"
    name = f"{elf}"
    is_known("a file below --symfs", make("below", SP_IP, mapping("/prog")), "arm64",
             "mapped files", "--symfs", folder)
    is_known("the file that was mapped",
             make("same", SP_IP, mapping(name, f"{device} u64 {there.st_ino}")), "arm64",
             "mapped files")
    is_known("another file of its name",
             make("other", SP_IP, mapping(name, f"{device} u64 {there.st_ino + 1}")), "unknown",
             "--arch")
    is_known("a file without numbers", make("plain", SP_IP, mapping(name)), "unknown", "--arch")


def check_unwinding():
    """dwarf.data as perf leaves it when it is killed: without features."""
    data = bytearray((cli.DATA / "dwarf.data").read_bytes())
    data[48:56] = bytes(8)
    (cli.CWD / "killed.data").write_bytes(data)
    frames = {}
    for path in cli.DATA / "dwarf.data", cli.CWD / "killed.data":
        result = run("print", "--no-index", "-q", "--symfs", "none", "--type", "SAMPLE", "--format",
                     "json", "-F", "ustack.end,ustack.frames.ip", path)
        frames[path.name] = result.objects()
    tap.ok(frames["dwarf.data"] == frames["killed.data"] and len(frames["dwarf.data"]) > 10 and
           any("file" in obj.get("ustack", {}).get("end", "") for obj in frames["killed.data"]),
           "user stacks of an unfinished recording are unwound",
           [str(frames["dwarf.data"][:2]), str(frames["killed.data"][:2])])


check_told()
check_untold()
check_files()
check_unwinding()
sys.exit(tap.done())
