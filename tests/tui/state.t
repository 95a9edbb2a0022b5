#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2016,SC1003 # $slow() and \ are perfnav's
# What is kept of a recording from one run to the next: place, marks, filter, columns, flags, notes.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" "$DATA/rotated.1.data" "$DATA/rotated.2.data" .
rm "$XDG_CONFIG_HOME/perfnav/config"
kept="$XDG_STATE_HOME/perfnav/recordings"

# browse KEYS...: a line each; the screen at the end.
browse() {
	printf '%s\n' ':wait' "$@" ':wait' ':dump x' | STATE='' play 80x24 "${file:-demo.data}"
}

# ---- everything comes back ----
browse '2000gma' '100gM' '::note first look<Enter>' '300gM' '::define late(n) rel > $n<Enter>' \
	'&pid == 7352 and cpu == 0<Enter>' '2\' '::columns n,time,comm,period<Enter>' '506g' >/dev/null
screen=$(browse)
like "$screen" 'record 506 of' 'the place'
like "$screen" '^ +n +time +comm +period' 'the columns'
like "$screen" 'filter restored:  pid == 7352  and \[cpu == 0\]' 'the filter, with the condition that is off'
like "$screen" '^ Restored: filter, 1 mark, 2 flags, 1 note\. :clear removes the filter\.' 'it is told'
unlike "$screen" 'Back where you were' '... in one message'
browse '::clear<Enter>' >/dev/null
like "$(browse "'a")" 'record 2000 of' 'a mark'
like "$(browse 'gu')" 'details: .* # first look' 'a note, beside the details'
like "$(browse 'gu')" '^> *100#' 'its sign'
like "$(browse 'guu')" '^> *300\*' 'a flag, and its sign'
like "$(browse '&<C-u>$late(100ms)<Enter>')" 'filter:  \(rel > 100ms\)' 'what was defined'
browse 'D' >/dev/null
batch ':filter flagged' ':filters' ':filter note ~ "look"' ':filters' ':where'
like "$out" '^1 +on +index +flagged$' 'flagged: read from the index alone'
like "$out" '^record 100 of' 'a filter on notes'
run "$PERFNAV" --no-index --batch --no-state --cmd ':filter flagged' demo.data
is "$status:$out" '0:' '--no-state: nothing of it'
screen=$(STATE=--no-state play 80x24 demo.data <<<$':wait\n:dump x')
like "$screen" 'record 0 of' '--no-state: from the beginning'
STATE=--no-state play 80x24 demo.data <<<$':wait\n::unflag<Enter>\n' >/dev/null
like "$(browse 'guu')" '^> *300\*' '... and nothing is kept'
mkdir -p "$XDG_CONFIG_HOME/perfnav"
echo 'set state off' >"$XDG_CONFIG_HOME/perfnav/config"
like "$(browse)" 'record 0 of' 'set state off likewise'
rm "$XDG_CONFIG_HOME/perfnav/config"

# How times are shown, and what they count from.
browse '::time-format cpu<Enter>' '507g' >/dev/null
like "$(browse '::set time-format<Enter>')" 'time-format is cpu' 'the format of times'
browse 'T' '506g' >/dev/null
like "$(browse '507g')" '^> *507 +[+]0\.000000000 ' 'time zero'
browse 'T' '::time-format clock<Enter>' '506g' >/dev/null
unlike "$(browse '507g')" '^> *507 +[+]0' '... which can be as usual again'

# The place alone is told, too, with the way to the first screen.
file=rotated.1.data browse 9g >/dev/null
like "$(file=rotated.1.data browse)" '^ Back where you were\. vv: overview\.' 'the place alone is told'

