#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC1003,SC2016 # keys, and text that perfnav expands
# Each key does what it is for. A key that the help screen names and this table does not is a failure;
# tests/tui/keytable.t compares the help screen with doc/keys.md.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA/demo.data" "$DATA/lost.data" .
tested=()

# key NAME KEYS REGEX WHAT: after the keys a line of the screen matches. NAME is that of the help screen.
key() {
	tested+=("$1")
	screen=$(printf ':wait\n%s\n:wait\n:dump x\n' "$2" | play 80x24 "${file:-demo.data}")
	like "$screen" "$3" "$1: $4"
}

at() {
	printf 'record %s of' "$1"
}

# number FILTER: of the first record that passes.
number() {
	"$PERFNAV" print --no-index -n 1 -f "$1" "${file:-demo.data}" | awk '{ print $1 }'
}

# ---- move ----
key j 5gj "$(at 6)" 'down'
key Down '5g<Down>' "$(at 6)" 'down'
key ^N '5g<C-n>' "$(at 6)" 'down'
key k 5gk "$(at 4)" 'up'
key Up '5g<Up>' "$(at 4)" 'up'
key ^P '5g<C-p>' "$(at 4)" 'up'
for k in Space f ^F PgDn; do
	case $k in ^*) seq="<C-${k#^}>" ;; f) seq=f ;; *) seq="<$k>" ;; esac
	key "$k" "$seq" "$(at 10)" 'a page down'
done
for k in b ^B PgUp; do
	case $k in ^*) seq="<C-${k#^}>" ;; b) seq=b ;; *) seq="<$k>" ;; esac
	key "$k" "100g$seq" "$(at 90)" 'a page up'
done
key d d "$(at 5)" 'half a page down'
key ^D '<C-d>' "$(at 5)" 'half a page down'
key ^U '100g<C-u>' "$(at 95)" 'half a page up'
for k in g '<' Home; do
	case $k in g) seq=g ;; '<') seq='<lt>' ;; *) seq="<$k>" ;; esac
	key "$k" "100g$seq" "$(at 0)" 'the first'
done
for k in G '>' End; do
	case $k in End) seq='<End>' ;; *) seq=$k ;; esac
	key "$k" "$seq" "$(at 3214)" 'the last'
done
key % '50%' "$(at 1607)" 'a part of the file'
key l '2000g::columns n,time,comm<Enter>lyf' 'Copied' 'the next column'
key Right '<Enter>g<Right>' '▾ header' 'opens in the tree'
key h '2000ghyf' 'Copied' 'the column before'
key Left '<Enter>g<Right><Left>' '▸ header' 'closes in the tree'
key Backspace '<Enter>g<Right>j<Backspace>' '^>▾ header' 'to the parent'
key '*' '<Enter>g*' '▾ header' 'opens all'
key C '<Enter>g*C' '▸ header' 'closes all'
key ^O '5g200g<C-o>' "$(at 5)" 'back'
key Alt-Left '5g200g<A-Left>' "$(at 5)" 'back'
key Alt-Right '5g200g<A-Left><A-Right>' "$(at 200)" 'forward'
key mx "7gma90g'a" "$(at 7)" 'a mark'
key "'x" "7g90g''" "$(at 7)" 'the place before the jump'
key M '7gM90gMgu' "$(at 7)" 'a flag'
key u '7gM90gMguu' "$(at 90)" 'the next flag'
key U '7gM90gMGU' "$(at 90)" 'the flag before'
# ---- related records ----
key ] '2000g]' "$(at "$(number 'ordinal > 2000 and tid == 7354')")" 'the same thread'
key '[' $'2000g]\n:wait\n[' "$(at 2000)" '... back'
key '}' '2000g}' "$(at "$(number "ordinal > 2000 and cpu == $("$PERFNAV" print --no-index -f 'ordinal == 2000' -F cpu demo.data)")")" 'the same CPU'
key '{' $'2000g}\n:wait\n{' "$(at 2000)" '... back'
key ')' '2000g)' "$(at "$(number 'ordinal > 2000 and event == "sched:sched_switch"')")" 'the same value'
key '(' $'2000g)\n:wait\n(' "$(at 2000)" '... back'
file=system.data key s 's' 'record [1-9]' 'a gap in time'
file=system.data key S $'sss\n:wait\nSS' 'record [1-9]' '... back'
file=lost.data key e e "$(at "$(file=lost.data number problem)")" 'a problem'
file=lost.data key E $'ee\n:wait\nE' "$(at "$(file=lost.data number problem)")" '... back'
# ---- panes and views ----
key Enter '<Enter>' '\[ details: ' 'into the details'
key Tab '<Tab><Tab>' '\[ bytes: ' 'the next pane'
key Shift-Tab '<S-Tab>' '\[ bytes: ' 'the pane before'
key F7 '<Tab>5g<S-Tab>5g<Tab><F7>' "$(at 4)" 'the record before, from any pane'
key F8 '<Tab><F8>' "$(at 1)" 'the next record'
key p 'p' '^─ bytes' 'details off'
key x 'x' '^─ details: ID_INDEX ─*$' 'bytes off'
key z '<Enter>z' '^─\[ details: ID_INDEX \]─*$' 'this pane alone'
key . '2000g5.' 'time in \{1821\.[0-9]{9}s \.\. 1821\.[0-9]{9}s\}.* match [0-9]+ of' 'the records around this one'
key i i '^[ >]  path +demo' 'what the recording says'
key vr 'ivr' "$(at 0)" 'the records'
key vv $'vv\n:wait' '^ overview, all records: samples of cpu-clock' 'the overview'
key va va '^ events' 'the events'
key ve ve '^ problems' 'the problems'
key vt vt '^ threads' 'the threads'
key vf $'vf\n:wait' '^ flame graph of cpu-clock .* by samples' 'the flame graph'
key vw $'vw\n:wait' '^ sandwich of .* of cpu-clock' 'the sandwich'
key vk $'2000gvk\n:wait' '^ stack chart of cpu-clock' 'the stack chart'
key vg $'vg\n:wait' '^ call tree of cpu-clock .* by samples' 'the call tree'
key vh vh '^ records over time' 'the histogram'
key vc vc '^ period of cpu-clock .* over time' 'the chart'
key vm vm ' a column' 'the heat map'
key vo vo '^ threads over time' 'the threads over time'
key vu $'2000g\n:wait\nvu' '^ CPU 1 within 5\.000 ms of record 2000 ' 'the CPU of the record'
key Z $'vh\n:wait\nz\n:wait\nZ' '1821.432542115 to' 'out of a time range'
# lower KEYS: on which line the lower panes begin after them.
lower() {
	printf ':wait\n%s\n:dump x\n' "$1" | play 80x24 demo.data | awk '/details/ { print NR; exit }'
}
half=$(lower '')
is "$(lower '3<C-w>+') $(lower '3<C-w>-') $(lower '9<C-w>-<C-w>=') $(lower '99<C-w>+')" \
	"$((half - 3)) $((half + 3)) $half 6" '^W+ ^W- ^W=: the lower panes larger, smaller, as before'
