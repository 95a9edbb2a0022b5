#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Help fits the screen and can be searched; messages are wrapped; the bottom line has whole hints.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

for size in 80x24 120x40 200x50; do
	screens help-$size $size demo.data <<'KEYS'
:wait
?
:dump first
<Space>
:dump next
/flame graph<Enter>
:dump found
?::help data_src<Enter>
:dump field
q::keys heat<Enter>
:dump keys
KEYS
done

# pages SIZE KEYS: all screens from a page of help on.
pages() {
	{
		printf ':wait\n%s\n:dump x\n' "$2"
		for ((i = 0; i < 70; i++)); do printf '<Space>\n:dump x\n'; done
	} | play "$1" demo.data
}
for topic in '?' '::help count<Enter>' '::help numbers<Enter>' '::keys<Enter>' '::help tp.FIELD<Enter>' '2000gK'; do
	unlike "$(pages 80x24 "$topic")" '…' "nothing of $topic is cut at 80 columns"
	unlike "$(pages 46x12 "$topic")" '…' '... at 46'
done
wide=$(pages 200x60 '?' | sed 's/  */ /g' | sort -u)
for name in Move Filter Display 'Commands: filter' 'Commands: totals' 'Commands: export'; do
	like "$wide" "^ $name$" "the group $name"
done
commands() {
	pages "$1" '?' | grep -o '^   :[a-z-]*' | sort -u
}
is "$(commands 80x24)" "$(commands 200x60)" 'each command is there at each width'
ok '... all of them' test "$(commands 46x12 | wc -l)" -gt 80
printf ':wait\n?Px.txt<Enter>\n' | play 46x12 demo.data
is "$(grep -c '^  :count ' x.txt)$(grep -c '\[pivot event\] \[fold\] \[sort COLUMN\]' x.txt)" 11 'a page that is written has whole lines'

# The first page has the keys that a newcomer needs.
first=$(printf ':wait\n?\n:dump x\n' | play 80x24 demo.data)
for key in Enter q vv vr vf / '&' '\+' Esc :; do
	like "$first" "^   $key " "the first page of help has the key $key"
done

# Words of screens: kinds of problems, states of spans, and what people call things.
for word in doubtful orphaned missing 'chain cut' lost damaged throttled unfinished 'no symbols' symbols save regex syscall waiting sleeping ordinal signs; do
	like "$(printf ':wait\n::help %s<Enter>\n:dump x\n' "$word" | play 80x24 demo.data | sed 1d)" "^ help: $word +lines" ":help $word"
done
# Each name of the details has help, as K shows it; a name with a dot that is no field has none.
for name in cpu_reserved sample_id header id_index.nr callchain.nr; do
	like "$(printf ':wait\n::help %s<Enter>\n:dump x\n' "$name" | play 80x24 demo.data)" "^   $name  [a-z]" ":help $name"
