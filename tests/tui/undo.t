#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Escape turns conditions off and drops nothing; ^_ undoes changes of filter, order, columns and markers.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# after KEYS REGEX WHAT: a line of the screen after these keys.
after() {
	like "$(printf ':wait\n%s\n:wait\n:dump x\n' "$1" | play 100x24 demo.data)" "$2" "$3"
}

toggle=\\
two='&pid == 7352 and tid == 7352<Enter>'
after "$two<Esc>" '^ filter:  pid == 7352  and \[tid == 7352\]' 'Escape turns the last condition off'
after "$two<Esc>" '^ Off: tid == 7352\. \\ turns it on again, D drops it\. Still on: pid == 7352$' '... and says so'
after '&tid == 7352<Enter><Esc>' '^ Off: tid == 7352\. \\ turns it on again, D drops it\.$' '... when no other one is on'
after "$two<Esc><Esc>" '^ filter off: \[pid == 7352\] and \[tid == 7352\]' '... then the one before'
after "$two<Esc><Esc><Esc><Esc>" '^ filter off: \[pid == 7352\] and \[tid == 7352\]' '... and never more'
after "$two<Esc><Esc><Esc><Esc>" '^ The filter is off\. \\ turns it on again\.$' '... which is said'
after "$two<Esc><Esc>$toggle" '^ filter:  pid == 7352  and \[tid == 7352\]' '... the filter key turns the last one on again'
after "$two<Esc><Esc>$toggle$toggle" '^ filter:  pid == 7352  and  tid == 7352 ' '... and then the one before'
after "$two<Esc>$toggle$toggle" '^ filter off:  pid == 7352  and  tid == 7352$' '... and is what it was when all are on'
after "$two<Esc>&<C-u>tid == 7354<Enter>$toggle" '^ filter off: ' '... also after another filter was typed'

after "$two<C-_>" '^ Undone: filter\. Ctrl-_ again redoes it\.$' '^_: the filter before'
after "$two<C-_>j" '^ Enter details' '... which was none'
after "$two<C-_><C-_>" '^ filter:  pid == 7352  and  tid == 7352 ' '... and again'
after "${two}DD<C-_>" '^ filter:  pid == 7352 ' '... one change at a time'
after '&pid == 7352<Enter>::undo<Enter>' '^ Undone: filter\. ' ':undo does what the key does'
after '::clear<Enter><C-_>' '^ Nothing to undo: filter, order, columns and markers are unchanged\.$' '... nothing was changed'
after 'o<C-_>' '^ Undone: order\.' '... the order'
after 'o<C-_>' 'file order: ' '... of the file'
after 'o<C-_><C-_>' ', by time ' '... of time again'
after '::columns n,time<Enter><C-_>' '^ Undone: columns\.' '... the columns'
after '::columns n,time<Enter><C-_>' ' pid/tid .* summary$' '... as they were'
after 'h<C-w>l<C-_>' 'pid/tid  comm .*event ' '... that were moved'
after $'&cpu == 1<Enter>\n:wait\nvt\n:wait\n<C-_>' '^ Undone: filter' '... from another view'
graph=$'&pid == 7352<Enter>\n:wait\n'
for view in h f m o g; do
	like "$(printf ':wait\n%s\nv%s\n:wait\n<C-_>\n:wait\n:dump x\n<C-_>\n:wait\n:dump x\n' \
		"$graph" "$view" | play 100x24 demo.data | grep -A1 '^---- x' | sed -n '2p;5p' |
		grep -c ' where pid == 7352')" '^1$' "v$view: undo counts without the filter, redo with it"
done
after "${graph}vf<C-_>" '^ Undone: filter\. ' '... and says so'
after 'vf<C-_>' '^ Nothing to undo: ' '... nothing was changed'
after 'vf<C-_>' '^ flame graph of cpu-clock ' '... the view stays'

# What a line of a view counts, as records, and back: the view opens a filter and takes it away again.
open=$'&pid == 7352<Enter>\n:wait\n::count event<Enter>\n:wait\nj<Enter>\n:wait\n'
after "$open" ' and  event == "sched:sched_switch" ' 'a view shows the records of its line'
after "${open}q" '^ Restored the filter\. Ctrl-_ undoes it\.$' '... and has the filter of before when it is back'
after "${open}qvr" '^ filter:  pid == 7352 ' '... which the list has'
after "${open}q<C-_>vr" ' and  event == "sched:sched_switch" ' '... until that is undone'
after "${open}vvvr" ' and  event == "sched:sched_switch" ' '... another way back leaves it as it is'
after "${open}${toggle}qvr" '^ filter off: ' '... and so does a change'
after "${open}h+qvr" '^ filter:.* and  comm == ' '... also an addition'

# A filter that is of the last time is named so until it is changed.
rm demo.data "$XDG_CONFIG_HOME/perfnav/config"
cp "$DATA/demo.data" .
kept() {
	printf '%s\n' ':wait' "$@" ':wait' ':dump x' | STATE='' play 80x24 demo.data
}
kept '&cpu == 1<Enter>' >/dev/null
like "$(kept '')" '^ filter restored:  cpu == 1 ' 'a filter of the last time'
like "$(kept jjj)" '^ filter restored:  cpu == 1 ' '... still after keys'
like "$(kept "$toggle")" '^ filter off:  cpu == 1$' '... until it is changed'
done_testing