tested+=(^W+ ^W- ^W=)
key vs 2000gvs '^ call chain of record 2000' 'the call chain'
key vb 2000gvb '^ branch stack of record 2000' 'the branch stack'
key vl 2000gvl '^ memory access of record 2000' 'the memory access'
key vd 2000gvd '^ maps of 7352 dark-blur as of record 2000' 'what was mapped'
key a 2000ga '^ code at 0xffffffff821facd8' 'instructions'
key L 2000gL '^ source of 0xffffffff821facd8' 'the source line'
key R 2000gR 'Addresses' 'addresses for names'
key R 2000gvsR 'Names, where known' 'names or addresses'
key F2 '<F2>' '^ options: ' 'the options'
key K 2000gK 'event +name of the event' 'explains the field'
key 'v&' 'v&' '^ filter: all of these' 'the conditions'
key "v'" "7gMv'" '^>flag +7 ' 'marks, flags, notes'
key vi vi '^[ >]  path +demo' 'what the recording says'
key '?' '?' '^ keys in the records' 'help'
key F1 '<F1>' '^ keys in the records' 'help'
key q 'iq' "$(at 0)" 'back'
is "$(printf ':wait\nvaQ\n:dump x\n' | play 80x24 demo.data)" '' 'Q: quits from any view'
is "$(printf ':wait\nva<F10>\n:dump x\n' | play 80x24 demo.data)" '' 'F10 likewise'
tested+=(Q F10)
# ---- search and filter ----
key / '/prev_comm=scanner<Enter>' "$(at "$(number 'line contains "prev_comm=scanner"')")" 'search'
key F3 '<F3>prev_comm=scanner<Enter>' "$(at "$(number 'line contains "prev_comm=scanner"')")" 'search'
key n $'/EXIT<Enter>\n:wait\nn' "$(at "$("$PERFNAV" print --no-index -f 'line contains "EXIT"' -n 2 demo.data | awk '{ n = $1 } END { print n }')")" 'the next'
key N $'/EXIT<Enter>\n:wait\nn\n:wait\nN' "$(at "$(number 'line contains "EXIT"')")" 'the one before'
key '&' '&pid == 7351<Enter>' 'filter:  pid == 7351 ' 'a filter'
key F4 '<F4>pid == 7351<Enter>' 'filter:  pid == 7351 ' 'a filter'
key \\ '&pid == 7351<Enter>\' 'filter off:' 'off'
key D '&pid == 7351 and cpu == 0<Enter>D' 'filter:  pid == 7351  ' 'without the last condition'
key Del '&pid == 7351 and cpu == 0<Enter>1<Del>' 'filter:  cpu == 0  ' 'without the first'
key + '2000g+' 'filter:  event == "sched:sched_switch" ' 'and this'
key - '2000g-' 'filter:  not event == "sched:sched_switch" |event != "sched' 'and not this'
key '=' $'2000g+\n:wait\nh=' 'filter:  (comm|tid|pid|cpu) == [^ ]*  ' 'only this'
key , '2000g,' '^ 3215 records by event ' 'counts'
key F6 '2000g<F6>' '^ 3215 records by event ' 'counts'
key Esc '&pid == 7351 and tid == 7351<Enter><Esc>' 'filter:  pid == 7351  and \[tid == 7351\]' 'turns the last condition off'
key '^_' '&pid == 7351 and cpu == 0<Enter>D<C-_>' 'filter:  pid == 7351  and  cpu == 0 ' 'brings the condition back'
# ---- display ----
key t t 'time counts|since|first' 'another form of time'
key T 2000gT 'zero|count' 'time zero'
key o o 'by time' 'time order'
key c c '^ columns' 'columns'
key F F 'nothing to follow' 'follow'
key ^G '<C-g>' 'record 0 of 3215, [0-9]+ bytes at offset' 'where we are'
key ^L '<C-l>' "$(at 0)" 'paints the screen'
key '^W>' '2000gh5<C-w>>' '^> *2000 .*blur {7}sched_switch' 'a wider column'
# bar KEYS: in which column the bytes begin after them.
bar() {
	printf ':wait\n%s\n:dump x\n' "$1" | play 80x24 demo.data --ascii | awk '/details/ { print index($0, "bytes:"); exit }'
}
side=$(bar '<Tab>')
is "$(bar '<Tab>5<C-w>>') $(bar '<Tab>5<C-w><lt>') $(bar '<Tab><Tab>5<C-w>>') $(bar '<Tab>5<C-w><lt><C-w>=')" \
	"$((side + 5)) $((side - 5)) $((side - 4)) $side" '^W> ^W< in the fields and the bytes: the pane wider, narrower'
