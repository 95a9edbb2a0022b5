# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings whose every string wants to do something to a terminal, or is no text at all."""
import pathlib
import subprocess

from terminal import cli

# 31337 stands in no sequence that a terminal's description has, and 31337m in each that is shown.
EVIL = (
    b"\x1b[31337m", b"\x9b31337m", "\u009b31337m".encode(), b"\x1b]0;31337m\x07", b"\x9d0;x\x9c",
    b"\x1bP31337m\x1b\\", b"\x07\x08\r\n\t\x0b\x0c\x0e\x0f\x7f", b"\x1b7\x1bc\x1b(0",
    "\u202e\u202a\u2066\u2069\u200e\u200f\u061c".encode(), "\u200b\u200d\u2060\ufeff\u00ad".encode(),
    "\u0084\u0085\u0090\u2028\u2029".encode(), "\U000e0041e\u0301\u4e2d".encode(),
    b"\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80", b"\x84\x85\x90\xe2\x82",
)

HEAD = """
include "{cases}/abi.inc"
let CLOCK = 91
let PROBE = 92
let ODD = 93
let PLAIN = S_IDENTIFIER|S_IP|S_TID|S_TIME|S_CPU
macro trailer time
	u32 631 632 u64 time u32 2 0 u64 CLOCK
end
"""

EVENTS = """
attr type=SOFTWARE config=0 sample_period=4000 size=128 name={e} ids=CLOCK
	sample_type=PLAIN|S_ADDR|S_CALLCHAIN|S_BRANCH_STACK|S_WEIGHT|S_DATA_SRC|S_CGROUP
	flags=F_SAMPLE_ID_ALL|F_COMM|F_MMAP2 branch_sample_type=B_USER|B_ANY
attr type=TRACEPOINT config=900 sample_period=1 size=128 name={e} ids=PROBE
	sample_type=PLAIN|S_RAW flags=F_SAMPLE_ID_ALL
attr type=TRACEPOINT config=901 sample_period=1 size=128 name={e} ids=ODD
	sample_type=PLAIN|S_RAW flags=F_SAMPLE_ID_ALL
feature TRACING_DATA {tracing}
# BUILD_ID: the size of its entry is that of one with its name
feature BUILD_ID u32 67 u16 2 {build_id_size} s32 -1 hex {id} u8 20 0 u16 0 {build_id}
feature HOSTNAME fstr {e}
feature OSRELEASE fstr {e}
feature VERSION fstr {e}
feature ARCH fstr {e}
feature NRCPUS u32 4 4
# CPUDESC CPUID TOTAL_MEM CMDLINE
feature 8 fstr {e}
feature 9 fstr {e}
feature 10 u64 1048576
feature 11 u32 3 fstr {e} {e} {e}
feature EVENT_DESC event_desc
# CPU_TOPOLOGY NUMA_TOPOLOGY PMU_MAPPINGS GROUP_DESC CACHE
feature 13 u32 1 fstr {e} u32 2 fstr {e} {e}
feature 14 u32 1 u32 0 u64 1000 1000 fstr {e}
feature 16 u32 2 u32 1 fstr {e} u32 4 fstr {e}
feature 17 u32 1 fstr {e} u32 0 2
feature 20 u32 1 1 u32 1 64 64 8 fstr {e} {e} {e}
feature CPU_PMU_CAPS u32 2 fstr {e} {e} {e} {e}
# HYBRID_TOPOLOGY PMU_CAPS CPU_DOMAIN_INFO
feature 30 u32 1 fstr {e} {e}
feature 31 u32 1 u32 1 fstr {e} {e} {e}
feature 32 u32 17 1 u32 0 1 u32 0 fstr {e} {e} {e}
# FILE and META_INFO of simpleperf
feature 128 u32 {file_size} {file}
feature 129 str "simpleperf_version" {e} {e} {e} "event_type_info" {e}
"""

