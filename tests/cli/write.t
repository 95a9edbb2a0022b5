#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# :write: records to a file, in the background.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .

batch ':write all.txt' ':write all.jsonl' ':write all.csv' ':w other --format csv'
is "$status:$out" "0:$(printf '%s\n' '3215 records written.' '3215 records written.' \
	'3215 records written.' '3215 records written.')" 'what it says'
same all.txt
same all.jsonl --format json
same all.csv --format csv
same other --format csv
batch ':filter type == COMM' ':write filtered.csv' ':write everything.jsonl --scope all' ':toggle' \
	':write off.txt --scope filtered'
same filtered.csv --format csv -f 'type == COMM'
same everything.jsonl --format json
same off.txt
batch ':100' ':flag' ':200' ':flag' ':300' ':flag' ':write flagged.jsonl --scope flagged'
same flagged.jsonl --format json -f 'ordinal in {100, 200, 300}'
screen=$(printf '%s\n' :wait '&cpu == 0<Enter>' :wait 300gma 100gmb '::write filtered.range.csv --scope range<Enter>' :wait ':dump x' |
	play 80x24 demo.data)
like "$screen" ' records written' 'from mark to mark'
same filtered.range.csv --format csv -f 'cpu == 0 and ordinal in {100..300}'
is "$(stat -c %a all.csv)" 600 'for its owner alone'

# What is there is replaced only when that is asked for.
echo keep >here.csv
batch ':write here.csv'
is "$status:$(cat here.csv)" '2:keep' 'a file that is there stays' || diag "$err"
batch ':write! here.csv'
same here.csv --format csv

batch ':write nowhere/x.csv'
is "$status" 4 'a folder that is not there: status 4' || diag "$err"
refused ':write' 7
refused ':write x --format tea' 19
refused ':write x --scope tea' 18
run "$PERFNAV" --no-index --batch --cmd ':write x --scope range' demo.data
is "$status" 2 'a range without marks: status 2'
like "$err" 'the range is from mark a to mark b; mx sets mark x' '... why'
refused ':write x y' 10
refused ':write -' 8
batch ':write none.csv --scope flagged'
like "$status:$err" '^2:perfnav: no record is flagged' 'nothing is flagged'
is "$(find . -type f ! -name 'all.*' ! -name other ! -name 'filtered.*' ! -name 'everything.*' \
	! -name 'off.*' ! -name 'flagged.*' ! -name 'here.*' ! -name demo.data)" '' \
	'what fails leaves nothing'

# Without a place to write it, a message and no file; the browser goes on.
if [[ -w /dev/full ]]; then
	batch ':write! /dev/full'
	ok 'a device is no file to write' [ "$status" != 0 ]
fi
screens write 80x24 demo.data <<'KEYS'
:wait
::write screen.csv<Enter>
:wait
:dump written
::write screen.csv<Enter>
:dump is-there
KEYS

done_testing
