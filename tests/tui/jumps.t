#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Ways back and forward, flags, and what is copied.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# at KEYS...: the record that the keys lead to, of demo.data or $file.
at() {
	printf ':wait\n%s\n:wait\n:dump x\n' "$@" | play 80x24 "${file:-demo.data}" |
		sed -n '2s/.* record \([0-9]*\) of .*/\1/p'
}

is "$(at '100g200g300g<C-o>')" 200 'back'
is "$(at '100g200g300g<C-o><C-o>')" 100 'back twice'
is "$(at '100g200g300g<C-o><C-o><C-o>')" 0 'to where we began'
is "$(at '100g200g300g<C-o><C-o><C-o><C-o>')" 0 'and no further'
is "$(at '100g200g300g<C-o><C-o><A-Right>')" 200 'forward'
is "$(at '100g200g300g<A-Left><A-Left><A-Right><A-Right>')" 300 'forward to the last'
is "$(at '100g200g300g<C-o><C-o>400g<C-o>')" 100 'a jump forgets what was forward'
is "$(at '100g200gjjj<C-o>')" 100 'steps are no jumps'
is "$(at "100g200gjjj''")" 100 "'' goes to where it came from"
is "$(at "100g200g''''")" 200 '... and back'

is "$(at '100gM200gM300gMU')" 200 'U: the flag before'
is "$(at '100gM200gM300gMgu')" 100 'u: the flag behind'
is "$(at '100gM200gMM300gMguu')" 300 'M again takes the flag'
is "$(at '100gMguu')" 100 'the last flag'
is "$(at '::set time-format first<Enter>::T18446744073.7<Enter>')" 3214 'the last times that there are'
like "$(printf '%s\n' ':wait' '::0.5s<Enter>' ':wait' ':dump x' | play 160x24 demo.data)" \
	'The recording begins at 1821[.]432542115: type :1821[.]932542115 for 500 ms after the beginning; ":time-format first" shows relative times[.]$' 'a time before the recording'
like "$(printf '%s\n' ':wait' '::12.5s<Enter>' ':wait' ':dump x' | play 80x24 demo.data)" \
	'type a time such as :1821[.]9s;$' '... longer than the recording'
# Relative times: both those of the list and those of the details can be typed.
is "$(at '::set time-format first<Enter>::0.5s<Enter>')" "$(at '::1821.932542115<Enter>')" 'a time as the list shows it'
is "$(at '::set time-format first<Enter>::1821.9s<Enter>')" "$(at '::1821.9s<Enter>')" '... and as the details show it'
like "$(printf '%s\n' ':wait' '::set time-format first<Enter>' '::3s<Enter>' ':wait' ':dump x' | play 80x24 demo.data)" \
	'^ The recording ends at 0\.988858982\.$' '... a time after the recording'
for view in vh vo; do
	like "$(printf '%s\n' :wait "$view" :wait '::0.5s<Enter>' :wait ':dump x' | play 80x24 demo.data)" \
		'type :1821[.]932542115 for 500 ms' "... in $view"
done
moment() { printf '%s\n' :wait "::$1<Enter>" :wait ':dump x' | play 80x24 demo.data; }
is "$(moment 1821900ms)" "$(moment 1821.9s)" 'a time in ms'
is "$(moment 1821900500.5us)" "$(moment 1821.9005005)" '... and in us'
is "$(moment 010)" "$(moment 10)" 'an integer is decimal'
is "$(moment 1.5K)" "$(moment 1500)" '... and can have a unit'
is "$(moment 0x10)" "$(moment 16)" '... or be hexadecimal'
is "$(moment 33.25%)" "$(moment 1068)" 'a percentage with decimals'
like "$(moment 101%)" 'more than 100% of the recording' '... above 100'
is "$(moment '500<Enter>::+0.1')" "$(moment '500<Enter>::+100ms')" 'a number with decimals is a time'
like "$(moment 1.0000000001s)" 'more than nine digits' 'more decimals than a time has'
like "$(moment 1821900min)" 'expected 123, .* 12[.]5s' 'a unit that is none'
unlike "$(printf '%s\n' ':wait' '::1821.9s<Enter>' ':wait' ':dump x' | play 80x24 demo.data)" 'recording (begins|ends)|file order\.' '... not one within'
like "$(printf '%s\n' ':wait' '::9999s<Enter>' ':wait' ':dump x' | play 80x24 demo.data)" \
	'^ The recording ends at 1822[.]421401097\.$' 'a time after it'

# s and S: gaps of more than a hundred times the mean, as perfnav print finds them.
file=system.data
times=$("$PERFNAV" print --no-index --format json -F time "$DATA/$file")
mean=$(awk -F'[:}]' '$2 > 0 { if (!min || $2 < min) min = $2; if ($2 > max) max = $2 }
	{ n++ } END { printf "%d", int((max - min) / n) }' <<<"$times")
gaps=$("$PERFNAV" print --no-index -f "gap > $((mean * 100))ns" -F ordinal -n 3 "$DATA/$file")
is "$(wc -w <<<"$gaps")" 3 'there are such gaps'
is "$(at s) $(at ss) $(at sss)" "${gaps//$'\n'/ }" 's: unusual gaps in time'
is "$(at $'sss\n:wait\nS')" "$(sed -n 2p <<<"$gaps")" 'S: back'
unset file

# All conditions of the filter off, one by one: what is searched for has none of them.
off=$'&pid == 7351<Enter>\n:wait\n<Esc>\n:wait\n20g'
is "$(at "$off"'e') $(at "$off"'/archivist<Enter>')" '34 43' 'e and / where Escape has turned the filter off'
is "$(at $'&pid == 7352<Enter>\n:wait\n20g\n:wait\ne')" 34 'e in what a filter shows'

screens jumps-flags 80x24 demo.data <<'KEYS'
:wait
100gMjjM
:dump flagged
uu
:dump none-behind
y
:dump popup
<Esc>
KEYS

# kept KEYS: what is in the file that keeps what was copied.
kept() {
	printf ':wait\n%s\n' "$1" | play 80x24 demo.data
	cat "$XDG_STATE_HOME/perfnav/clipboard"
}
is "$(kept $'2000g\n:wait\nyl')" "$("$PERFNAV" print --no-index --skip 2000 -n 1 demo.data)" 'yl: the line'
is "$(kept '2000gyj')" "$("$PERFNAV" print --no-index --format json --skip 2000 -n 1 demo.data)" \
	'yj: as JSON'
# Addresses: the list, what is copied, print, and a run without a screen have the same text.
line=$("$PERFNAV" print --no-index --skip 301 -n 1 demo.data)
like "$line" ' user photolab\+0x16bb 10 frames' 'print: the place in the file'
is "$(kept $'301g\n:wait\nyl')" "$line" '... yl'
is "$("$PERFNAV" --no-index --batch --cmd ':301' demo.data)" "$line" '... a run without a screen'
like "$(printf ':wait\n301g:wait\n:dump x\n' | play 120x8 demo.data)" '> *301 .* user photolab\+0x16bb 10 frames' '... the list'
like "$(kept $'301gR\n:wait\nyl')" ' user 0x4016bb 10 frames' 'where the list has addresses: yl, too'
# A kernel of which nobody said where it begins, as under kptr_restrict: no offset from nowhere.
cat >hidden.mk <<END
include "$ROOT/tests/mk/cases/abi.inc"
attr type=SOFTWARE config=0 sample_period=1 size=128 ids=91 name="cpu-clock"
	sample_type=S_IP|S_TID|S_TIME|S_ID|S_CPU|S_PERIOD flags=F_SAMPLE_ID_ALL|F_COMM
feature EVENT_DESC event_desc
record MMAP misc=KERNEL s32 -1 u32 0 u64 0 0xffffffffff000000 0
	str "[kernel.kallsyms]_text" pad8 u32 0 0 u64 900 91 u32 0 0
record SAMPLE misc=KERNEL u64 0xffffffff81012350 u32 7 7 u64 1000 91 u32 0 0 u64 1
END
"$MK" hidden.mk hidden.data || exit 1
like "$("$PERFNAV" print --no-index --symfs none --kallsyms none --type SAMPLE hidden.data 2>/dev/null)" \
	'kernel 0xffffffff81012350 period 1' 'a kernel without a begin: the address'
like "$(printf ':wait\nj:wait\n:dump x\n' | play 120x8 hidden.data --symfs none --kallsyms none 2>/dev/null)" \
	'kernel 0xffffffff81012350 period 1' '... in the list, too'
is "$(kept '2000gyf')" 'event == "sched:sched_switch"' 'yf: the column as a condition'
is "$(kept '2000g<Enter>gjjjyf')" 'pid == 7352' 'yf: the field'
is "$(kept '2000gya')" "$("$PERFNAV" print --no-index --skip 2000 -n 1 -F ip demo.data | tr -d ' ')" \
	'ya: the address'
is "$(kept '&pid == 7352 and cpu == 0<Enter>yF')" 'pid == 7352 and cpu == 0' 'yF: the filter'
link=$(kept '2000gyp')
like "$link" "^perfnav 'demo.data#o=0x[0-9a-f]+'\$" 'yp: the command that opens it'
where=${link#perfnav \'demo.data#o=}
is "$(play 80x24 demo.data --goto "@${where%\'}" <<<$':wait\n:dump x' | sed -n 2p |
	grep -c 'record 2000 of')" 1 '... which does'
link=$(kept '&pid == 7352 and comm != "a&b#"<Enter>:5<Enter>yp')
like "$link" 'data#o=0x[0-9a-f]+&f=pid%20==%207352%20and%20comm%20%21=%20%22a%26b%23%22' '... with the filter'
want=$(play 80x24 demo.data <<<$':wait\n&pid == 7352 and comm != "a&b#"<Enter>\n:wait\n::5<Enter>\n:wait\n:dump x')
eval "play 80x24 ${link#perfnav }" <<<$':wait\n:dump x' >opened
is "$(sed -n 1,3p opened)" "$(sed -n 1,3p <<<"$want")" '... which it opens with'
is "$(play 80x24 'demo.data#n=2000&f=cpu%20==%200' <<<$':wait\n:dump x' | grep -c 'cpu == 0')" 1 'a link that was typed'
# A link leads back in every way that it can be followed, also of several files and by time.
# link FILE... [OPTIONS]: of the record 100 (yp), then :goto of it and the command itself.
link() {
	local link want
	run "$PERFNAV" --no-index --batch --cmd :100 --cmd ':copy link' "$@"
	want=$(head -n 1 <<<"$out")
	link=$(cat "$XDG_STATE_HOME/perfnav/clipboard")
	run "$PERFNAV" --no-index --batch --cmd ":goto $link" "$@"
	is "$out" "$want" ":goto $link"
	eval "${link/#perfnav/\"\$PERFNAV\" --no-index --batch --cmd :+0}" >opened
	is "$(cat opened)" "$want" '... and as a command'
}
mkdir -p 'a folder'
cp "$DATA/demo.data" "a folder/it's.data"
for k in 1 2; do cp "$DATA/rotated.$k.data" .; done
cp "$DATA/compressed.data" .
link "a folder/it's.data"
link --order time demo.data
link rotated.1.data rotated.2.data
link --order time rotated.2.data rotated.1.data
link compressed.data
link --filter 'pid == 7352' demo.data
link --filter 'type == SAMPLE' rotated.1.data rotated.2.data
cp demo.data 'demo.data#n=5'
run "$PERFNAV" --no-index --batch --cmd :+0 'demo.data#n=5'
like "$out" '^ +0 ' 'a file whose name is like a link'
rm 'demo.data#n=5'
run "$PERFNAV" --no-index --batch --cmd :+0 'demo.data#n=5'
like "$out" '^ +5 ' '... and the link, where there is no such file'
run "$PERFNAV" --no-index --batch --cmd ':goto demo.data#n=7' demo.data
like "$out" '^ +7 ' ':goto of a link'
for text in 'demo.data#' 'demo.data#x=1' 'demo.data#n=' 'demo.data#n=1&f=%0' 'demo.data#n=1&n=2'; do
	run "$PERFNAV" --no-index --batch --cmd :+0 "$text"
	is "$status" 3 "no link: $text"
done
refused() {
	run "$PERFNAV" --no-index --batch --cmd ":goto $1" demo.data
	is "$status:$out" '2:' ":goto $1"
	like "$err" "$2" '... why'
}
refused 'perfnav --goto 5 other.data' 'the link leads to another recording: other.data'
refused 'perfnav --goto 5 demo.data demo.data' 'the link leads to another recording: demo.data'
refused 'perfnav --goto 5' 'expected a link, as yp copies it'
refused 'perfnav --goto x demo.data' 'expected 123'
is "$(stat -c %a "$XDG_STATE_HOME/perfnav/clipboard")" 600 'the file is for its owner alone'
cp "$DATA/odd_comms.data" .
printf ':wait\n&type == COMM<Enter>\n:wait\n%s\n' 'Gyl' | play 80x24 odd_comms.data
is "$(LC_ALL=C grep -c $'[\001-\037\177]' "$XDG_STATE_HOME/perfnav/clipboard")" 0 \
	'what is copied is escaped'

# A step in time counts from the record under the cursor.
where() {
	batch "$@" ':where'
	tail -n 1 <<<"$out"
}
like "$(where ':897')" ', time 1821\.717603875, ' 'the time of a record'
is "$(where ':897' ':+5ms')" "$(where ':1821.722603875')" ':+5ms goes to the time 5 ms later'
is "$(where ':897' ':-0.0005s')" "$(where ':1821.717103875')" ':-0.0005s goes back'
unlike "$(where ':897' ':+5ms')" 'record 89[0-9] ' '... by time, not by records'
is "$(where ':897' ':+5')" "$(where ':902')" ':+5 goes 5 records on'
batch ':+5m'
like "$err" 'expected 123, \+5, -5ms' '... and :+5m is no time'
# A place that the filter hides, with all records after it.
hidden=$(printf '%s\n' :wait '::filter tid == 7357<Enter>' :wait '::3000<Enter>' :wait ':dump x' | play 80x12 demo.data)
like "$hidden" '^ The filter hides the records from there on\. \\ turns it off\.$' 'a place after the last match'
around=$(printf '%s\n' :wait '::filter tid == 7354<Enter>' :wait '5.' :wait ':dump x' | play 80x12 demo.data)
like "$around" '^ Replaced the filter tid == 7354\. Ctrl-_ undoes it\.$' 'the filter that . has replaced'

# A pipe has the place of the file, and nobody reads it.
rm "$XDG_STATE_HOME/perfnav/clipboard"
mkfifo "$XDG_STATE_HOME/perfnav/clipboard"
printf '#!/bin/sh\nexec timeout 20 "%s" "$@"\n' "$PERFNAV" >in_time
chmod +x in_time
like "$(printf ':wait\nyl\n:dump x\n' | PERFNAV=$PWD/in_time play 80x24 demo.data)" 'Copied: ' \
	'a pipe in place of the file is not waited for'

done_testing