# The view that was left, the order and the paths of source text come back, too.
cp "$DATA/demo.data" left.data
file=left.data browse 9g vt >/dev/null
screen=$(file=left.data browse)
like "$screen" '^ threads: ' 'the view that was left'
like "$screen" '^ Back where you were\. vr: records\.' '... and the way to the records'
like "$(file=left.data browse vr)" 'record 9 of' '... which are at their place'
like "$(file=left.data browse)" 'record 9 of' '... and come back if they were left last'
file=left.data browse vd >/dev/null
screen=$(file=left.data browse)
like "$screen" '^ maps of .* as of record 9 ' 'a view of the record there, which has to be read first'
like "$screen" '^ Back where you were\. vr: records\.' '... with the same message'
file=left.data browse vr vk >/dev/null
file=left.data browse >/dev/null
like "$(file=left.data browse)" '^ stack chart ' '... and of its thread'
file=left.data browse vr vv >/dev/null
like "$(file=left.data browse)" '^ events ' 'the overview'
like "$(file=left.data STATE='' play 80x24 left.data --goto 300 <<<$':wait\n:dump x')" 'record 300 of' '... not with --goto'
file=left.data browse vr '::order time<Enter>' >/dev/null
like "$(file=left.data browse)" ', by time' 'the order'
file=left.data browse '::order file<Enter>' >/dev/null
like "$(file=left.data browse)" 'file order' '... and the other one'
like "$(STATE='' play 80x24 left.data --order time <<<$':wait\n:dump x')" ', by time' '... --order goes before it'
like "$(file=left.data browse)" 'file order' '... and is not kept'
file=left.data browse o >/dev/null
like "$(file=left.data browse)" ', by time' '... as o is'
file=left.data browse '::map-path ././src /nowhere/src<Enter>' >/dev/null
file=left.data browse >/dev/null
ok 'the paths of source text' grep -rqx 'map-path ././src /nowhere/src' "$kept"

# Columns of an event, with their widths.
browse '&<C-u>event == "page-faults"<Enter>' '::columns ip:30,n<Enter>' '&<C-u>cpu == 1<Enter>' >/dev/null
like "$(browse)" '^ +n +time +comm +period' 'the columns of all events'
like "$(browse '&<C-u>event == "page-faults"<Enter>')" '^ {29}ip +n$' '... those of one'
browse '::clear<Enter>' >/dev/null

# What the command line asks for counts more.
screen=$(STATE='' play 80x24 demo.data --goto 300 <<<$':wait\n:dump x')
like "$screen" 'record 300 of' '--goto'
screen=$(STATE='' play 80x24 demo.data --goto 7 --filter 'cpu == 1' <<<$':wait\n:dump x')
like "$screen" 'filter:  cpu == 1  ' '--filter'

# Where the filter of the config file was not changed, a new one there is used.
rm -r "$kept"
echo 'hide COMM' >"$XDG_CONFIG_HOME/perfnav/config"
browse '9g' >/dev/null
echo 'hide FORK' >"$XDG_CONFIG_HOME/perfnav/config"
like "$(browse)" 'filter:  type != FORK  ' 'the config file is not overruled by itself'
browse '\' >/dev/null
like "$(browse)" 'filter off restored:  *\(?type != FORK' '... but by what was done'
rm "$XDG_CONFIG_HOME/perfnav/config"
rm -r "$kept"

# Escape turns conditions off one by one, as the message says; \ turns them on, also in the next run.
browse '&type == COMM<Enter>' '<Esc>' >/dev/null
like "$(browse)" 'filter off restored:  *\[?type == COMM' 'a condition that Escape turned off'
like "$(browse '\')" 'filter:  type == COMM  ' '... is turned on again'
rm -r "$kept"

# ---- notes and flags ----
screens state-notes 80x24 demo.data <<'KEYS'
:wait
2000g
::note why here?<Enter>
:dump noted
::flag type == FORK and pid == 7352<Enter>
:wait
:dump flagged
&flagged or note<Enter>
:wait
:dump filter
2GM
:wait
:dump one-less
v'
:dump marks
jD
<Enter>
:wait
:dump from-there
::note a second one<Enter>
::note<Enter>
:wait
:dump without
::note<Enter>
:dump there-is-none
<Esc>
::unflag<Enter>
:wait
:dump none
KEYS
batch ':2000' ':note hello' ':flag type == EXIT and pid == 7352' ':100' ':note  two  words ' ':marks'
is "$(sed -n '/^what/,$p' <<<"$out" | awk '{ print $2, $1, $NF }' | sort -n)" "$({
	echo n what note
	echo 100 note words
	echo 2000 note hello
	"$PERFNAV" print --no-index --no-state -F ordinal -f 'type == EXIT and pid == 7352' demo.data |
		sed 's/$/ flag EXIT/'
} | sort -n)" ':note, :flag EXPR, :marks'
want=$("$PERFNAV" print --no-index --no-state -f 'ordinal in {100, 2000}' -F ordinal demo.data)
is "$("$PERFNAV" print --no-index -f note -F ordinal demo.data)" "$want" 'print -f note: from what is kept'
is "$("$PERFNAV" print --no-index -n 1 -f note -F note demo.data)" 'two  words' 'print -F note'
is "$("$PERFNAV" print --no-index --no-state -f note demo.data)" '' 'print --no-state: nothing'
is "$("$PERFNAV" count --no-index -f flagged demo.data)" \
	"$("$PERFNAV" count --no-index -f 'type == EXIT and pid == 7352' demo.data)" 'count -f flagged'
