#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slices of recordings of each kind: records, state, feature sections; tests/ci/slice.t has them all."""
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import slices  # noqa: E402
from slices import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

STATE = {"COMM", "FORK", "EXIT", "MMAP", "MMAP2", "NAMESPACES"}
BLOCK_ROWS = 8192  # of a block of the index
# One of each container, byte order and version, and what is damaged.
GIVEN = ("demo.data", "churn.data", "namespaces.data", "cgroups.data", "bpf.data", "stat.data",
         "compressed.data", "pipe.data", "pipe_compressed.data", "threads.data", "killed.data",
         "tracepoints.data", "read.data")
MADE = ("records_be", "version1", "attr_new", "pt", "aux_cut", "deferred", "dir_threads", "damage",
        "damage_counts", "user", "unknown", "pipe", "simpleperf", "unfinished", "compressed2")


def recordings():
    for name in GIVEN:
        yield cli.DATA / name
    for name in MADE:
        yield cli.CWD / cli.make(name)


def check_records():
    for number, path in enumerate(recordings()):
        found = []
        for name, args in slices.selections(slices.records(path)).items():
            slices.read_back(path, number, name, args, found.append)
        tap.ok(not found, f"{path.name}: the records of its slices are those selected", found)


def check_perf():
    if not slices.PERF:
        tap.skip("what perf says about slices", "there is no perf")
        return
    path = cli.DATA / "demo.data"
    whole = slices.perf("script", "-i", path)[1]
    for name, args, option in (("pid", ["-p", "7353"], ["--pid", "7353"]),
                               ("time", ["--time", "1821.5,1821.6"], ["--time", "1821.5,1821.6"])):
        out, result = slices.slice_of(path, f"perf.{name}.data", *args)
        want = slices.perf("script", *option, "-i", path)
        got = slices.perf("script", "-i", out)
        check(f"perf script of a slice by {name} is that of the recording by {name}", result,
              want == got and want[0] == 0 and 0 < len(got[1]) < len(whole))
    for name in ("demo.data", "compressed.data", "pipe.data", "threads.data"):
        out, result = slices.slice_of(cli.DATA / name, f"perf.{name}", "--type", "SAMPLE")
        check(f"{name}: perf script, report and evlist read a slice", result,
              slices.perf_opens(out) == {"script", "report", "evlist"})


# ---- state ----

def limits_of(objs, selected):
    """Ids of tasks (pid, or tid) to place and time of the last record that needs them."""
    limits = {}

    def need(key, obj):
        row, time = limits.get(key, (-1, 0))
        new = max(row, obj["ordinal"]), max(time, obj.get("time", 0))
        limits[key] = new
        return new != (row, time)

    for obj in selected:
        for key in ("pid", "tid"):
            if key in obj:
                need((key, obj[key]), obj)
    again = True
    while again:
        again = False
        for obj in objs:
            if obj["type"] == "FORK" and is_needed(obj, limits):
                for key, parent in (("pid", "ppid"), ("tid", "ptid")):
                    if obj[key] != obj[parent]:
                        again |= need((key, obj[parent]), obj)
    return limits


def is_needed(obj, limits):
    for key in ("pid", "tid"):
        row, time = limits.get((key, obj.get(key)), (-1, 0))
        if obj["ordinal"] <= row or (time and obj.get("time", 0) <= time):
            return True
    return False


def check_state():
    for name, args in (("demo.data", ["-p", "7353"]), ("churn.data", ["-f", "ordinal == 400"]),
                       ("demo.data", ["--time", "1821.5,1821.51"]),
                       ("system.data", ["-f", "ordinal == 500"])):
        path = cli.DATA / name
        objs = slices.records(path)
        selected = slices.records(path, *args)
        limits = limits_of(objs, selected)
        ordinals = {obj["ordinal"] for obj in selected}
        want = [slices.placeless(obj) for obj in objs if obj["type"] in STATE and (
                obj["ordinal"] in ordinals or obj.get("cpumode") == "kernel" or
                is_needed(obj, limits))]
        out, result = slices.slice_of(path, "state.data", *args)
        got = [slices.placeless(obj) for obj in slices.records(out) if obj["type"] in STATE]
        check(f"{name} {' '.join(args)}: {len(want)} records of state", result,
              want == got and len(selected) < len(objs))
    check_deferred()
    check_line()


def check_deferred():
    """The rest of a sample's call chain comes in a record of its own."""
    for args, rest in (([], 2), (["-f", "type == SAMPLE and tid == 542"], 1),
                       (["-f", "time == 1400"], 0), (["--type", "SAMPLE"], 2)):
        out, result = slices.slice_of(cli.CWD / "deferred.data", "late.data", *args)
        late = [o for o in slices.records(out) if o["type"] == "CALLCHAIN_DEFERRED"]
        check(f"deferred call chains of samples {' '.join(args)}: {rest}", result,
              len(late) == rest)


