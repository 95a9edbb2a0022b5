#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# P and :page: the view on the screen as text in a file.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .

# last KEYS...: the last lines of the screen.
last() {
	printf '%s\n' ':wait' "$@" ':wait' ':dump x' | play 80x24 demo.data | tail -n 2
}

like "$(last va :wait 'Pevents.txt<Enter>')" '^ 9 lines written to events.txt' 'P: the view'
run "$PERFNAV" --no-index --batch --cmd ':events' demo.data
like "$(cat events.txt)" '^0  cpu-clock +1 876  1 800 Hz  ' '... with numbers as on the screen'
is "$(sed -n 1p events.txt)" 'events: all records' '... with its title'
is "$(sed 1d events.txt | tr -d ' ')" "$(tr -d ' ' <<<"$out")" '... else as --batch prints it'
page=$(<events.txt)
is "$(stat -c %a events.txt)" 600 '... for its owner alone'
echo other >events.txt
screen=$(last va :wait 'Pevents.txt<Enter>')
like "$screen" 'the file exists: Enter replaces it, typing starts a new name, Escape cancels' 'a file that is there: it asks'
is "$(cat events.txt)" other '... and does nothing'
last va :wait 'Pevents.txt<Enter><Esc>' >/dev/null
is "$(cat events.txt)" other '... nor after Escape'
last va :wait 'Pevents.txt<Enter><Left><Right><Enter>' >/dev/null
is "$(cat events.txt)" "$page" '... but after Enter on the same name'
# After an error, typed text is a new name, and other keys edit the old one.
last va :wait 'P/nowhere/x<Enter>two.txt<Enter>' >/dev/null
is "$(cat two.txt)" "$page" 'a new name after an error'
last va :wait 'Pevents.txt<Enter><End>2<Enter>' >/dev/null
is "$(cat events.txt2)" "$page" '... or an edited one'
# The home folder, in all prompts with paths.
mkdir home
home=$HOME
export HOME=$PWD/home
last va :wait 'P~/events.txt<Enter>' >/dev/null
is "$(cat home/events.txt)" "$page" 'the home folder is ~/'
last '::write ~/all.csv<Enter>' :wait '::slice ~/all.data<Enter>' :wait 2gM '::notes export ~/notes.txt<Enter>' >/dev/null
is "$(ls home)" $'all.csv\nall.data\nevents.txt\nnotes.txt' '... in commands, too'
like "$(last '::compare ~/all.data<Enter>' :wait)" 'q back' '... that read'
like "$(last '::vmlinux ~/none<Enter>')" 'No such file' '... or look for symbols'
like "$(last '::e ~/eve<Tab>')" 'e ~/events\.txt' 'completion likewise'
# shellcheck disable=SC2088 # perfnav expands it
like "$(last 'P~/ev<Tab>')" '~/events.txt' '... also of P'
export HOME=$home
# The list, with its columns and in its order.
like "$(last '&cpu == 1<Enter>' :wait 'Precords.txt<Enter>')" 'records written to records.txt' 'P in the records: those of the list'
like "$(sed -n 1p records.txt)" '^ *n +time +cpu +pid/tid +comm +event +summary$' '... with the titles of its columns'
is "$(sed 1d records.txt | awk '{ print $1, $2 }')" "$("$PERFNAV" print --no-index --order time -f 'cpu == 1' -F n,time demo.data)" '... all of them'
last '::columns n,period,gap.tid<Enter>' '::order time<Enter>' '&cpu == 1<Enter>' :wait 'Pchosen.txt<Enter>' >/dev/null
is "$(tr -s ' ' <chosen.txt | sed 's/^ //; s/ $//' | sed -n '1p;3p;$p')" 'n period gap.tid
'"$("$PERFNAV" print --no-index --order time -f 'cpu == 1' -F n,period,gap.tid demo.data | sed -n '2p;$p')" 'the columns that were chosen'
like "$(printf '%s\n' :wait '::write <F1>' ':dump x' | play 80x24 demo.data)" 'with --fields LIST: these fields;' ':write says which fields it writes'
# Details and bytes that are maximised are the view; in the split screen the list is.
like "$(last 208g '<Tab>' z 'Pdetails.txt<Enter>')" '^ [0-9]* lines written' 'P in maximised details'
like "$(cat details.txt)" $'^  period +555555\n' '... the fields of the record'
like "$(cat details.txt)" 'photolab\+0x13ed +0x4013ed' '... with names and raw values'
unlike "$(cat details.txt)" ' 209 ' '... and no list'
like "$(last 208g '<Tab><Tab>' z 'Pbytes.txt<Enter>')" '^ 8 lines written' 'P in maximised bytes'
is "$(head -n 2 bytes.txt)" '0000  09 00 00 00 02 00 78 00  73 08 00 00 00 00 00 00  ......x.s.......
0010  ed 13 40 00 00 00 00 00  b7 1c 00 00 b7 1c 00 00  ..@.............' '... 16 on a line'
like "$(last 208g '<Tab>' 'Pboth.txt<Enter>')" 'records written' 'P beside the list: the list'
# Names with blanks and quotes.
last '&cpu == 1<Enter>' :wait 'Pa "b\ c.txt<Enter>' >/dev/null
is "$(cat 'a "b\ c.txt')" "$(cat records.txt)" 'P: a name with blanks and quotes'
last va :wait '::page a page.txt<Enter>' >/dev/null
is "$(cat 'a page.txt')" "$page" ':page likewise'
last '::write "of all.txt" --scope all<Enter>' >/dev/null
is "$(wc -l <'of all.txt')" 3215 ':write: a name with blanks in quotes'
like "$(last '?Phelp.txt<Enter>')" 'lines written' 'any page'
like "$(cat help.txt)" '^  j Down \^N +next line' '... all of it'
like "$(last vf :wait 'Pflame.txt<Enter>')" 'lines written' 'the flame graph'
like "$(last vh :wait 'Ptime.txt<Enter>')" 'lines written' 'the histogram'
like "$(last 'vaP<Enter>')" 'expected the name of a file' 'no name'
like "$(last 'vaP/nowhere/x<Enter>')" 'No such file' 'no such folder'
like "$(last 'va::page events.txt<Enter>')" 'events.txt exists already; :page! replaces it' ':page'
like "$(last 'va::page! events.txt<Enter>')" '^ 9 lines written' ':page!'