"$PERFNAV" slice -q --no-index -f note -o noted.data demo.data
is "$("$PERFNAV" count --no-index --no-state -f 'ip and pid == 7352' --json noted.data | wc -l)" 1 'slice -f note'
batch ':notes export n.txt'
is "$(grep -c . n.txt):$(grep '^    # ' n.txt | head -n 1)" \
	"$(($("$PERFNAV" print --no-index -f 'flagged or note' demo.data | wc -l) + 2)):    # two  words" \
	'a line for each record, and its note'
batch ':notes export n.txt'
like "$err" 'n.txt exists already; :notes! export replaces it' 'a file that is there stays'
batch ':notes! export n.txt'
is "$status" 0 '... but with !'
batch ':write f.csv --scope flagged'
is "$(($(wc -l <f.csv) - 1))" "$("$PERFNAV" print --no-index -f flagged demo.data | wc -l)" ':write --scope flagged'
batch ':note '
is "$status" 2 ':note without text, and without a note'
like "$err" 'this record has no note' '... says so'
batch ':flag pid == x'
like "$err" 'this field is a number' 'a mistake in :flag EXPR'
batch ":note $(printf 'x%.0s' {1..1001})"
like "$err" 'a note has at most 1000 bytes' 'a note that is too long'
batch $':note \033[31m\xff' ':marks'
is "$(LC_ALL=C grep -ac $'[\001-\010\013-\037\177-\377]' <<<"$out$err")" 0 'a note is escaped when it is shown'
like "$out" '\^\[\[31m\\xff' '... visibly'