def check_line():
    path = cli.DATA / "demo.data"
    out, result = slices.slice_of(path, "line.data", "-p", "7353")
    total = len(slices.records(out))
    selected = len(slices.records(path, "-p", "7353"))
    check("a line says how many records there are", result,
          result.status == 0 and not result.out and
          f"{total} of 3215 records, {out.stat().st_size} of 510144 bytes: {selected} selected, "
          in result.err and len(result.err.splitlines()) == 1)
    quiet = slices.slice_of(path, "quiet.data", "-p", "7353", "-q")[1]
    check("... but not with --quiet", quiet, quiet.clean() and not quiet.out)
    none = slices.slice_of(path, "none.data", "-p", "4000000")[1]
    check("... also when there are none", none, none.status == 0 and ": 0 selected, 0 about their tasks and memory" in
          none.err)


def rounds(path):
    return [obj["type"] == "FINISHED_ROUND" for obj in slices.records(path)]


def check_rounds():
    out = slices.slice_of(cli.DATA / "demo.data", "rounds.data", "--type", "SAMPLE", "-p", "7353")[0]
    found = rounds(out)
    tap.ok(1 <= sum(found) <= sum(rounds(cli.DATA / "demo.data")),
           "FINISHED_ROUND records are in a slice")
    out = slices.slice_of(cli.DATA / "system.data", "rounds.data", "-f", "ordinal < 5")[0]
    found = rounds(out)
    tap.ok(not any(a and b for a, b in zip(found, found[1:])), "... where there is something between")
    path = cli.CWD / cli.copy("threads.data")
    for stream in path.glob("data.*"):
        stream.write_bytes(stream.read_bytes() + struct.pack("<IHH", 68, 0, 8))
    out = slices.slice_of(path, "rounds.data")[0]
    tap.ok(any(rounds(path)) and not any(rounds(out)), "... and none of a directory of streams")


# ---- feature sections ----

def info(path):
    return run("info", "--no-index", "--json", path).objects()[0]


def check_sections():
    path = cli.DATA / "demo.data"
    out = slices.slice_of(path, "sections.data", "-p", "7353")[0]
    whole, part = info(path), info(out)
    times = [obj["time"] for obj in slices.records(out) if obj["type"] == "SAMPLE"]
    time = part["features"].pop("SAMPLE_TIME")
    tap.ok((time["first"], time["last"]) == (min(times), max(times)),
           "SAMPLE_TIME has the times of the slice", [str(time)])
    del whole["features"]["SAMPLE_TIME"]
    tap.ok(whole["features"] == part["features"], "the other sections are those of the recording")
    tap.ok(whole["events"] == part["events"], "so are the events with their ids")
    for name, gone, there in (("compressed.data", {"COMPRESSED"}, set()),
                              ("threads.data", {"DIR_FORMAT"}, set()),
                              ("pipe.mk", set(), {"BUILD_ID", "TRACING_DATA"})):
        path = cli.CWD / "pipe.data" if name == "pipe.mk" else cli.DATA / name
        whole = info(path)["features"].keys()
        part = info(slices.slice_of(path, "sections.data")[0])
        tap.ok(part["features"].keys() - there == whole - gone - there and
               there <= part["features"].keys() and part["mode"] == "file",
               f"{name}: a file without {', '.join(gone) or 'anything less'}",
               [str(part["features"].keys()), str(whole)])


def payloads(path):
    """The bytes behind each AUXTRACE record."""
    data = path.read_bytes()
    return [data[o["auxtrace"]["data_offset"]:][:o["auxtrace"]["size"]]
            for o in slices.records(path, "--type", "AUXTRACE") if not slices.is_cut(o)]


def check_auxtrace():
    path = cli.CWD / "pt.data"
    out, result = slices.slice_of(path, "aux.data", "--type", "AUXTRACE,AUX")
    check("AUXTRACE records have their trace data behind them", result,
          payloads(out) == payloads(path) and len(payloads(out)) > 1)
    piped = (cli.CASES / "pt.mk").read_text().replace('"abi.inc"', f'"{cli.CASES}/abi.inc"')
    (cli.CWD / "piped.mk").write_text(piped.replace("\n\n", "\nfile mode=pipe\n", 1))
    subprocess.run([cli.MK, "piped.mk", "piped.data"], cwd=cli.CWD, check=True)
    out, result = slices.slice_of(cli.CWD / "piped.data", "aux.data", "-f",
                                  "type == AUXTRACE and auxtrace.idx == 1")
    places = [o["offset"] for o in slices.records(out, "--type", "AUXTRACE")]
    listed = [entry["offset"] for entry in info(out)["features"]["AUXTRACE"]]
    check("of a pipe stream perf gets an index of them", result,
          len(places) == 2 and places == listed)


def check_tracing():
    """simpleperf's tracing data are a record, which perf does not read: a slice has the section."""
    path = cli.CWD / cli.make("tracing_inside")
    out, result = slices.slice_of(path, "tracing.data", "--type", "SAMPLE")
    objs = slices.records(out)
    check("tracing data inside of a record become a section", result,
          info(out)["features"]["TRACING_DATA"] == info(path)["features"]["TRACING_DATA"] and
          {obj["type"] for obj in objs} == {"COMM", "SAMPLE"} and objs[-1]["tp"]["name"] == "hello")
    if not slices.PERF:
        tap.skip("perf reads the section", "there is no perf")
        return
    check("perf reads the section", result,
          b"number=7 name=hello delta=-5 comm=short" in slices.perf("script", "-i", out)[1])


