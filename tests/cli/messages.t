#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors and notes in full, as commands and commands of the browser report them; tests/lint/rule-messages lists
those that no test has."""
import ctypes.util
import os
import re
import socket
import struct
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run  # noqa: E402

FILTERS = {
    "tp.next_pid == SAMPLE": "expected a number, or a string in quotes",
    "tp.next_pid in {1, \"a\"}": "expected values of one kind: strings or numbers",
    "misc in {EXACT_IP, 5}": "expected values of one kind: names or numbers",
    "brstack.from == brstack.to":
        "two lists in one comparison: write brstack[from == to] to compare fields of one element",
    "all pid > 9": "\"all\" needs a condition on a list, as in: all brstack.cycles > 9",
    "comm + 1 > 2": "arithmetic needs a number here",
    "1 in {1, \"a\"}": "expected a field here",
    "\"a\" ~ \"b\"": "expected a field before the operator",
    "3 ~ \"b\"": "this comparison does not fit the field's type",
    "comm ~ 5": "expected a regular expression in quotes",
    "comm in {\"a\"..\"b\"}": "only numbers make a range",
    "pid in {1..}": "expected the end of the range",
    "pid in {5..1}": "the range ends before it begins",
    "pid in 5": "expected { after \"in\"",
    "pid in {1": "expected \",\" or \"}\" here",
    "(pid == 1": "expected ) here",
    "count(pid) > 1": "count() needs a list, as in count(brstack)",
    "len(pid) > 1": "len() needs text, bytes or a list",
    "pid > 99999999999999999999": "the number does not fit into 64 bits",
    "time > 1.1234567890s": "more than nine digits after the decimal point",
    "time > 5parsec": "not a unit: expected ns, us, ms, s, K, M, G, Ki, Mi or Gi",
    "weight > 1.0001K": "the number has more decimal places than its unit allows",
    "time > 200%": "more than 100% of the recording",
    "pid > 10%": "a percentage is a part of the recording's time: compare it with time, rel or wall",
    "pid = 1": "= is not an operator: write ==",
    "pid == ?": "unexpected character here",
    "callchain.nr > 3": "callchain.nr is stored only to decode callchain, and is not a field: write count(callchain)",
    "raw.size > 3": "raw.size is stored only to decode raw, and is not a field: write len(raw)",
    "sample_id in {1}": "sample_id is a part of the record's structure, not a field",
    "type == SAMPL": "SAMPL is not a value of type; did you mean SAMPLE?",
    "misc == FOO": "FOO is not a value of misc",
    "tp.nosuch == 1": "no tracepoint of the recording has a field tp.nosuch",
    "nosuch == 3": "nosuch is not a field; Tab and \"perfnav fields\" list the fields; a tracepoint's field is tp.nosuch",
    "brstack[0": "expected ] here",
    "brstack[0].nope == 1": "brstack.nope: the elements have no such member",
    "brstack[brstack[from == to]]": "[ ] cannot be inside [ ]",
    "brstack[count(callchain) > 1]": "count() of a list cannot be inside [ ]",
    "brstack[99999999999].from == 1": "no list has an element of this number",
    "brstack[1.5].from == 1": "expected a whole number",
    "brstack.from[0] == 1": "write the number after the list, as in brstack[0].from",
    "bytes[8:": "expected a number of bytes",
    "bytes[8": "expected : or ] here, as in bytes[8:4]",
    "pid[1] == 1": "this field has neither elements nor bytes to choose from",
    "$x(1)": "$x: macros and values of the selected record work only in the browser",
    "sym ~ \"(\"": "not a regular expression: missing closing parenthesis",
    "raw == \"zz\"": "expected an even number of hexadecimal digits; ~ \"text\" searches the bytes for text",
    "data_src == LOAD": "this field has members: name one of them, as in brstack.from",
    "pid == tid == 1": "expected \"and\", \"or\" or the end here",
    "bytes == 5": "this field is bytes: expected a string of hexadecimal digits in quotes",
    "wall > 08:00:00": "the recording has no wall clock: it was made without -k CLOCK of perf record, or its "
                       "CLOCK_DATA is missing",
    "span.kind == frog": "expected a string in quotes: \"frog\"",
    "sym =~ av.*nd and pid > 1": "expected a string in quotes: \"av.*nd\"",
    "(sym =~ a(v|w){1,2}-d)": "expected a string in quotes: \"a(v|w){1,2}-d\"",
    "comm in {dark-blur, scanner}": "expected a string in quotes: \"dark-blur\"",
    "sym =~ a\\)b and pid > 1": "expected a string in quotes: \"a\\)b\"",
    "sym =~ ^(a\\)b)": "expected a string in quotes: \"^(a\\)b)\"",
    "sym =~ ^av||pid > 1": "expected a string in quotes: \"^av\"",
    "sym =~ ^av\\": "expected a string in quotes: \"^av\\\\\"",
    "sym =~ av\\\\": "expected a string in quotes: \"av\\\\\"",
    "comm == av\\": "expected a string in quotes: \"av\\\\\"",
    "span.kind == 5": "this field is text: expected a string in quotes",
}

# Of the browser: the command, and the message.
COMMANDS = {
    ":sort": "expected a field, such as period",
    ":count by comm pivot pid": "expected \"event\": only its values can become columns",
    ":write --scope frog x": "expected all, filtered, flagged or range",
    ":write --scope flagged x": "no record is flagged; M flags one",
    ":write --frog x": "expected --format, --fields, --inline or --scope",
    ":write --format": "--format needs a value",
    ":write --format frog x": "expected text, json, csv, perf-script, folded, pprof, firefox, sqlite or chrome-trace",
    ":slice --frog x": "expected --scrub",
    ":slice --scrub": "expected the name of a file",
    ":repair a b": "expected only the name of a file",
    ":write a.svg": "records have no picture; :page a.svg writes this view as one",
    ":note": "this record has no note to remove; :note TEXT adds one",
    ":notes frog": 'expected "export FILE", or nothing',
    ":columns nosuch": "expected a field, pid/tid, bar or summary; Tab lists them",
    ":columns pid:0": "expected a width from 1 to 500",
    ":count " + "sum(pid)," * 64 + "sum(pid) by comm": "at most 64 aggregates",
    ":columns " + "pid," * 24 + "pid": "there are at most 24 columns",
    ":column frog pid": "expected add or remove",
    ":column remove weight": "there is no such column",
    ":save-filter x": "there is no filter to save",
    ":define x": "expected an expression after the name",
    ":style nosuch": "there is no such style; :style lists them",
    ":style selected": "expected a style, as in selected black,on-80",
    ":style selected frog": "expected a style: red, 208, #ff8700, on-blue, bold, dim, underline, reverse; or several, "
                            "with commas",
    ":map Y last in nosuch": "there is no such view; Tab lists them",
    ":map Y": "expected an action; :keys lists them",
    ":map Y nosuch": "there is no such action; :keys lists them",
    ":map 1 last": "a key cannot start with a digit: digits are counts",
    ":map <Frog> last": "expected a key such as <C-f>, <F5>, <Space> or <lt>",
    ":unmap :": "no other key opens the command prompt, which you need to bind keys",
    ":unmap <F9>": "these keys are not bound in all views",
    ":set nosuch": "there is no such option; :set lists them",
    ":set bytes 7": "expected off|on",
    ":debuginfod frog": "expected on, off, or a file that :symbols lists",
    ":symfs demo.data": "expected a folder, this is a file",
    ":vmlinux .": "expected a file, this is a folder",
    ":stackchart frog": 'expected "tid N", "cpu N" or "where EXPR"',
    ":heat frog": 'expected "by FIELD" or "where EXPR"',
    ":strips frog": 'expected "where EXPR"',
    ":notes export": "expected the name of a file",
    ":sum period comm": "expected FIELD by FIELDS, as in period by comm",
    ":color pid": "expected an expression and a style, as in pid == 1 red",
    ":maps frog": "expected a pid, or \"at\" and a time, as in 4312 at 12.5s",
    ":maps 4294967296": "no process has this number",
    ":split comm": "only a line of totals can be split: open totals with :count or :mem",
    ":define-span x": "expected NAME EXPR -> EXPR [by FIELD,...] [as FIELD]; a name has letters, digits, _ and -",
    ":define-span x pid == 1": "expected -> and a condition that ends the span",
    ":define-span x pid == 1 ->": "expected an expression for the end of the span",
    ":define-span lock pid == 1 -> pid == 2": "lock is already a kind of spans: choose another name",
    ":define-span x pid == 1 -> pid == 2 as tid by pid": "expected \"by FIELDS\" before \"as FIELD\"",
    ":define-span x span.dur > 3 -> pid == 2": "the definition of a span cannot use span.* fields",
    ":goto 99999999999999999999": "the number does not fit into 64 bits",
    ":goto 99999999999999s": "the number does not fit into 64 bits",
    ":goto frog": "expected 123, +5, -5ms, @0x1a8, 50%, 12.5s or 08:00:48.5",
    ":toggle 1": "the filter has 0 conditions",
    ":copy frog": "expected line, field, json, address, filter or link",
    ":page": ":page needs FILE",
    ":around 5": "This record has no time.",
    ":filter pid == $brstack": "$brstack has members: name one of them",
    ":define x(a,b,c,d,e,f,g,h,i,j) a": "expected up to 9 names of parameters, as in slow(n)",
    ":filter --pid x": "expected numbers, as in 4312,4318",
    ":filter -C x": "expected CPU numbers, as in 0-3,5",
    ":filter --time 10%/0": "the time has no such part: 10%/1 to 10%/10 are its tenths",
    ":filter --time 20%-10%": "the time has no such part: expected two percentages up to 100%, the smaller one first",
    ":filter brstack[from > 1 and to > 1 and flags > 1 and mispred and predicted and in_tx and abort and cycles > 1 and "
    "type > 1 and spec > 1 and new_type > 1 and priv > 1 and not_taken and start > 1 and from.sym == 'a' and "
    "to.sym == 'a' and from.dso == 'a']": "a condition on an element uses at most 16 fields",
    ":filter --time 10%/x": "expected a part of the time, as in 10%/2",
    ":filter --time 10%-x%": "expected a part of the time, as in 10%-20%",
    ":filter --time x": "expected START,STOP in seconds (12.5,13) or as times of day (08:00:48.5,08:00:49), or a "
                        "part (10%-20% or 10%/2)",
    ":filter --time 12,10": "the time ends at 10, before it begins at 12",
    ":filter --addr-range 1": "--addr-range: write ip in {START..END} instead",
    ":filter --switch-on a": "--switch-on: records between two events cannot be selected; --time START,STOP selects a time",
    ":filter --frog": "this option of perf script does not select records: expected --pid, --tid, -C, -c, -S, --dsos or --time",
    ":filter --pid": "the option needs a value",
    ":filter --pid 1 2": "expected an option, as in --pid 4312",
    ":annotate": "This record has no code address.",
    ":annotate where cpu == 0": "expected the name of a function before where",
    ":annotate by period": "expected the name of a function before by",
    ":count comm,sum(span.dur)": "only fields can define groups: write :count sum(span.dur) by comm",
    ":count comm by p99(span.dur)": "only fields can define groups: write :count p99(span.dur) by comm",
    ":count max(period) by step(time, 10ms), count(pid > 1)":
        "only fields can define groups: write :count max(period),count(pid > 1) by step(time, 10ms)",
    ":count sum(period)": "only fields can define groups: write :count sum(period) by comm",
    ":heat by nosuch": "expected a field; Tab lists them",
    ":sort period where cpu == 0": "expected only a field: :filter EXPR selects the records",
    ":spans where": 'expected "where EXPR", or nothing',
    ":compare nosuch.data": "nosuch.data: cannot open: No such file or directory",
}

# Commands: arguments, and what standard error has. demo.data is the last argument.
USAGE = [
    (["count", "--format", "xml"], '--format needs text, json or csv, not "xml"'),
    (["print", "--format", "xml"], "--format needs text, json, csv, perf-script, folded, pprof, firefox, sqlite or "
                                   'chrome-trace, not "xml"'),
    (["print", "--order", "size"], '--order needs file, time or causal, not "size"'),
    (["print", "--format", "chrome-trace", "-F", "pid"], "--format chrome-trace has no fields"),
    (["print", "--format", "pprof", "-F", "pid"], "--format pprof has no fields"),
    (["print", "--format", "sqlite"], "--format sqlite needs -o OUT, the file to write"),
    (["print", "-p", "x"], '--pid needs PID,..., not "x"'),
    (["print", "--time", "now"], "--time needs START,STOP in seconds or as times of day, or parts such as 10%-20%, not"),
    (["print", "-n", "x"], "--max needs a number, not x"),
    (["index", "--cache-limit", "x"], '--cache-limit needs a size such as 8G or 512Mi, not "x"'),
    (["print", "--quiet=x"], "--quiet takes no value"),
    (["print", "--frog"], "unknown option --frog"),
    (["slice"], "slice needs -o OUT, the file to write"),
    (["slice", "-o", "x", "demo.data"], "slice takes one FILE"),
    (["--screen", "frog", "--script", "/dev/null"], "--screen needs a size such as 80x24"),
    (["print", "-", "-"], "standard input (-) can be read only once"),
    (["print", "--index", "x", "demo.data"], "--index takes the index of one file, but several are given"),
    (["count", "--by", "comm", "--pivot", "comm"], "expected \"event\": only its values can become columns"),
    (["count", "--by", "comm,brstack.from,callchain.ip"], "brstack.from and callchain.ip belong to different lists"),
    (["count", "--by", "comm", "--agg", "frog"],
     "expected sum(FIELD), avg, min, max, distinct, unknown, a percentile such as p99 or p99.9, or count(EXPR)"),
    (["count", "--by", "comm", "--sort", "frog"], "there is no column frog"),
    (["print", "-F", "pid," * 300], "too many fields"),
    (["print", *["--span", "x pid == 1 -> pid == 2"] * 65], "--span is given 65 times: at most 64 definitions are possible"),
    (["print", "--format", "perf-script", "-F", "dso"], "-F: dso also needs ip or addr"),
    (["print", "--format", "perf-script", "-F", "srcline"], "-F: srcline also needs ip"),
    (["-q", "count", "--by", "comm"],
     "unknown option --by; it is an option of perfnav count. The command comes first: perfnav count"),
    (["index", "--secure"], "index is turned off by --secure"),
    (["print", "--secure", "-o", "x"], "--output is turned off by --secure"),
    (["print", "-o", "nosuch/x"], "cannot write nosuch/x: No such file or directory"),
    (["print", "-o", "demo.data"], "demo.data: is the recording itself"),
    (["--cmd", ":count"], "--cmd needs --batch, because standard output is not a terminal"),
    (["completion", "frog"], "completion needs the name of a shell: bash, zsh or fish"),
    (["count", "--by", "comm & 63"], "--by: step(), & and log2() need a field with numbers"),
    (["count", "--by", "comm,sum(period)"], "--by: only fields can define groups: write --by 'comm' --agg 'sum(period)'"),
    (["count", "--by", "step(time, 1ms),count(comm == \"a\")", "--agg", "max(period)"],
     "--by: only fields can define groups: write --by 'step(time, 1ms)' --agg 'max(period),count(comm == \"a\")'"),
    (["count", "--by", "step(time, 0)"], "--by: expected a width that is not 0"),
    (["count", "--by", "step(time, 1.5)"], "--by: the number is not whole, and has no unit: a time in seconds is written "
                                           "12.5s"),
]

# Of the browser: keys, and the message on the last line.
KEYS = [
    ("}", "This record has no CPU."),
    ("::filter pid == 99<Enter>\n:wait\nvk", "This record has no thread; :stackchart tid N names one."),
    ("::annotate hash_point<Enter>\n:wait\nH", "No line has samples."),
    ("''", "There was no jump yet."),
    ("<C-o>", "There was no jump before this."),
    ("<A-Right>", "There is no later place to go forward to."),
    ("<C-c>", "Nothing is running. Ctrl-C again quits, and so does Q."),
    ("::count comm<Enter>\n:wait\nz", "Nothing to fold: there is only one field."),
    ("::count comm pivot event<Enter>\n:wait\nW", "Each event has a column here."),
    ("vi\n:wait\n<Enter>", "Nothing to open on this line."),
    ("vi\n:wait\nM", "M works in the records (vr), but not in info. ? shows the keys."),
    ("vh\n:wait\n<F6>", "F6 works in the records (vr), but not in the histogram. ? shows the keys."),
    ("vh\n:wait\n,", ", works in the records (vr), but not in the histogram. ? shows the keys."),
    ("%", "% needs a number before it: 50% goes to the middle."),
    ("W", "W has no effect here. ? shows the keys."),
    ("vh\n:wait\n" + "z" * 40, "There is too little time, or too few records, to zoom in."),
    ("::bytes<Enter>\n:wait\n<Enter>", "No filter can select the records of this line."),
    ("ya", "There is no address to copy here."),
    ("F", "The recording is complete: there is nothing to follow."),
    ("yy", "No action for yy. ? shows the keys."),
    ("::show-event all<Enter>", "Views that show one event at a time now show all."),
    ("::columns pid<Enter>::column remove pid<Enter>", "^ the last column cannot be removed"),
    ("vw\n:wait\nz", "This function is already in the middle."),
    ("vw\n:wait\nZ", "No other function was in the middle."),
    ("::filter pid == 99<Enter>\n:wait\nM", "There is no record under the cursor."),
    ("::filter pid == 99<Enter>\n:wait\nK", "There is no field here to explain."),
    ("::filter pid == 99<Enter>\n:wait\n::maps<Enter>", "There is no record under the cursor; ':maps PID at TIME' needs "
                                                        "none."),
    ("::filter pid == 99<Enter>\n:wait\n,", "There is no field here to count by."),
    ("::filter pid == 99<Enter>\n:wait\n+", "There is no value here that a filter can select."),
    ("::filter pid == 99<Enter>\n:wait\n::note x<Enter>", "there is no record under the cursor"),
    ("::count event by cpu<Enter>", "event is a field: :count event,cpu counts by these fields"),
    ("::annotate \"\"<Enter>", "^ expected the name of a function"),
    ("::slice slice.data<Enter>\n:wait\n", "3215 records written: 3215 selected, 0 about their tasks and memory, 0 about the recording"),
    ("::filter comm == \"scanner\"<Enter>\n:wait\n::2000<Enter>\n:wait",
     "The filter hides that record: this is the next one. \\ turns it off."),
    ("a", "This record has no code address."),
    ("::define aa(x) pid == $x<Enter>::filter $aa(1,2,3,4,5,6,7,8,9,10)<Enter>", "^ expected up to 9 arguments"),
    ("::note x<Enter>::notes export notes<Enter>", "1 record with flags or notes written."),
    ("'x", "There is no such mark; :marks lists them."),
    ("vf\n:wait\nn", "There was no search yet. / starts one."),
    ("\\", "There is no filter yet. & adds one."),
    ("/scanner<Enter>\n:wait\n<Esc>", "The matches are no longer highlighted; n highlights them again."),
    ("::write -<Enter>", "^ standard output is the screen: use --batch or perfnav print"),
    ("::filter span.state == \"unfinished\"<Enter>\n:wait\n^", "offcpu S, unfinished. No wakeups are recorded. It has no end in the recording."),
    ("vi\n&pid == 7351<Enter>", "The list has the filter now. q goes back to info."),
    ("300g\nvs\n:wait\na", "There is no address here."),
    ("300g\nL\n:wait\nL", "There is no source file to edit."),
    ("3213G]", "No record of this thread after this record."),
    ("8G}", "This record has no CPU."),
    ("12G{", "No record of this CPU before this record."),
    ("3213G)", "No record with this value after this record."),
    ("8GS", "No unusual gap before this record."),
    ("&type == COMM<Enter>\n:wait\nE", "No problem before this record."),
    ("/scanner<Enter>\n:wait\n9999n", "There are fewer matches. This is the last one."),
    ("/scanner<Enter>\n:wait\n9999N", "There are fewer matches. This is the first one."),
    (f"&{'(' * 100}pid > 0{')' * 100}<Enter>\n:wait\n/queens<Enter>",
     "\"queens\" (any case): the expression is nested too deeply: at most 100 levels"),
    ("vo\n:wait\nC\n:wait\nvk", "No thread is here."),
    ("::strips where type == COMM<Enter>\n:wait\n19l<Enter>", "No record is here."),
    ("::hist where type == FORK<Enter>\n:wait\n2l<Enter>", "No record is here."),
    ("::count tp<Enter>\n:wait\nj<Enter>", "No filter can select this value."),
    ("::count tp<Enter>\n:wait\nj::split comm<Enter>", "no filter can select this value"),
]


def check_filters():
    for text, reason in FILTERS.items():
        result = run("count", "--no-index", "-f", text, "demo.data")
        check(f"-f '{text}'", result, result.status == 2 and f"perfnav: filter: {reason}\n" in result.err)


def check_commands():
    for command, reason in COMMANDS.items():
        result = run("--no-index", "--batch", "--cmd", command, "demo.data")
        check(command, result, result.err.splitlines()[:1] == [f"perfnav: {reason}"])


def check_usage():
    for args, reason in USAGE:
        result = run(*args, "demo.data")
        check(" ".join(args)[:60], result, result.status and reason in result.err)


# Recordings as bytes, and what standard error has.
FILES = [
    (b"PERFILE2" + struct.pack("<Q", 50) + bytes(100), "the header's size is 50, expected 104, or 16 for a pipe stream "
                                                       "(at offset 8)"),
    (b"\x28\xb5\x2f\xfd" + bytes(100), 'it is packed with zstd: unpack it, or use "zstd -dc FILE | perfnav -"'),
    (struct.pack("<8s8Q", b"PERFILE2", 104, 7, 104, 0, 104, 0, 0, 0) + bytes(32),
     "attr_size is 7, expected 80 to 192 or so: the header is damaged (at offset 16)"),
    (struct.pack("<8s8Q", b"PERFILE2", 104, 136, 104, 0, 104, 0, 0, 0) + bytes(32),
     "the file has no attrs: records cannot be decoded"),
    (b"\x7fELF" + bytes(100), 'not a perf.data file: it starts with "^?ELF^@^@^@^@", expected "PERFILE2" (at offset 0)'),
    (b"PERFILE2" + struct.pack("<Q", 16), "the stream has no attrs: records cannot be decoded"),
]


def check_files():
    for data, reason in FILES:
        (cli.CWD / "bad.data").write_bytes(data)
        result = run("count", "--no-index", "bad.data")
        check(f"{data[:8]}: {reason[:40]}", result, result.status and f"perfnav: bad.data: {reason}\n" in result.err)
    result = run("--no-index", "--batch", "--cmd", ":slice x", "demo.data", cli.copy("fp.data"))
    check(":slice of two files", result, "perfnav: cannot slice several files: open one of them\n" in result.err)
    name = cli.script(":wait\nvf\n:wait\nW\n:wait\n:dump x\n")
    result = run("--no-index", "-q", "--script", name, "--screen", "100x24", "fp.data")
    check("W with one event", result, result.lines()[-1] == " The recording has samples of only one event.")
    result = run("print", "--no-index", "--format", "perf-script", "-F", "addr", "fp.data")
    check("-F addr", result, "Samples for 'cpu-clock' event do not have ADDR attribute set. Cannot print 'addr' field." in
          result.err)
    options = [word for i in range(64) for word in ("--span", f"x{i} pid == 1 -> pid == 2")]
    result = run("--no-index", "--batch", *options, "--cmd", ":define-span y pid == 1 -> pid == 2", "demo.data")
    check("a span too many", result, "there are 64 definitions of spans already" in result.err)
    result = run("index", "--remove", "demo.data")
    check("no index", result, result.status and "perfnav: demo.data: nothing to remove: it has no index file\n" in result.err)
    (cli.CWD / "fp.data.pnx").mkdir()
    result = run("index", "--remove", "fp.data")
    check("a folder", result, result.status and "perfnav: fp.data.pnx: not removed: it is not an index\n" in result.err)
    (cli.CWD / "fp.data.pnx").rmdir()
    result = run("count", "--no-index", "demo.data", "demo.data")
    check("a file twice", result, "given twice, so its records count twice: demo.data, demo.data" in result.err)
    result = run("count", "--no-index", "--by", "addr & 63", "demo.data")
    check("all events", result, "sched:sched_process_exit (--by event, --pivot event, --show-event EVENT|all)" in
          result.err)
    result = run("slice", "--no-index", "-p", "7351", "-o", "out.data", "demo.data")
    check("slice", result, re.search(r"^perfnav: out.data: \d+ of 3215 records, \d+ of \d+ bytes: \d+ selected, "
                                     r"\d+ about their tasks and memory, \d+ about the recording$", result.err, re.M))


def check_empty():
    """A recording without events and records."""
    header = struct.pack("<8s8Q", b"PERFILE2", 104, 136, 104, 0, 104, 0, 0, 0)
    (cli.CWD / "empty.data").write_bytes(header + bytes(32))
    for keys, reason in (("ve", "the recording has no events"), ("::maps<Enter>", "There is no record yet.")):
        name = cli.script(f":wait\n{keys}\n:wait\n:dump x\n")
        result = run("--no-index", "-q", "--script", name, "--screen", "100x24", "empty.data")
        check(f"no events: {keys}", result, reason in result.out)


def check_damaged():
    """Headers that are changed, and what is reported."""
    data = bytearray((cli.DATA / "fp.data").read_bytes())
    size, attrs = struct.unpack_from("<QQ", data, 16)
    struct.pack_into("<Q", data, attrs + size - 16, 1 << 40)
    (cli.CWD / "bad.data").write_bytes(data)
    result = run("count", "--no-index", "bad.data")
    check("ids outside the file", result, "the ids of event 0 (offset 1099511627776, 16 bytes) are not inside the file" in
          result.err)
    data = bytearray((cli.DATA / "tracepoints.data").read_bytes())
    data[72:104] = bytes(32)  # no features
    (cli.CWD / "bad.data").write_bytes(data)
    result = run("--no-index", "--batch", "--cmd", ":problems", "bad.data")
    check("no formats", result, "the recording has no format for the event tracepoint 369: its samples are shown as raw bytes" in result.out)
    data = bytearray((cli.DATA / "demo.data").read_bytes())
    begin, size = struct.unpack_from("<QQ", data, 40)
    bits = int.from_bytes(data[72:104], "little")
    # The last section gets another number, and more bytes than a record can have.
    data[72:104] = (bits ^ 1 << bits.bit_length() - 1 | 1 << 60).to_bytes(32, "little")
    struct.pack_into("<QQ", data, begin + size + 16 * (bin(bits).count("1") - 1), 104, 70000)
    (cli.CWD / "bad.data").write_bytes(data)
    result = run("slice", "--no-index", "-p", "7351", "-o", "-", "bad.data")
    check("a section for a pipe stream", result, "perfnav: bad.data: the feature section FEATURE_60 is left out: it is too "
          "large for a record of a pipe stream\n" in result.err)
    result = run("count", "--no-index", cli.copy("killed.data"))
    check("unfinished", result, result.err.startswith(
        "perfnav: killed.data: the recording is unfinished (data size 0 in the header): records are read up to the end of "
        "the file; it has no features\n"))
    name = cli.script(":wait\nge\n:wait\nmae\n:wait\nmb\n::write --scope range out.txt<Enter>\n:dump x\n")
    result = run("--no-index", "-q", "--script", name, "--screen", "100x24", cli.make("damage"))
    check("a range from damage on", result, result.lines()[-1].strip() == "mark a is at damage, not at a record")
    name = cli.script(":wait\nF\n:dump x\n")
    result = run("--no-index", "-q", "--script", name, "--screen", "100x24", "demo.data", "fp.data")
    check("several files", result, result.lines()[-1].strip() == "Only a single file can be followed.")


def check_stacks():
    """A stack whose task has a name that is not UTF-8."""
    name = cli.script(":wait\nvf\n:wait\nk<Enter>\n:wait\n:dump x\n")
    result = run("--no-index", "-q", "--script", name, "--screen", "100x24", "-f", 'comm contains "\\xff"',
                 cli.copy("odd_comms.data"))
    check("a stack without a filter", result, result.lines()[-1].strip() == "No filter can select this stack.")
    name = cli.script(":wait\n:offcpu waker<Enter>\n:wait\n<Tab>\n:dump x\n")
    result = run("--no-index", "-q", "--script", name, "--screen", "100x24", cli.copy("sched.data"))
    check("a graph with wakers", result, result.lines()[-1].strip() == "A graph with wakers always begins at the tasks.")


def check_writes():
    """The browser's words about what it writes: without room, to a terminal, about its index."""
    run("index", "demo.data")
    limit = ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh"]
    result = run("--batch", "--cmd", ":write out.json", "demo.data", before=limit)
    check(":write without room", result, "perfnav: Nothing is written: " in result.err and "File too large" in result.err)
    (cli.CWD / "demo.data.pnx").unlink()
    ends = os.openpty()
    result = run("--no-index", "--batch", "--cmd", ":write --format pprof -", "demo.data", stdout=ends[1])
    check(":write - to a terminal", result, "perfnav: pprof is binary: write it to a file or a pipe\n" in result.err)
    for args in (["slice", "-o", "-"], ["print", "--format", "pprof", "-o", "-"]):
        result = run(*args, "--no-index", "demo.data", stdout=ends[1])
        check(f"{args[0]} to a terminal", result, result.status == 2 and "is not written to a terminal\n" in result.err)
    for end in ends:
        os.close(end)
    os.mkfifo(cli.CWD / "fifo")
    result = run("print", "--no-index", "-o", "fifo", "--force", "demo.data")
    check("-o of a FIFO", result, "perfnav: fifo is not a regular file and is not replaced\n" in result.err)
    result = run("--no-index", "--batch", "--cmd", ":index", "demo.data")
    check(":index", result, re.fullmatch(r"index complete: 3215 records, 0 damaged, \d+ of \d+ bytes read; it has \d+ bytes, not kept\n",
                                         result.out))


