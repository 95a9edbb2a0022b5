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

like "$(last va :wait 'Pevents.txt<Enter>')" '^ 8 lines written' 'P: the view'
run "$PERFNAV" --no-index --batch --cmd ':events' demo.data
is "$(cat events.txt)" "$out" '... as --batch prints it'
is "$(stat -c %a events.txt)" 600 '... for its owner alone'
echo other >events.txt
screen=$(last va :wait 'Pevents.txt<Enter>')
like "$screen" 'is there already: Enter again replaces it, Escape does not' 'a file that is there: it asks'
is "$(cat events.txt)" other '... and does nothing'
last va :wait 'Pevents.txt<Enter><Esc>' >/dev/null
is "$(cat events.txt)" other '... nor after Escape'
last va :wait 'Pevents.txt<Enter>x<Backspace><Enter>' >/dev/null
is "$(cat events.txt)" "$out" '... but after Enter on the same name'
like "$(last '&cpu == 1<Enter>' :wait 'Precords.txt<Enter>')" 'records written' 'P in the records: those of the list'
is "$(cat records.txt)" "$("$PERFNAV" print --no-index -f 'cpu == 1' demo.data)" '... as print prints them'
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
is "$(cat 'a page.txt')" "$out" ':page likewise'
last '::write "of all.txt" --scope all<Enter>' >/dev/null
is "$(wc -l <'of all.txt')" 3215 ':write: a name with blanks in quotes'
like "$(last '?Phelp.txt<Enter>')" 'lines written' 'any page'
like "$(cat help.txt)" '^  j Down \^N +next line' '... all of it'
like "$(last vf :wait 'Pflame.txt<Enter>')" 'lines written' 'the flame graph'
like "$(last vh :wait 'Ptime.txt<Enter>')" 'lines written' 'the histogram'
like "$(last 'vaP<Enter>')" 'expected the name of a file' 'no name'
like "$(last 'vaP/nowhere/x<Enter>')" 'No such file' 'no such folder'
like "$(last 'va::page events.txt<Enter>')" 'events.txt is there already; :page! replaces it' ':page'
like "$(last 'va::page! events.txt<Enter>')" '^ 8 lines written' ':page!'

done_testing