def periods(path):
    """Of each sample of group.data the period that a line of perf script has for its first counter."""
    lines = run("print", "--no-index", "--format", "perf-script", "-F", "event,period", path).out
    return [int(line.split()[0]) for line in lines.splitlines() if "cpu-clock" in line]


def check_counters():
    """perf shows counters as changes: a slice that leaves out samples has another first one."""
    path = cli.DATA / "group.data"
    samples = slices.records(path, "--type", "SAMPLE")
    first, cut, last = (samples[i]["ordinal"] for i in (0, 40, -1))
    for where, args, told in (("all", [], False), ("the first", ["-f", f"ordinal < {cut}"], False),
                              ("the last", ["-f", f"ordinal >= {cut}"], True),
                              ("none", ["-f", f"ordinal > {last}"], False),
                              ("outer", ["-f", f"ordinal in {{{first}, {last}}}"], True)):
        result = slices.slice_of(path, "counters.data", *args)[1]
        check(f"a slice of {where} samples with counters", result, result.status == 0 and
              ("the first period of each counter in the slice is too large" in result.err) == told)
    quiet = slices.slice_of(path, "counters.data", "-q", "-f", f"ordinal >= {cut}")[1]
    check("... not a word with --quiet", quiet, quiet.clean())
    values = [sample["read"]["values"][0]["value"] for sample in samples[40:]]
    got = periods(cli.CWD / "counters.data")
    tap.ok(got[0] == values[0] > 2 * periods(path)[40] and got[1:] == periods(path)[41:],
           "... the first period is since 0, the others are as before", got[:3])


def check_counters_block():
    """Samples with counters are left out by a whole block of rows."""
    (cli.CWD / "block.mk").write_text(
        f'include "{cli.CASES}/abi.inc"\nattr type=SOFTWARE config=0 sample_period=1 size=128 '
        'ids=9 sample_type=S_IDENTIFIER|S_READ read_format=R_ID\n' +
        "record SAMPLE misc=USER u64 9 7 9\n" * (BLOCK_ROWS + 1))
    subprocess.run([cli.MK, "block.mk", "block.data"], cwd=cli.CWD, check=True)
    result = slices.slice_of(cli.CWD / "block.data", "last.data", "-f",
                             f"ordinal == {BLOCK_ROWS}")[1]
    check("a block of samples with counters is left out", result, result.status == 0 and
          "1 selected" in result.err and "the first period of each counter in the slice is too large" in result.err)


# ---- the file ----

def check_header():
    for name in ("demo.data", "records_be.data", "version1.data", "pipe.data"):
        path = cli.CWD / name if (cli.CWD / name).exists() else cli.DATA / name
        out = slices.slice_of(path, "header.data")[0].read_bytes()
        big = name == "records_be.data"
        size, attr, _, attrs, data = struct.unpack_from((">" if big else "<") + "5Q", out, 8)
        tap.ok(out[:8] == (b"2ELIFREP" if big else b"PERFILE2") and size == 104 and data % 8 == 0
               and attrs % attr == 0, f"{name}: a slice is a file of version 2, in its byte order")


def check_attr_sizes():
    """What comes from a pipe has the smallest of the sizes that attrs have had."""
    for fields, size in (("", 64), ("clockid=1", 96), ("config4=1", 144),
                         ("sample_simd_vec_reg_user=1", 176), ("", 200)):
        (cli.CWD / "attr.mk").write_text(
            f'include "{cli.CASES}/abi.inc"\nfile mode=pipe\nattr type=SOFTWARE config=0 '
            f'sample_period=1 size=200 ids=81 sample_type=S_IDENTIFIER|S_IP {fields}\n'
            "record SAMPLE misc=USER u64 81 0x1001\n")
        subprocess.run([cli.MK, "attr.mk", "attr.data"], cwd=cli.CWD, check=True)
        if size == 200:  # a byte that nobody knows yet
            piped = bytearray((cli.CWD / "attr.data").read_bytes())
            piped[16 + 8 + 196] = 1
            (cli.CWD / "attr.data").write_bytes(piped)
        out = slices.slice_of(cli.CWD / "attr.data", "sizes.data")[0].read_bytes()
        entry, attrs = struct.unpack_from("<QQ", out, 16)
        own = struct.unpack_from("<I", out, attrs + 4)[0]
        tap.ok(entry == own + 16 and own == size,
               f"an attr of a pipe becomes one of {size} bytes", [f"{own}, entries of {entry}"])


cli.copy("demo.data")
check_records()
check_perf()
check_state()
check_rounds()
check_sections()
check_auxtrace()
check_tracing()
check_counters()
check_counters_block()
check_header()
check_attr_sizes()
sys.exit(tap.done())
