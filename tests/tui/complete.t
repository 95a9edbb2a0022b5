#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What Tab offers as values of a filter: what is in the recording.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" "$DATA/odd_maps.data" .

# offered FILE KEYS: what the line below the prompt lists, a word a line, without quotes.
offered() {
	printf ':wait\n%s\n:dump x\n' "$2" | play 1000x24 "$1" | tail -n 1 | sed 's/  */\n/g' | tr -d '"' | sort -u
}

# values FILE FIELD: those that records have.
values() {
	"$PERFNAV" count --no-index --by "$2" -f "$2" "$1" | sed 's/^ *[0-9]*  //' | sort -u
}

is "$(comm -13 <(offered demo.data '&dso == "<Tab>') <(values demo.data dso))" '' 'dso: all that samples have'
is "$(comm -13 <(offered demo.data '&addr.dso == "<Tab>') <(values demo.data callchain.dso))" '' \
	'... also of call chains'
is "$(offered demo.data '&mmap.file == "<Tab>')" "$(values demo.data mmap.file)" 'mmap.file: as it was recorded'
is "$(offered demo.data '&comm == "<Tab>' | grep -c .)" "$(values demo.data comm | grep -c .)" 'comm'
is "$(offered demo.data '&event == "<Tab>')" "$(values demo.data event)" 'event'
like "$(offered demo.data '&cpumode == <Tab>')" '^kernel$' 'names of numbers'
like "$(offered demo.data '&type == S<Tab>')" '^SAMPLE$' 'types'
like "$(offered demo.data '&co<Tab>')" '^count\($' 'functions, where a condition begins'
unlike "$(offered demo.data '&comm == <Tab>')" '^count' '... and not behind an operator'
like "$(offered demo.data '&count(br<Tab>')" '^brstack$' '... and fields behind them'
like "$(printf ':help len<Enter>\n:dump x\n' | play 80x24 demo.data)" 'how long a text, bytes or a list is' '... with help'
is "$(offered demo.data '::branches <Tab>')" $'block\nedge\nfrom\nnewest\nto\nway' 'totals of branches, and their way'
is "$(offered demo.data '::mem l<Tab>')" $'latency\nlevel\nline' '... of memory accesses'
like "$(offered demo.data '::mem line where comm == "s<Tab>')" '^scanner$' '... and their filter'
line=$(printf ':wait\n&dso == "[k<Tab>\n:dump x\n' | play 80x24 demo.data | tail -n 2 | head -n 1)
is "$line" 'filter: dso == "[kernel.kallsyms]"' 'one that is left is written'
unlike "$(printf ':wait\n&mmap.file == "<Tab>\n:dump x\n' | play 1000x24 odd_maps.data)" $'[\001-\010\013-\037\177]' \
	'names are escaped'

done_testing
