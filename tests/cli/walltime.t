#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times of day: in one zone on the screen, in filters, --time and :goto, also where clocks change."""
import datetime
import os
import re
import subprocess
import sys
import zoneinfo

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

SECOND = 10 ** 9
READ = cli.copy("read.data")
DEMO = cli.copy("demo.data")
NO_WALL = "the recording has no wall clock"
# Two samples a second apart in each of these: UTC of the moments at which clocks were changed.
BACK = 1792890000     # 2026-10-25 01:00 UTC: 03:00 becomes 02:00 in Berlin
FORWARD = 1774746000  # 2026-03-29 01:00 UTC: 02:00 becomes 03:00

CHANGE = f'include "{cli.CASES}/abi.inc"' + """
attr type=SOFTWARE sample_period=1000 size=112 name="cpu-clock" ids=7 clockid=1
	sample_type=S_IP|S_TID|S_TIME|S_ID flags=F_SAMPLE_ID_ALL|1<<25
feature 29 u32 1 1 u64 {wall} 1000000000
record COMM u32 1 1 str "clock" pad8 u32 0 0 u64 0 0
"""


def in_zone(zone, *args):
    os.environ["TZ"] = cli.ENV["TZ"] = zone
    return run(*args)


def of(zone, ns):
    return datetime.datetime.fromtimestamp(ns // SECOND, zoneinfo.ZoneInfo(zone))


def shown(zone, ns, form="%H:%M:%S"):
    return f"{of(zone, ns):{form}}.{ns % SECOND:09}"


def ordinals(zone, *args):
    result = in_zone(zone, "print", "-q", "-F", "ordinal", *args)
    return [int(line) for line in result.lines()] if result.status == 0 else result.err


def goes_to(zone, where, *names):
    result = in_zone(zone, "--batch", "--cmd", f"goto {where}", *names)
    return int(result.out.split()[0]) if result.status == 0 and result.out else result.err


def samples(name):
    result = in_zone("UTC", "print", "-q", "--format", "json", "-F", "ordinal,time,rel,wall",
                     "--type", "SAMPLE", name)
    return result.objects()


def check_zone(zone):
    """What is typed as it is shown finds its record, with and without the day and the zone."""
    wrong = []
    for sample in samples(READ)[:6]:
        clock = shown(zone, sample["wall"])
        day = shown(zone, sample["wall"], "%Y-%m-%d %H:%M:%S")
        offset = f"{of(zone, sample['wall']):%z}"
        utc = shown("UTC", sample["wall"]) + "Z"
        want = [sample["ordinal"]]
        for text in (clock, f'"{clock}"', day, f'"{day}"', clock + offset[:3] + ":" + offset[3:],
                     f'"{day} {offset}"', utc, f'"{utc}"'):
            for word in ("time", "rel", "wall"):
                got = ordinals(zone, "-f", f"type == SAMPLE and {word} == {text}", READ)
                wrong += [f"{word} == {text}: {got}, not {want}"] if got != want else []
        for text in (clock, day, utc, f"{sample['time'] / SECOND:.9f}", f"{sample['time'] / SECOND:.9f}s"):
            got = goes_to(zone, text, READ)
            wrong += [f"goto {text}: {got}, not {want}"] if got != want[0] else []
            got = ordinals(zone, "--type", "SAMPLE", "--time", f"{text},{text}", READ)
            wrong += [f"--time {text}: {got}, not {want}"] if got != want else []
        for word in ("time", "rel"):
            text = f"{sample[word] / SECOND:.9f}"
            got = ordinals(zone, "-f", f"type == SAMPLE and {word} == {text}", READ)
            wrong += [f"{word} == {text}: {got}, not {want}"] if got != want else []
    tap.ok(not wrong, f"{zone}: times are typed as they are shown", wrong[:5])


def check_json():
    """Numbers do not depend on the zone."""
    args = ("print", "-q", "--format", "json", "-F", "time,wall", READ)
    texts = {in_zone(zone, *args).out for zone in ("UTC", "Asia/Kolkata", "America/New_York")}
    tap.ok(len(texts) == 1, "JSON has wall in UTC, in any zone")
    found = in_zone("UTC", *args).objects()
    tap.ok(any(o.get("time") == 0 for o in found) and
           not any(o["time"] == 0 and "wall" in o for o in found if "time" in o),
           "records of time 0 have no time of day")


def check_none():
    for args in (["count", "-f", "wall"], ["count", "-f", "time >= 08:00:48"], ["count", "--fail-if", "wall"],
                 ["count", "-f", 'rel == "2026-11-21 08:00"'], ["count", "--time", "08:00:48,"],
                 ["--batch", "--cmd", "goto 08:00:48"]):
        result = in_zone("UTC", *args, DEMO)
        check(f"{' '.join(args)}: there is no wall clock", result,
              result.status == 2 and NO_WALL in result.err)


def check_elsewhere():
    """A time of day outside of the recording is reported with its day."""
    begins = "before the recording, which begins at 2026-11-21 08:00:48."
    for args in (["count", "--time", "23:00:00,"], ["count", "-f", "time > 23:00:00"]):
        result = in_zone("UTC", *args, READ)
        check(f"{' '.join(args)}: all records, with a warning", result,
              result.status == 0 and f"2026-11-20 23:00:00.000000000 +0000 is {begins}" in result.err)
    result = in_zone("UTC", "count", "--time", "10:00:00,11:00:00", READ)
    check("... and after it", result, result.status == 0 and "is after the recording, which ends at 2026-11-21 08:00:48." in result.err)
    for times in ("08:00:00,09:00:00", "08:00:48.11,", "2026-11-20 23:00:00,"):
        result = in_zone("UTC", "count", "--time", times, READ)
        check(f"--time {times} is meant", result, result.clean())
    result = in_zone("UTC", "--no-index", "--batch", "--cmd", ":goto 23:00:00", READ)
    check(":goto 23:00:00", result, "The recording begins at 2026-11-21 08:00:48." in result.err)


def check_places():
    """--goto waits for the index, and the note on file order reports that another record is nearer."""
    note = "perfnav: this is the first record at or after that time in file order; --order time shows the nearest one\n"
    for args in (["--goto", "08:00:48.12", "--cmd", ":where"], ["--cmd", ":goto 08:00:48.12"]):
        result = in_zone("UTC", "--no-index", "--batch", *args, READ)
        check(f"{args[0]} of a time of day without an index", result, result.status == 0 and "32 " in result.out and result.err == note)
    result = in_zone("UTC", "--no-index", "--batch", "--order", "time", "--cmd", ":goto 08:00:48.12", READ)
    check("... in time order without the note", result, result.clean() and result.out.split()[0] == "53")
    result = in_zone("UTC", "--no-index", "--batch", "--goto", "08:00:48", "--cmd", ":where", DEMO)
    check("--goto: there is no wall clock, without an offset", result,
          result.status == 2 and result.err.startswith(f"perfnav: --goto: {NO_WALL}: it was made without") and "(at" not in result.err)
    (cli.SCRATCH / "timeless.mk").write_text(CHANGE.format(wall=BACK * SECOND))
    subprocess.run([cli.MK, cli.SCRATCH / "timeless.mk", cli.CWD / "timeless.data"], check=True, cwd=cli.CASES)
    result = in_zone("UTC", "--no-index", "--batch", "--cmd", ":goto 08:00:48", "timeless.data")
    check("... no record has a time", result, result.status == 2 and "no indexed record has a time" in result.err)
    result = run("--no-index", "--batch", "--goto", "99999", "--cmd", ":count type", DEMO)
    check("--goto: a number of no record", result, result.status == 2 and "--goto: There is no record 99999: the last one is 3214." in result.err)


def check_mistakes():
    for text, reason in (("period > 12.5", "needs a unit"), ("time > 25:00:00", "expected a time"),
                         ('wall == "2026-13-01"', "expected a time"),
                         ('time == "08:00"', "expected a time"), ("br[0.5]", "expected a whole number")):
        result = in_zone("UTC", "count", "-f", text, READ)
        check(f"{text} is refused", result, result.status == 2 and reason in result.err)
    tap.ok(ordinals("UTC", "-f", "n == 2026-11-22", READ) == [], "numbers are subtracted")


def changed(name, at):
    """Samples every 20 minutes, from an hour and ten minutes before clocks change."""
    text = CHANGE.format(wall=(at - 4200) * SECOND)
    text += "".join(f"record SAMPLE misc=USER u64 0x1000 u32 1 1 u64 {(1 + 1200 * i) * SECOND} 7\n"
                    for i in range(8))
    text += f"record FORK u32 2 1 2 1 u64 {8460 * SECOND} u32 1 1 u64 {8460 * SECOND} 7\n"
    path = cli.SCRATCH / f"{name}.mk"
    path.write_text(text)
    subprocess.run([cli.MK, path, cli.CWD / f"{name}.data"], check=True, cwd=cli.CASES)
    return f"{name}.data"


def check_change(name, at, zone):
    """Where an hour comes twice, the screen shows the zone of each time, and that tells them apart."""
    path = changed(name, at)
    found = samples(path)
    wrong = []
    for sample in found:
        when = of(zone, sample["wall"])
        offset = f"{when:%z}"
        text = f"{shown(zone, sample['wall'])}{offset[:3]}:{offset[3:]}"
        for got in (ordinals(zone, "-f", f"type == SAMPLE and time == {text}", path),
                    ordinals(zone, "-f", f"type == SAMPLE and wall == {text}", path),
                    [goes_to(zone, text, path)]):
            wrong += [f"{text}: {got}, not {sample['ordinal']}"] if got != [sample["ordinal"]] else []
        first = min(o["ordinal"] for o in found if shown(zone, o["wall"]) == shown(zone, sample["wall"]))
        got = ordinals(zone, "-f", f"type == SAMPLE and time == {shown(zone, sample['wall'])}", path)
        wrong += [f"{shown(zone, sample['wall'])}: {got}, not the first, {first}"] if got != [first] else []
    tap.ok(len(found) == 8 and not wrong, f"{name}: each time finds its record, without a zone the first",
           wrong[:5])


def list_times(zone, *paths):
    """The times of the day of the list's samples, with the zone of the title where lines have none."""
    (cli.CWD / "keys").write_text(":wait\n::time-format wall<Enter>\n:wait\n:dump list\n")
    result = in_zone(zone, "--no-index", "--no-state", "-q", "--script", "keys", "--screen", "120x60", *paths)
    zones = re.search(r"time ([+-]\d\d:\d\d|local)", result.out)
    times = re.findall(r"^[ >]\s*(\d+)\s+(\d\d:\d\d:\d\d\.\d{9})([+-]\d\d:\d\d)?.* cpu-clock",
                       result.out, re.M)
    return [(int(n), time + (own or (zones[1] if zones else "?"))) for n, time, own in times]


def check_screen(zone, *paths):
    """What is copied from the screen finds its record, also in another zone than that of the screen."""
    shown_there, wrong = list_times(zone, *paths), []
    for ordinal, text in shown_there:
        for there in (zone, "Asia/Kolkata"):
            got = ordinals(there, "-f", f"type == SAMPLE and time == {text}", *paths)
            wrong += [f"{there}, {text}: {got}, not {ordinal}"] if got != [ordinal] else []
            got = ordinals(there, "--type", "SAMPLE", "--time", f"{text},{text}", *paths)
            wrong += [f"{there}, --time {text}: {got}, not {ordinal}"] if got != [ordinal] else []
        for there in (zone, "Asia/Kolkata"):
            got = goes_to(there, text, *paths)
            wrong += [f"{there}, goto {text}: {got}, not {ordinal}"] if got != ordinal else []
    tap.ok(len(shown_there) == 8 * len(paths) and not wrong,
           f"{' '.join(paths)} in {zone}: times of the screen find their records",
           wrong[:5] + [str(shown_there[:3])])


VIEWS = ("hist", "heat", "chart period", "strips", "threads")


def view_screens(zone, paths, args=()):
    """The screens of the views over time of a list with times of the day, by view."""
    keys = "".join(f"::{view}<Enter>\n:wait\n:dump {view}\n" for view in VIEWS)
    (cli.CWD / "keys").write_text(f":wait\n::time-format wall<Enter>\n:wait\n{keys}")
    result = in_zone(zone, "--no-index", "--no-state", "-q", *args, "--script", "keys", "--screen", "160x20", *paths)
    return dict(zip(VIEWS, result.out.split("---- ")[1:]))


def check_views_apart(zone, why, *paths):
    """Files without one clock have no time of the day together, which is said; a thread's own begin has it."""
    screens = view_screens(zone, paths)
    forks = in_zone("UTC", "print", "-q", "--format", "json", "-F", "ordinal,wall", "--type", "FORK", *paths).objects()
    wrong = [f"{view}: {title}" for view, title in ((view, screen.splitlines()[1]) for view, screen in screens.items())
             if (f"{why}: no time of day" in title) == (view == "threads")]
    for view, screen in screens.items():
        wrong += [f"{view}: {text}" for text in re.findall(r"\d\d:\d\d:\d\d.*", screen) if view != "threads"]
    begins = re.findall(r"\d\d:\d\d:\d\d\.\d{9}[+-]\d\d:\d\d", screens["threads"])
    wrong += [f"threads: {text}" for text in begins if text not in {shown_of(zone, o["wall"]) for o in forks if "wall" in o}]
    wrong += ["no thread has its begin"] if any("wall" in o for o in forks) and not begins else []
    tap.ok(len(screens) == len(VIEWS) and not wrong, f"{' '.join(paths)} in {zone}: {why}: no view over time has times of the day",
           wrong[:5])


def check_views(zone, *paths, args=()):
    """Views over time have the zone of the list; what is copied from them finds the record there."""
    screens, path = view_screens(zone, paths, args), " ".join((*paths, *args))
    walls = sorted((o["wall"], o["ordinal"]) for o in in_zone("UTC", "print", "-q", "--format", "json", "-F", "ordinal,wall",
                                                              "-f", "wall", *args, *paths).objects())
    wrong, seen = [], 0
    for view, screen in screens.items():
        wrong += [f"{view}: {text}, not the time of the day" for text in re.findall(r"(?<![:\d])\d+\.\d{9}", screen)]
        for text in re.findall(r"\d\d:\d\d:\d\d\.\d{9}[+-]\d\d:\d\d", screen)[:2]:
            seen += 1
            number = min((at for at, _ in walls), key=lambda at: (at - of_day(text)) % (86400 * SECOND))
            want = [n for at, n in walls if at == number]
            got = goes_to(zone, text, *args, *paths)
            wrong += [f"{view}, goto {text}: {got}, not {want}"] if want and got not in want else []
    first = shown_of(zone, walls[0][0])
    wrong += [f"{first} is nowhere"] if first not in "".join(screens.values()) else []
    tap.ok(seen >= 6 and not wrong, f"{path} in {zone}: views over time have times of the day", wrong[:5])


def of_day(text):
    """A time of the day with its zone, in ns of a day in UTC."""
    clock, sign, zone = re.match(r"([\d:.]+)([+-])([\d:]+)", text).groups()
    parts = [int(part) for part in re.findall(r"\d+", clock + ":" + zone)]
    ns = (parts[0] * 3600 + parts[1] * 60 + parts[2]) * SECOND + parts[3]
    return ns - (parts[4] * 3600 + parts[5] * 60) * SECOND * (1 if sign == "+" else -1)


def shown_of(zone, ns):
    offset = f"{of(zone, ns):%z}"
    return f"{shown(zone, ns)}{offset[:3]}:{offset[3:]}"


def check_two():
    """Two recordings of clocks that began at different times: a moment is in one of them."""
    paths = [changed("early", 1792800000), changed("late", 1792810000)]
    for place in ("UTC", "Europe/Berlin", "America/New_York"):
        check_screen(place, *paths)
        check_views(place, *paths, args=("--align", "wall"))
        check_views_apart(place, "clocks differ", *paths)
    check_views_apart("Europe/Berlin", "a file has no wall clock", paths[0], DEMO)
    for text in ("wall < 2026-10-24 01:00:00Z", "time >= 2026-10-24 02:00:00Z"):
        result = in_zone("UTC", "count", "-q", "--json", "-f", f"type == SAMPLE and {text}", *paths)
        walls = [o["wall"] for path in paths for o in samples(path)]
        moment = datetime.datetime.fromisoformat(text.split(" ", 2)[2].rstrip("Z") + "+00:00").timestamp()
        want = sum((ns < moment * SECOND) == ("<" in text) for ns in walls)
        check(f"{text}: {want} records of both", result, result.objects() == [{"type": "SAMPLE", "count": want}])


for place in ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"):
    check_zone(place)
check_two()
check_json()
check_none()
check_elsewhere()
check_places()
check_mistakes()
check_change("back", BACK, "Europe/Berlin")
check_change("forward", FORWARD, "Europe/Berlin")
for place in ("UTC", "Europe/Berlin", "America/New_York"):
    check_screen(place, "back.data")
    check_screen(place, "forward.data")
    check_views(place, READ)
    check_views(place, "back.data")
sys.exit(tap.done())