done
like "$(printf ':wait\n::help callchain.nr<Enter>\n:dump x\n' | play 80x24 demo.data)" '; in a filter: len\(callchain\)$' '... of a count'
like "$(printf ':wait\n::help prev_state<Enter>\n:dump x\n' | play 80x24 demo.data)" '^ +tp\.prev_state is a field of tracepoints of this recording:$' '... of a tracepoint'
like "$(printf ':wait\n::help span.woken<Enter>\n:dump x\n' | play 80x24 demo.data)" 'span\.woken is not a field; did you mean span\.waker\?$' 'a field that does not exist'
like "$(printf ':wait\n::help callchains<Enter>\n:dump x\n' | play 80x24 demo.data)" '^ nothing has the name callchains; nearest:$' 'no exact name: the nearest'
like "$(printf ':wait\n1000g\n:wait\n<Tab>\n:dump x\n' | play 120x24 demo.data | tail -n 1)" '  K explain( |$)' 'the hint of the details names K'
like "$(printf ':wait\n::help frog<Enter>\n:dump x\n' | play 80x24 demo.data)" 'topic has this name' '... and of no other'
for name in $(sed -n 's/^PROBLEM([A-Z_]*,	"\([a-z ]*\)",.*/\1/p' "$ROOT/src/field/problems.def" | tr ' ' _); do
	like "$(printf ':wait\n::help %s<Enter>\n:dump x\n' "${name//_/ }" | play 80x24 demo.data)" "^   ${name//_/ }  [A-Z]" "a problem: ${name//_/ }"
done
while read -r state; do
	like "$(printf ':wait\n::help %s<Enter>\n:dump x\n' "$state" | play 80x24 demo.data)" "^   $state  State of" "a state: $state"
done < <(sed -n 's/^		\[SPAN_[A-Z]*\] = "\([a-z]\+\)",/\1/p' "$ROOT/src/spans/spans.c")
for keys in ve $'vv\n:wait\nGkkkkkkk'; do
	like "$(printf ':wait\n%s\n:wait\n?\n:dump x\n' "$keys" | play 80x24 demo.data)" '^   (no symbols|missing switches|chain cut)  ' "? on a problem explains it, after ${keys:0:2}"
done
# What the view shows comes first, keys last.
shown=$(printf '%s\n' :wait '::spans offcpu<Enter>' :wait '::help open<Enter>' ':dump x' | play 80x24 demo.data | grep -A1 '^ [a-z]')
like "$shown" '^   open  spans: ' ':help of a column that is a key as well: the column,'
like "$shown" '^ key or action$' '... and the key'
shown=$(printf '%s\n' '::help S<Enter>' ':dump x' | play 80x24 demo.data | grep -n '^   wait  \|^   S  ' | cut -c1-12)
like "$(head -n 1 <<<"$shown")" 'wait' ':help of a state that is a key as well: the state first,'
like "$(tail -n 1 <<<"$shown")" '   S' '... then the key'
unlike "$(printf '%s\n' '::help o<Enter>' ':dump x' | play 80x24 demo.data)" 'key or action' 'one kind needs no heading'

listed=$(printf '::help <Tab>\n:dump x\n' | play 80x24 demo.data | sed -n '/^── /,$p' | sed -n '2,3p')
like "$listed" '^  save ' 'Tab of :help: the words of screens come first'
for command in save export; do
	like "$(printf ':wait\n::%s x.csv<Enter>\n:dump x\n' "$command" | play 80x24 demo.data)" ':write FILE ' ":$command leads to :write"
done

like "$(printf ':wait\n<F2>jK\n:dump x\n' | play 80x24 demo.data)" '^   can be: overview\|records' 'K explains an option'
while read -r command answer; do
	like "$(printf ':wait\n::%s<Enter>\n:dump x\n' "$command" | play 80x24 demo.data | tail -n 2)" "$answer" ":$command: $answer"
done <<'COMMANDS'
redo :undo undoes
csv :write FILE.csv writes records as CSV; --fields LIST
unfilter :clear
grep & shows
search / searches
diff :compare FILE
max(period) no such command
max :sort FIELD
COMMANDS

unlike "$(printf ':wait\n<F2>jjjK\n:dump x\n' | play 60x24 demo.data)" '…' '... with nothing cut'

# The numbers are below the names of their views, so that no column of a table is folded.
numbers=$(pages 80x24 '::help numbers<Enter>')
like "$numbers" '^ problems$' ':help numbers: a view'
like "$numbers" '^   record +ordinal of the record \(filter: ignored; events: the$' '... and a number of it'

# What is found is on the screen when it has another size, and marked.
like "$(printf ':wait\n?/flame graph<Enter>\n:wait\n:dump x\n' | play 60x14 demo.data)" '^> ' 'the line that has it'

# Messages.
like "$(printf ':wait\n::commm<Enter>\n:dump x\n' | play 30x12 demo.data | tail -n 2 | tr '\n' ' ')" \
	'^no such command; Tab lists them $' 'a message of a prompt is wrapped'
message=$(printf ':wait\n::copy xyz<Enter><Esc>::n<Enter>\n:dump x\n' | play 16x12 demo.data | tail -n 2 | tr -d '\n' | sed 's/  */ /g')
is "$message" ' There is only one file.' '... one of the bottom line, too'

# The bottom line of each view: whole hints, the first ones.
views=$(grep -o 'COMMAND([A-Z_]*,[[:space:]]*"[a-z-]*",[[:space:]]*"[^"]*",[[:space:]]*\(NONE\|BRANCHES\|MEMORY\|EXPR\|COUNT\)' \
	"$ROOT/ui/shell/commands.def" | sed 's/^[^"]*"\([a-z-]*\)".*/\1/' |
	grep -vxE 'back|forward|unflag|n|p|where|toggle|q|quit|qa|wq|follow|reindex|version|flag|and|or|filter-out|find|filter|sum|split|symbols|clear|color|theme|style|unstyle')
for view in $views; do
	for size in 40x12 60x14 80x24 120x40; do
		bottom=$(printf ':wait\n2000g\n::%s<Enter>\n:wait\n:dump x\n' "$view" | play $size demo.data | tail -n 1)
		[[ $bottom != *…* ]] && ((${#bottom} <= ${size%x*})) || fail+="$view at $size: $bottom"$'\n'
	done
done
bottom=$(printf ':wait\n?\n:dump x\n' | play 40x12 demo.data | tail -n 1)
is "$bottom" ' Space page  b page up  g first  q back' 'the way back is dropped last'
is "${fail-}" '' "no hint is cut: $(wc -w <<<"$views") views"
like "$(printf '%s\n' :wait vr '?' ':dump x' | play 100x40 demo.data)" ':12\.5s and :08:00:48\.5 go to a time' '? in the records: how to go to a time'
like "$(printf '%s\n' :wait '::keys go to a time<Enter>' ':dump x' | play 100x40 demo.data)" '^ +% +percent ' '... which :keys finds'
# Words of other programs and of screens are found, whichever of the two is asked.
like "$(printf '%s\n' :wait '::help diff<Enter>' ':dump x' | play 100x24 demo.data)" '^   diff +:compare FILE' ':help of a command that does not exist'
like "$(printf '%s\n' :wait '::keys diff<Enter>' ':dump x' | play 100x24 demo.data)" '^   diff +:compare FILE' '... and :keys'
for word in distribution bucket percentile quantile; do
	like "$(printf '%s\n' :wait "::keys ${word:0:6}<Enter>" ':dump x' | play 100x24 demo.data)" "^   $word +:count (log2|p50)\\(FIELD" ":keys ${word:0:6}"
	like "$(printf '%s\n' :wait "::help $word<Enter>" ':dump x' | play 100x24 demo.data)" "^   $word +:count (log2|p50)\\(FIELD" '... and :help'
done
like "$(printf '%s\n' :wait '::keys woke<Enter>' ':dump x' | play 100x24 demo.data)" '^   waker +The thread that wakes' ':keys finds words of screens'
like "$(printf '%s\n' :wait '::help densest<Enter>' ':dump x' | play 100x24 demo.data)" '^ +H +hottest +go to the densest cell' ':help finds what :keys finds'
like "$(printf '%s\n' :wait '::help span<Enter>' ':dump x' | play 100x24 demo.data)" '^   span +The time from a record ' ':help span'

done_testing