def check_debuginfod():
    """A server that does not answer."""
    if not ctypes.util.find_library("debuginfod"):
        cli.tap.skip(":debuginfod", "no libdebuginfod")
        return
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        name = cli.script(":wait\n:debuginfod on<Enter>\n:wait\nvf\n:wait\nvr\n:wait\n::debuginfod<Enter>\n:dump x\n")
        result = run("--no-index", "-q", "--symfs", "none", "--script", name, "--screen", "100x24", "demo.data", env={
            "DEBUGINFOD_URLS": f"http://127.0.0.1:{unused.getsockname()[1]}", "DEBUGINFOD_CACHE_PATH": str(cli.CWD / "cache")})
    check(":debuginfod", result, re.match(r" missing debug files are fetched; \d+ unavailable, the last because: ",
                                          result.lines()[-1]))


def check_indexes():
    """A changed byte of the index, and what is said of it when it is rebuilt."""
    whole = cli.CWD / "demo.data.pnx"
    for at, reason in ((0, "it is not an index of perfnav"), (8, "it has version 255, and this perfnav reads version 9"),
                       (20, "its header is damaged"), (-1, "its end is damaged or missing")):
        run("index", "--force", "demo.data")
        data = bytearray(whole.read_bytes())
        data[at] = 255 - (data[at] == 255)
        whole.write_bytes(data)
        result = run("count", "demo.data")
        wanted = f"perfnav: demo.data: the index is rebuilt: {reason} (demo.data.pnx)"
        check(f"byte {at}", result, wanted in result.err)
    whole.unlink()
    os.mkfifo(whole)
    result = run("count", "demo.data")
    check("a FIFO", result, "perfnav: demo.data: the index is rebuilt: it is not a regular file (demo.data.pnx)\n" in
          result.err and whole.is_file())
    whole.write_bytes(b"short")
    (cli.CWD / "demo.data.pnx.part").mkdir()
    result = run("count", "demo.data")
    check("no room for the new index", result, "the index is rebuilt: it is truncated (demo.data.pnx); the index is not "
          "saved: demo.data.pnx: Is a directory\n" in result.err)
    (cli.CWD / "demo.data.pnx.part").rmdir()
    whole.unlink()


def check_keys():
    for keys, reason in KEYS:
        name = cli.script(f":wait\n{keys}\n:wait\n:dump x\n")
        result = run("--no-index", "-q", "--symfs", "none", "--script", name, "--screen", "100x24", "demo.data")
        check(keys.replace("\n", " "), result, result.status == (2 if result.err else 0) and result.lines()[-1].strip() == reason)


cli.copy("demo.data")
check_files()
check_empty()
check_damaged()
check_stacks()
check_writes()
check_debuginfod()
check_indexes()
check_keys()
check_filters()
check_commands()
check_usage()
sys.exit(cli.tap.done())
