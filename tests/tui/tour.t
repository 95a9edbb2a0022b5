#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tour of doc/pictures: an animated picture that the program draws from a script of keys.
. "$(dirname "$0")/../lib.sh"

cp "$DATA/demo.data" .
cp -r "$DATA/demo.data.debug" .
if ! "$PERFNAV" annotate --no-index -q hash_point demo.data | grep -q imull; then
	skip_all 'no libcapstone is here'
fi

run "$ROOT/tools/tour" "$PERFNAV" demo.data dark
is "$status:$err" '0:' 'all screens of the tour come'
printf '%s' "$out" >tour.svg
ok 'it is XML, every step is seen once in 20 seconds, and no two screens that follow are the same' \
	python3 - tour.svg "$ROOT/tools/tour.keys" <<'PYTHON'
import re
import sys
import xml.etree.ElementTree as xml

SVG = "{http://www.w3.org/2000/svg}"
root = xml.parse(sys.argv[1]).getroot()
steps = [line.split("|") for line in open(sys.argv[2], encoding="utf-8") if line.strip() and line[0] != "#"]
parts = {part.get("id"): part for part in root.iter(SVG + "g") if part.get("id")}
frames = [part for part in parts.values() if part.get("class") == "f"]
style = root.find(SVG + "style").text
# Where nothing is animated, the first one is visible.
assert [frame.get("visibility") for frame in frames] == [None] + ["hidden"] * (len(frames) - 1)
assert re.findall(r"^[^@]*visibility.*", re.sub(r"^@keyframes.*$", "", style, flags=re.M), re.M) == []
whole = float(re.search(r"([\d.]+)s step-end infinite", style)[1])
at = 0
for number, (seconds, *_) in enumerate(steps):
    rule = dict((what, float(place)) for place, what in
                re.findall(r"([\d.]+)%{visibility:(\w+)}", re.search(rf"@keyframes k{number}{{(.*)}}", style)[1]))
    end = at + float(seconds)
    assert abs(rule["visible"] - 100 * at / whole) < 0.02, number
    assert number + 1 == len(steps) or abs(rule["hidden"] - 100 * end / whole) < 0.02, number
    at = end
assert abs(at - whole) < 0.01 and 18 < whole < 22, whole


def words(part):
    """All text of a frame, with that of the lines that it shares."""
    return ["".join(text.text for text in parts[use.get("href")[1:]].iter(SVG + "text")) if use.tag == SVG + "use"
            else "".join(use.itertext()) for use in part]


seen = [words(frame) for frame in frames]
assert len(frames) == len(steps)
for before, now in zip(seen, seen[1:]):
    assert before[:-1] != now[:-1]
ground = root.find(SVG + "rect").get("fill")
assert all(frame[-1].get("fill") not in (None, ground) for frame in frames)
for (_, keys, name, _), frame in zip(steps, seen):
    assert name.strip() in frame[-1]
PYTHON
run "$ROOT/tools/tour" "$PERFNAV" demo.data light
like "$out" '<rect width="100%" height="100%" rx="6" fill="#ffffff"/>' 'on a light page'
cp "$DATA/system.data" .
run "$ROOT/tools/tour" "$PERFNAV" system.data dark
is "$status" 1 'of another recording'
like "$err" "^tools/tour: 'photolab' does not come after vv:" '... it says what it misses'
done_testing
