#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Spans in the list of records: columns, and from the begin of a span to its end.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# at KEYS...: the record that the keys lead to.
at() {
	printf ':wait\n%s\n:wait\n:dump x\n' "$@" | play 100x24 "$file" |
		sed -n '2s/.* record \([0-9]*\) of .*/\1/p'
}

file=tracepoints.data
is "$(at '80g^')" 81 'from the begin of a span to its end'
is "$(at '81g^')" 80 'and back'
is "$(at $'80g^\n:wait\n^')" 80 'both'
is "$(at $'80g^\n:wait\n<C-o>')" 80 'it is a jump'
is "$(at '79g^')" 79 'an end whose begin was not recorded leads nowhere'
like "$(printf ':wait\n79g^\n:wait\n:dump x\n' | play 100x24 "$file" | tail -n 2)" \
	'neither begins nor ends a span' '... and says so'
like "$(printf ':wait\n80g^\n:wait\n:dump x\n' | play 100x24 "$file" | tail -n 2)" \
	'syscall rseq, complete: 0\.000001051 s' 'the span is told'
file=sched.data
is "$(at '103g^')" 105 'of a record that ends a span and begins one the latter'
is "$(at $'103g^\n:wait\n^')" 108 '... so that it goes on'

screen=$(printf ':wait\n::columns time,span.name,span.dur<Enter>\n:wait\n80g\n:wait\n:dump x\n' |
	play 100x24 tracepoints.data)
like "$screen" 'rseq +0\.000001051' 'columns wait for spans'
# Totals of spans are of the events that begin them, whichever event the recording has first.
totals() {
	"$PERFNAV" --no-index --batch --cmd ":count $1" "$DATA/tracepoints.data" 2>/dev/null | sed 1d | awk '{ print $1, $NF }'
}
calls='sum(span.dur) by span.name where span.kind == "syscall"'
counted=$("$PERFNAV" count --no-index -q --by span.name -f 'span.kind == "syscall" and span.dur' "$DATA/tracepoints.data" |
	awk '{ print $1, $2 }')
is "$(totals "$calls and span.dur" | sort)" "$(sort <<<"$counted")" 'totals by the names of spans'
is "$("$PERFNAV" --no-index --batch --cmd ':flame by span.dur' "$DATA/tracepoints.data" 2>/dev/null | awk '{ n += $NF } END { print n }')" \
	"$("$PERFNAV" print --no-index -q -F span.dur --format csv "$DATA/tracepoints.data" | tr -d '\r' | awk 'NR > 1 { n += $1 } END { print n }')" \
	'stacks weighed by spans are those of an event that begins some'
is "$("$PERFNAV" count --no-index -q -f 'span.begin' --by event "$DATA/tracepoints.data" | awk '{ print $2 }')" \
	'raw_syscalls:sys_exit' 'events that end spans'
done_testing