key '^W<' '2000g9<C-w><lt>' ' sc…h ' 'a narrower one'
key ^Wh '2000g<C-w>h' 'event +comm +summary' 'a column moves left'
key ^Wl '2000gh<C-w>l' 'event +comm +summary' 'a column moves right'
# ---- act ----
key w 'wx.csv<Enter>' 'records written' 'writes records'
key '|' '|tail -n1 | sed s/^/last/<Enter>' '^last *3214 ' 'records to a command'
key '!' '!exit 3<Enter>' 'exit status 3' 'runs a command'
key P 'vaPx.txt<Enter>' '^ 9 lines written' 'writes the view'
key : '::500<Enter>' "$(at 500)" 'a command'
for k in l f j p; do key "y$k" "2000gy$k" 'Copied' 'copies'; done
key ya '2000gya' 'Copied' 'copies'
key yF '&pid == 7351<Enter>yF' 'Copied' 'copies the filter'
key ^C '<C-c>' 'Ctrl-C again quits' 'nothing to stop'
key ^C '<C-c>j<C-c>' 'Ctrl-C again quits' 'not two in a row'
key ^C '<C-c>:<Esc><C-c>' 'Ctrl-C again quits' 'not with a prompt between them'
is "$(printf ':wait\n<C-c><C-c>\n:dump x\n' | play 80x24 demo.data)" '' '^C twice: quits'
# Suspending is for a terminal: terminal.t.
tested+=(^Z)

# ---- all of them ----
helped=$(printf '?\n:dump x\n' | play 120x200 demo.data |
	sed -n '/^  *Commands/q; s/^   \(\S.*\S\)  .*$/\1/p' | sed 's/   *.*//' | tr ' ' '\n' | sort -u)
is "$(comm -23 <(echo "$helped") <(printf '%s\n' "${tested[@]}" | sort -u))" '' 'each key of the help screen was tried'

# Those of the plan of the browser, less digits.
planned="j k Down Up ^N ^P Space f ^F PgDn b ^B PgUp d ^D ^U g < Home G > End % h l Left Right Backspace * C ^O Alt-Left
Alt-Right mx 'x M u U ] [ } { ) ( s S e E Enter Tab Shift-Tab F7 F8 p x z Z ^W+ ^W- ^W= vr vh vm vf vc vb vl vt vd vi ve i a K q Q
/ n N & F4 \\ + - = , t T R o c F ^G ^L : yl yf yj ya yF yp w P | ! F2 F3 F6 F10 ? F1 Esc ^C ^Z"
set -f
for k in $planned; do
	[[ " ${tested[*]} " == *" $k "* ]] || missing+=("$k")
done
is "${missing[*]:-}" '' 'each key of the plan was tried'

done_testing
