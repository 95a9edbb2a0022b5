#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Filters: the prompt, fields under the cursor, on and off.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

screens filter 80x24 demo.data <<'KEYS'
:wait
2000g
&
:dump prompt
pid == 7351<Enter>
:wait
:dump by-pid
&<Space>and type == COMM<Enter>
:wait
:dump by-pid-and-type

\
:dump off
\
:wait
:dump on-again

# Escape turns off the last condition, one at a time.
<Esc>
:wait
:dump one-left
<Esc>
:dump none-left

# Nothing passes.
&pid == 1<Enter>
:wait
:dump nothing
::clear<Enter>
:dump cleared
KEYS

screens filter-mistakes 80x24 demo.data <<'KEYS'
:wait
&pid == nginx<Enter>
:dump not-a-number
<C-e><C-u>comm == "x<Enter>
:dump no-end
<C-e><C-u>pidd == 1<Enter>
:dump no-such-field
# A message that does not fit beside its place gets a line of its own.
<C-e><C-u>comm == "a quite long name of a task" and cpu == 1 and pid == x<Enter>
:dump at-the-end
# The text can be mended: the cursor stays at its end, and a mark is at the mistake.
<C-w>12<Enter>
:wait
:dump mended
# Text longer than the screen.
&<Space>and comm != "another quite long name of a task"
:dump long
<Home>
:dump long-begin
<Esc>
# Names by Tab, what was typed before by Up.
&<C-u>callch<Tab><Tab>
:dump completed
<C-u><Up><Up>
:dump from-history
<C-c>
KEYS

screens filter-fields 80x24 demo.data <<'KEYS'
:wait
2000g
# The column decides what + takes: first the event.
+
:wait
:dump event
# The task's name.
h+
:wait
:dump comm
# Not this one.
<Esc>-
:wait
:dump not-comm
# Only this value of a field of the tree.
<Enter>gjjj=
:wait
:dump only-pid
# A part of a number, a group.
g<Right>jj<Right>j+
:wait
:dump cpumode
KEYS

# What a filter shows is what print prints.
# Keys that end a search in the history do what they are for, also those of several bytes.
screen=$(play 80x24 demo.data <<'KEYS'
:wait
&pid == 1<Enter>
:wait
&<C-r>p<C-x>
:dump two-keys
<C-c>&<C-r>pid<Up>!
:dump arrow
<C-c>&<C-r>pid<C-a>!
:dump control
KEYS
)
is "$(grep '^filter: ' <<<"$screen")" $'filter: pid == 1\nfilter: pid == 1!\nfilter: !pid == 1' \
	'a search in the history'

listed=$(play 60x50 demo.data -f 'comm == "scanner" and type == COMM' <<'KEYS' | grep -c '^[> ] *[0-9].* COMM '
:wait
:dump all
KEYS
)
printed=$("$PERFNAV" print --no-index -f 'comm == "scanner" and type == COMM' demo.data | wc -l)
is "$listed" "$printed" 'as many lines as perfnav print'

run play 80x24 demo.data -f 'pid ==' </dev/null
is "$status" 2 'a filter on the command line that does not parse: status 2'

long=$(printf ':wait\n&%s\n:dump x\n:resize 80x10\n:dump y\n' 'pid == 7351 and comm == "scanner" and cpu == 1' |
	play 40x10 demo.data | grep '^filter: ')
is "$long" 'filter: …comm == "scanner" and cpu == 1
filter: pid == 7351 and comm == "scanner" and cpu == 1' 'on a screen that grows a prompt shows all of its text'

# Samples that lack the field of a condition: what they are.
# said FILTER: the message after Enter.
said() {
	printf ':wait\n&%s<Enter>\n:wait\n:dump x\n' "$1" | play 100x24 "${2:-demo.data}" | tail -n 1
}
is "$(said 'cpu == 1')" ' samples of page-faults, cpu-clock have no cpu: the filter hides them' 'a filter by CPU hides samples without one'
is "$(said 'type == SAMPLE and (cpu == 1 or cpu in {2..3})')" ' samples of page-faults, cpu-clock have no cpu: the filter hides them' \
	'... in every case'
for filter in 'cpu == 1 or type == COMM' 'not cpu == 1' 'event == "sched:sched_switch" and cpu == 1' 'type != SAMPLE and cpu == 1' \
	'cpu' 'tid == 7351'; do
	unlike "$(said "$filter")" 'hides them' "$filter: nothing is said"
done
unlike "$(said 'cpu == 1' system.data)" 'hides them' '... nor where all have it'

# A condition that was off is on again.
twice() {
	printf '%s\n' :wait vr '::filter tid == 7354<Enter>' :wait "$@" '::and tid == 7354<Enter>' :wait ':dump x' | play 80x24 demo.data
}
like "$(twice)" 'The filter has that condition already\.' 'a condition that the filter has'
like "$(twice $'\\')" 'The filter had that condition: it is on again\.' '... and that was off'
like "$(twice '<Esc>')" 'The filter had that condition: it is on again\.' '... by Escape'
# The bottom line shows the condition of the key; a long value is cut.
hint() {
	printf '%s\n' :wait "$2" :wait ':dump x' | play "$1" demo.data | tail -n 1
}
like "$(hint 80x24 2000g)" '  \+ event == "sche…"  ' 'the condition that + adds'
like "$(hint 120x24 2000g)" '  \+ event == "sched:sched_switch"  ' '... whole where there is room'
unlike "$(hint 80x24 '2000ghhh::filter type == COMM<Enter>')" '  \+ ' '... none where there is no value'

# Conditions that a view adds together are shortened one by one.
line=$(printf '%s\n' :wait '&event == "cpu-clock"<Enter>' '::count event,dso<Enter>' :wait '<Enter>' :wait ':dump x' | play 80x24 demo.data | sed -n 3p)
like "$line" '^ filter: 1 more and  event == "cpu-[^"]*" and dso == "…/photolab"  ' 'each condition has its quotes, and the file its name'

# Two conditions that no record meets: the way out.
like "$(printf '%s\n' :wait '&tid == 7351 and tid == 7354<Enter>' :wait ':dump x' | play 80x24 demo.data)" \
	'^ no record passes the filter; Esc turns off the last condition$' 'no record passes: which key helps'
done_testing