# ---- the files ----
is "$(stat -c %a "$kept" "$kept"/*)" $'700\n600' 'for their owner alone'
is "$(find "$kept" -name '*.??????' | wc -l)" 0 'nothing temporary is left'
mv demo.data moved.data
run "$PERFNAV" print --no-index -f note moved.data
is "$(wc -l <<<"$out")" 3 'a recording that was moved'
cp moved.data demo.data
run "$PERFNAV" print --no-index -f note demo.data
is "$out" '' 'a copy is another recording'
mv moved.data demo.data
printf 'x' | dd of=demo.data bs=1 seek=5000 conv=notrunc 2>/dev/null
run "$PERFNAV" print --no-index -f note demo.data
is "$out" '' 'one that was changed, too'
rm -r "$kept"
cp "$DATA/demo.data" .
browse '7gM' >/dev/null
file=$(echo "$kept"/*)
for damage in 'head -c 50 $file >x && mv x $file' 'printf x >>$file' 'sed -i s/7/8/ $file' ': >$file' \
	'head -c 100000 /dev/urandom >$file' 'truncate -s 9M $file' 'rm $file; mkdir $file'; do
	cp -r "$file" "$file.good" 2>/dev/null
	eval "${damage//\$file/$file}"
	screen=$(file=demo.data browse)
	like "$screen" 'record 0 of' "damaged ($damage): not used"
	rm -rf "$file"
	mv "$file.good" "$file"
done
rm -rf "$file.damaged"
printf x >>"$file"
was=$(sha256sum <"$file") aside=$file.damaged
screen=$(file=demo.data browse)
like "$screen" 'The saved state of this recording is damaged: it is ignored' '... with a warning'
unset file
like "$(browse)" 'record 0 of' '... once: it is replaced'
is "$(sha256sum <"$aside")" "$was" '... and stays under another name'
rm "$aside"

# Two browsers at once: neither loses what the other noted.
rm -r "$kept"
mkfifo keys
"$PERFNAV" --no-index --script keys --screen 80x24 demo.data >/dev/null &
exec 9>keys
printf ':wait\n100gM\n200gM\n:wait\n' >&9
browse '300gM' '200gM' >/dev/null
batch ':300' ':note mine'
printf '::note of 200<Enter>\n' >&9
exec 9>&-
wait
is "$("$PERFNAV" print --no-index -f 'flagged or note' -F ordinal,flagged,note demo.data)" "100 yes -
200 yes of 200
300 yes mine" 'two browsers: both have their notes'

# ... and their marks, whoever ends last; the filter of one that did not touch it is the other's.
rm -r "$kept"
"$PERFNAV" --no-index --script keys --screen 80x24 demo.data >/dev/null &
exec 9>keys
printf ':wait\n100gma\n200gmb\n:wait\n' >&9
browse '300gmb' '400gmc' '&cpu == 1<Enter>' >/dev/null
printf '500gmd\n' >&9
exec 9>&-
wait
is "$(grep -h '^mark\|^chip' "$kept"/*)" 'mark a 100
mark b 200
mark c 400
mark d 500
chip cpu == 1' 'two browsers: the marks of both'

# Many recordings: those not used for the longest time go.
for ((i = 0; i < 505; i++)); do : >"$kept/$(printf %016x "$i")"; done
touch -d '2020-01-01' "$kept/0000000000000007"
browse 'j' >/dev/null
is "$(find "$kept" -type f ! -name .lock | wc -l)" 500 'at most 500 files'
ok '... the oldest is gone' test ! -e "$kept/0000000000000007"
rm -r "$kept"

# Marks A to Z lead from one recording to another, and :e opens one.
cp "$DATA/lost.data" .
screen=$(browse '2000gmA' '::e lost.data<Enter>' :wait '100gmB' ':dump b' "'A" :wait ':dump a' "5g'B" :wait)
is "$(grep -a 'record .* of' <<<"$screen" | awk '{ print $1, $5 }')" "lost.data 100
demo.data 2000
lost.data 100" 'from one to the other and back'
like "$(file=lost.data browse "'A")" 'demo.data .* record 2000 of' '... in another run'
like "$(browse "9gmA0g'A")" 'demo.data .* record 9 of' 'in the recording itself'
rm lost.data
like "$(browse "'B")" '^ .*/lost.data: cannot open: No such file' 'a recording that is gone'
like "$(browse "'B")" 'demo.data ' '... and nothing is lost'
like "$(browse '::e .<Enter>')" '^[.]: cannot open' 'a folder without a recording'
like "$(browse '::e /dev/zero<Enter>')" 'expected a file or a folder' 'a device'
like "$(STATE=--no-state browse "'C")" 'There is no such mark' 'no such mark'
is "$(stat -c %a "$XDG_STATE_HOME/perfnav/marks")" 600 'for its owner alone'
run "$PERFNAV" --no-index --batch --filter 'cpu == 1' --cmd :where --cmd ":e $DATA/lost.data" --cmd :where --cmd :filters demo.data
is "$(tail -n 2 <<<"$out" | cut -c1-9)" 'record 0 
no filter' ':e goes on with the commands behind it'
rm -r "$kept"

# Several files together are another recording than each alone.
printf ':wait\n%s\n' '5gM' | STATE='' play 80x24 rotated.1.data rotated.2.data >/dev/null
run "$PERFNAV" print --no-index -f flagged rotated.1.data rotated.2.data
is "$(wc -l <<<"$out")" 1 'several files'
run "$PERFNAV" print --no-index -f flagged rotated.1.data
is "$out" '' '... are not one of them'
run "$PERFNAV" --no-index --batch --cmd ':note x' - <"$DATA/pipe.data"
is "$(find "$kept" -type f ! -name .lock | wc -l)" 1 'of a pipe nothing is kept'

# A folder that cannot be written.
XDG_STATE_HOME=/proc/nothing run "$PERFNAV" --no-index --batch --cmd ':note x' demo.data
is "$status:$err" '0:' 'no folder for states: nothing is kept'

# A terminal that goes away, and a signal that ends the program: it is kept all the same.
if ! command -v tmux >/dev/null; then
	skip 'signals' 'tmux is not installed'
	done_testing
	exit
fi
noted() {
	[[ $("$PERFNAV" print --no-index -f flagged -F ordinal demo.data) == "$1" ]]
}
# The recording was not open before.
echo 'set start records' >"$XDG_CONFIG_HOME/perfnav/config"
for signal in HUP TERM; do
	rm -rf "$kept"
	tui_start 80x24 "$PERFNAV" --no-index demo.data
	tui_wait 'record 0 of'
	tui_type 77gM
	tui_wait '1 flagged record'
	kill "-$signal" "$(tui_pid)"
	tui_poll noted 77
	ok "SIG$signal" noted 77
done

done_testing