RECORDS = """
record COMM u32 631 631 str {e} pad8 trailer 1000
record COMM u32 631 632 str {e} pad8 trailer 1001
record COMM misc=COMM_EXEC u32 631 632 str {e} pad8 trailer 1002
record MMAP misc=KERNEL u32 -1 0 u64 0xffffffff81000000 0x1000000 0xffffffff81000000
	str {kernel} pad8 trailer 1003
record MMAP2 misc=USER u32 631 632 u64 0x400000 0x2000 0 u32 8 1 u64 5 0 u32 5 2 str {e} pad8
	trailer 1010
record MMAP misc=USER u32 631 632 u64 0x500000 0x1000 0 str {e} pad8 trailer 1011
record MMAP2 misc=USER|MMAP_BUILD_ID u32 631 632 u64 0x401000000 0x1000 0x1000 u8 20 0 u16 0
	hex {id} u32 5 2 str "/opt/evil" pad8 trailer 1012
record KSYMBOL u64 0xffffffffc0001000 u32 64 u16 1 0 str {e} pad8 trailer 1013
record BPF_EVENT u16 1 0 u32 65 hex 0123456789abcdef trailer 1014
record CGROUP u64 77 str {e} pad8 trailer 1015
record CGROUP u64 78 str {e} pad8 trailer 1016
record THREAD_MAP u64 3 631 text {t16} u64 632 text {t16} u64 633 text {t16}
record EVENT_UPDATE u64 0 CLOCK str {e} pad8
record EVENT_UPDATE u64 2 CLOCK str {e} pad8
record HEADER_EVENT_TYPE u64 7 text {t64}
record HEADER_BUILD_ID misc=0x8002 s32 -1 hex {id} u8 20 0 u16 0 {build_id}
record HEADER_FEATURE u64 3 fstr {e}
record BPF_METADATA text {t512} u64 1 text {t64} text {t256}
record AUXTRACE_INFO u32 1 0 u64 9 31 0x6aaaaaaa 5 1 0x400 0x800 3 1 1 0x200 0x3c000 100 2 2 12
	u64 64 text {t64} u64 1
record AUXTRACE_ERROR u32 1 4 3 631 632 1 u64 0x1001 1017 text {t64}
record 32769 u32 {e_size} text {e} pad8
record 32770 u64 2 7 0x1000 str {e} pad8
record 32771 u64 0x1000 16 7 str {e} pad8
record 32778 u64 1018 str {e} pad8
record LOST u64 CLOCK 5 trailer 1019
record FORK u32 640 631 u32 640 632 u64 1020 trailer 1020
record SAMPLE misc=USER u64 CLOCK 0x400100 u32 631 632 u64 1030 0x500010 u32 2 0
	u64 5 CTX_KERNEL 0xffffffff81000110 CTX_USER 0x400100 0x401000004
	u64 2 0x400100 0x401000004 1 0x401000008 0xffffffffc0001004 1
	u64 7 0x68100142 77
record SAMPLE misc=USER u64 CLOCK 0x401000004 u32 631 632 u64 1040 0x401000008 u32 2 0
	u64 2 CTX_USER 0x401000004 u64 1 0x401000004 0x400100 1 u64 9 0x68100142 78
record SAMPLE misc=KERNEL u64 CLOCK 0xffffffff81000104 u32 631 632 u64 1050 0 u32 2 0
	u64 0 u64 0 u64 9 0x68100142 99
record SAMPLE misc=KERNEL u64 PROBE 0xffffffff81000104 u32 631 632 u64 1060 u32 2 0
	u32 {raw_size} u16 900 u8 1 0 s32 632 u32 7 u16 32 {e_size} s64 -5 text {t8} {raw}
record SAMPLE misc=KERNEL u64 ODD 0xffffffff81000104 u32 631 632 u64 1070 u32 2 0
	u32 20 u16 901 u8 1 0 s32 632 u32 7 u64 5
record EXIT u32 631 631 u32 632 632 u64 1080 trailer 1080
# no record: a stretch of damage
raw fill 48 0x1b
record LOST_SAMPLES u64 1 trailer 1090
"""

FORMAT = ("name: {name}\nID: {id}\nformat:\n"
          "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
          "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
          "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
          "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n{fields}\nprint fmt: {print}\n")
STRINGS = ("\tfield:u32 number;\toffset:8;\tsize:4;\tsigned:0;\n"
           "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:1;\n"
           "\tfield:s64 delta;\toffset:16;\tsize:8;\tsigned:1;\n"
           "\tfield:char comm[8];\toffset:24;\tsize:8;\tsigned:1;\n")


def quote(data):
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


class Evil:
    """Each time another string of all that is bad, beginning with something else."""

    def __init__(self):
        self.turn = 0

    def text(self, name=b""):
        at = self.turn % len(EVIL)
        self.turn += 1
        return name + b"".join(EVIL[at:] + EVIL[:at])

    def __str__(self):
        return quote(self.text())

    def fixed(self, size):
        return quote(self.text()[:size - 1].ljust(size, b"\0"))