# A picture of the screen: SVG, and text with the sequences of its colours.
like "$(last 'vm' :wait 'Pheat.svg<Enter>')" 'The picture is written: 80 columns, 23 lines' 'P: a picture'
ok 'it is XML, and nothing goes over its edges' python3 - heat.svg <<'PYTHON'
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
_, _, width, height = map(float, root.get("viewBox").split())
boxes = [(float(e.get("x")), float(e.get("y")), float(e.get("width") or e.get("textLength")), float(e.get("height") or 0))
         for e in root.iter() if e.get("x")]
assert len(boxes) > 500
assert all(0 <= x and x + w <= width - 8 and 0 <= y and y + h <= height - 8 for x, y, w, h in boxes)
assert "densest 17" in " ".join(e.text for e in root.iter() if e.text)
PYTHON
like "$(cat heat.svg)" '#ffef9c' '... in the true colours of the scale'
like "$(cat heat.svg)" '<style>.*text\{white-space:pre\}' '... and keeps blanks in each text, as browsers want it'
last 'vm' :wait 'Pheat.ansi<Enter>' >/dev/null
is "$(sed 's/\x1b\[[0-9;]*m//g; s/ *$//' heat.ansi)" "$(printf '%s\n' :wait vm :wait ':dump x' | play 80x24 demo.data | sed '1d;$d' | sed 's/ *$//')" \
	'with sequences: the text of the screen' || diag "$(head -3 heat.ansi)"
like "$(cat heat.ansi)" $'\033\\[0;38;5;25;48;5;31m▀|\033\\[0;38;5;25;48;5;67m▀' '... and its colours'
last '::set colors none<Enter>' vm :wait 'Pmono.ansi<Enter>' >/dev/null
unlike "$(cat mono.ansi)" '[34]8;' 'without colours none'
printf '%s\n' :wait '::theme light<Enter>' 've' :wait 'Plight.svg<Enter>' | play 80x24 demo.data >/dev/null
like "$(sed -n 2p light.svg)" 'fill="#ffffff"' 'the theme light has a light page'
run "$PERFNAV" --no-index --batch --cmd ':heat' --cmd ':page batch.svg' demo.data
like "$(cat batch.svg)" '^<svg .*viewBox' 'without a screen'

# Without a screen, the view of a command stays open for :page, :sort and :split.
run "$PERFNAV" --no-index --batch --cmd ':count comm' --cmd ':page totals.txt' --cmd ':sort comm' \
	--cmd ':page sorted.txt' --cmd ':split event' --cmd ':count cpu' --cmd ':page other.txt' demo.data
is "$(sed -n '1p;3p' totals.txt | tr -s ' ')" $'3215 records by comm\n 1015 31.6 scanner' '... the view of the command before it'
is "$(sed -n '1p;3p' sorted.txt | tr -s ' ')" $'3215 records by comm, sorted by comm\n 10 0.3 -' '... as :sort has sorted it'
is "$(sed -n 1p other.txt)" '3215 records by cpu' '... and not an earlier one'
is "$(grep '^count' <<<"$out" | tr -s ' ')" $'count % comm\ncount % comm\ncount % event\ncount % cpu' \
	'each view is printed once, :sort prints it again'
run "$PERFNAV" --no-index --batch --cmd ':count comm' --cmd ':filter cpu == 0' --cmd ':page list.txt' demo.data
like "$(sed -n 1p list.txt)" '^ +n +time' 'after a command that acts on the list, :page writes the list'

# In scripts the whole screen, with the line of hints and what pops up.
printf '%s\n' :wait '::theme light<Enter>' vf :wait ':dump text' ':picture svg' | play 80x24 demo.data >pictured
ok ':picture is XML, of all lines of the screen' python3 - pictured <<'PYTHON'
import sys
import xml.etree.ElementTree as xml

text, svg = open(sys.argv[1], encoding="utf-8").read().split("---- svg 80x24\n")
root = xml.fromstring(svg)
rows = {}
for piece in root.iter("{http://www.w3.org/2000/svg}text"):
    rows.setdefault(float(piece.get("y")), []).append((float(piece.get("x")), piece.text))
got = ["".join(text for _, text in sorted(row)).split() for _, row in sorted(rows.items())]
want = [line.split() for line in text.splitlines()[1:] if line.strip()]
sys.exit(not got[0] or got[0][:3] != want[0][:3] or not got[-1][0].startswith(want[-1][0]))
PYTHON
like "$(sed -n '/^---- svg/,$p' pictured)" '#ffffff' '... on the page of the theme'
done_testing
