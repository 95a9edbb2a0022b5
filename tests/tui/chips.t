#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The conditions of the filter one by one, and what the prompt says while one is typed.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens chips 80x24 demo.data <<'KEYS'
:wait
&comm == "scanner" and type == SAMPLE and cpu == 0<Enter>
:wait
:dump three
# The second one off and on again: what was found before is there at once.
2\
:wait
:dump second-off
2\
:dump second-on
# All off, on: at once, too.
\
:dump all-off
\
:dump all-on
3&<C-w>1
:dump edit
<Enter>
:wait
:dump edited
2D
:wait
:dump second-dropped
D
:wait
<Esc>
:wait
:dump none
5\
:dump no-such
KEYS

screens chips-view 80x24 demo.data <<'KEYS'
v&
:dump none
&comm == "scanner" and ip == 0x5 and cpu == 0<Enter>
:wait
v&
:wait
:dump list
j\
:wait
:dump second-off
<Enter>
:dump edit
<C-u><Enter>
:wait
:dump gone
G=
:wait
:dump only-the-last
gDD
:dump dropped
KEYS

# While it is typed: what is missing, what is wrong, what it costs.
screens chips-typing 80x24 tracepoints.data <<'KEYS'
:wait
&pid
:dump a-field
<Space>==
:dump not-finished
<Space>x
:dump wrong
<Backspace>1
:dump costs-nothing
<Space>and callchain.ip == 1
:dump costs-records
<Space>and not (cpu == 1)
:dump with-a-warning
<C-u>pid == 1)
:dump at-its-place
KEYS

# Tab by what can stand there.
screens chips-complete 120x24 tracepoints.data <<'KEYS'
:wait
&ty<Tab>
:dump field
<Space>== FO<Tab>
:dump type
<C-u>comm == <Tab>
:dump comms
<C-u>event in {"sched:sched_process_e<Tab>
:dump event-in-a-string
}<Space>a<Tab>
:dump event-whole
<C-u>not event == "dum<Tab>
:dump second-event
<C-u>cpumode == k<Tab>
:dump enum
<C-u>tp.parent_c<Tab>
:dump tracepoint-field
KEYS

# Names of commands, also those with a '-' and behind a colon typed once more; their arguments.
screens commands-complete 80x24 demo.data <<'KEYS'
:wait
::wri<Tab>
:dump name
<C-u>filter-o<Tab>
:dump name-with-a-minus
<C-u>:prob<Tab>
:dump one-colon-more
<C-u>hide MMA<Tab>
:dump type
<C-u>count by co<Tab>
:dump field
<C-u>time-format w<Tab>
:dump time-format
<C-u>fr<Tab>
:dump nothing
KEYS

# A long condition has its beginning and its end, cut between words; v& shows all of it.
long='comm == "dark-blur" or comm == "scanner" or comm == "photolab" or comm == "archivist"'
out=$(printf ':wait\n&%s<Enter>\n:wait\n:dump bar\nv&\n:dump whole\n' "$long" | play 80x24 demo.data)
like "$out" '^ filter:  comm == "dark-blur" or comm… or comm == "archivist"  *match 1 of ' 'a long condition: both ends'
like "$out" ' v& whole filter ' '... the key that shows all of it'
like "$out" '^ comm == "dark-blur" or comm == "scanner" or comm == "photolab" or comm ==$' '... which does'
long='comm in {"dark-blur","scanner","photolab","archivist","thumbnail","darkroom"} and cpu == 1'
out=$(printf ':wait\n&%s<Enter>\n:wait\n:dump bar\n' "$long" | play 80x24 demo.data)
like "$out" '^ filter:  comm in {"dark-blur",…"darkroom"}  and  cpu == 1  *match 1 of ' \
	'a long list: both ends, whole names'

# A condition that a view adds does not turn on those that \ has turned off: a cell of the heat map
# opens as many records as it counts.
out=$(play 100x10 demo.data <<'KEYS'
:wait
:filter tid == 7351<Enter>
:wait
\
vm
:wait
ll
:dump heat
<Enter>
:wait
:dump cell
KEYS
)
counted=$(grep -Eo '[0-9]+ records? in ' <<<"$out" | grep -Eo '[0-9]+')
like "$out" '^ filter: \[tid == 7351\] and  time in ' \
	'a cell: the condition that was off stays off'
like "$out" " match 1 of ${counted:-none}\$" '... and the list has the records of the cell'

done_testing