def tracing(evil):
    """Tracing data: a tracepoint whose text has them, and one whose names have."""
    literal = evil.text().replace(b"\n", b"").replace(b'"', b"").replace(b"\\", b"").replace(b"%", b"")
    # In the notation of FORMAT, whose characters stand for bytes.
    good = FORMAT.format(name="probe", id=900, fields=STRINGS, print=(
        f'"{literal.decode("latin-1")} number=%u name=%s comm=%s", REC->number, __get_str(name), '
        'REC->comm')).encode("latin-1")
    name = b"odd\x1b[31337m\x9b\xe2\x80\xae"
    odd = FORMAT.format(name=name.decode("latin-1"), id=901,
                        fields="\tfield:u32 a\x1b[31337mb;\toffset:8;\tsize:4;\tsigned:0;\n"
                        "\tfield:u64 \xe2\x80\xae;\toffset:12;\tsize:8;\tsigned:0;\n",
                        print='"x=%u", REC->a').encode("latin-1")
    commands = b"632 " + evil.text().replace(b"\n", b"") + b"\n"
    page = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
    return (f'hex 170844 text "tracing" str {evil} u8 0 8 u32 4096 str "header_page" '
            f'text64 {quote(page.encode())} str "header_event" text64 {quote(evil.text())} u32 0 '
            f'u32 1 str {quote(b"test" + evil.text())} u32 2 text64 {quote(good)} '
            f'text64 {quote(odd)} u32 0 u32 0 u64 {len(commands)} text {quote(commands)}')


def description():
    evil = Evil()
    name = evil.text()
    path = name + bytes(-(len(name) + 1) % 8 + 1)
    values = {"cases": cli.CASES, "id": "ab" * 20, "build_id_size": 36 + len(path),
              "build_id": f"text {quote(path)}", "tracing": tracing(evil), "e_size": len(name),
              "kernel": quote(b"[kernel.kallsyms]_text"),
              "raw": f"text {quote(name)} fill {-(len(name) + 4) % 8}",
              "raw_size": 32 + len(name) + -(len(name) + 4) % 8}
    values["file"] = (f"str {evil} u32 2 u64 0x1000 u32 1 u64 0x1000 u32 16 str {evil} u64 0")
    values["file_size"] = len(name) + 1 + 4 + 8 + 4 + 12 + len(name) + 1 + 8
    values.update((f"t{size}", "") for size in (8, 16, 64, 256, 512))
    lines = []
    for line in (HEAD + EVENTS + RECORDS).splitlines():
        # Every place gets a string of its own.
        while "{e}" in line:
            line = line.replace("{e}", str(evil), 1)
        for size in (8, 16, 64, 256, 512):
            while f"{{t{size}}}" in line:
                line = line.replace(f"{{t{size}}}", evil.fixed(size), 1)
        for key, value in values.items():
            line = line.replace(f"{{{key}}}", str(value))
        lines.append(line)
    return "\n".join(lines) + "\n"


def make(path):
    """The recording, and for its names a copy of kallsyms and a folder of a file with symbols."""
    path = pathlib.Path(path)
    text = path.parent / "hostile.mk"
    text.write_text(description())
    subprocess.run([cli.MK, text, path], check=True)
    text.unlink()


def make_symbols(folder):
    """Options for names of addresses that are as bad; without a linker of this machine those of the kernel alone."""
    folder = pathlib.Path(folder)
    evil = Evil()
    kallsyms = folder / "kallsyms"
    kallsyms.write_bytes(b"ffffffff81000000 T _text\nffffffff81000100 T " +
                         evil.text(b"k").translate(None, b" \t\r\n\x0b\x0c") + b"\nffffffff81000200 T behind\n")
    program = folder / "files/opt/evil"
    name = evil.text(b"s").translate(None, b"\0")
    source = folder / "evil.s"
    source.write_text(f"\t.globl _start\n_start:\n\t.byte 0x90, 0x90, 0x90, 0x90\n\t.globl {'A' * len(name)}\n"
                      f"\t.type {'A' * len(name)}, @function\n{'A' * len(name)}:\n\t.fill 16, 1, 0x90\n"
                      f"\t.size {'A' * len(name)}, 16\n")
    linked = cli.link(source, program, "-Wl,-Ttext=0x401000", "-Wl,--build-id=0x" + "ab" * 20)
    options = ["--kallsyms", str(kallsyms)]
    if linked:
        program.write_bytes(program.read_bytes().replace(b"A" * len(name), name))
        options += ["--symfs", str(folder / "files")]
    return options
