#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Text is looked for in the lines of all views, and what is typed behind the key of the search is
# never taken for other keys.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# found KEYS REGEX WHAT: after the keys a line of the screen matches.
found() {
	screen=$(printf ':wait\n%s\n:wait\n:dump x\n' "$1" | play 80x24 "${file:-demo.data}")
	like "$screen" "$2" "$3"
}

found $'vt\n:wait\n/dark<Enter>' '^>  *▸ 7352 darkroom' 'threads: the next line'
found $'vt\n:wait\n/Dark<Enter>' '^ No (visible )?line has "Dark"[.;]' '... where there is a capital, case counts'
found $'vt\n:wait\n/~d.rkr<Enter>' '^>  *▸ 7352 darkroom' '... a regular expression'
found $'vt\n:wait\n/~Dark|d.RK<Enter>' 'has /Dark|d\.RK/[.;]' '... likewise'
found $'vt\n:wait\n/~dark(<Enter>' 'not a regular expression' '... and what is none'
found $'vt\n:wait\n/dark<Enter>n' '^>  *▸ 7354 dark-blur' '... the one behind'
found $'vt\n:wait\n/dark<Enter>2n' '^>  *▸ 7355 dark-sharpen' '... so many on'
found $'vt\n:wait\n/dark<Enter>nN' '^>  *▸ 7352 darkroom' '... back'
found $'vt\n:wait\n/dark<Enter>N' 'The search continued from the end\.' '... from the other end'
found $'vt\n:wait\n3j/7351<Enter>' 'The search continued from the beginning\.' '... likewise'
found $'vt\n:wait\n/dark<Enter>g/<Enter>' '^>  *▸ 7352 darkroom' '... nothing is typed: the same again'
found $'vt\n:wait\n/7354 scanner<Enter>' 'No visible line has "7354 scanner" \(any case\); \* opens the closed ones\.' '... none'
found $'vt\n:wait\n*/comm dark-blur<Enter>n' '^> *record 45 ' '... lines that are open'
found $'vt\n:wait\nn' 'There was no search yet\. / starts one\.' '... nothing yet'
found $'vt\n:wait\n:map ß find<Enter>:unmap /<Enter>n' 'There was no search yet\. ß starts one\.' '... and its key'
found $'::count comm<Enter>\n:wait\n/room<Enter>' '^> .* darkroom$' 'counts'
found $'::count comm<Enter>\n:wait\n/nobody<Enter>' '^ No line has "nobody" \(any case\)\.$' '... none'
found $'vg\n:wait\n/thumb<Enter>' '^>.* thumbnail$' 'call tree'
found $'vo\n:wait\n/dark<Enter>' '^ 7354 dark-blur of 7352: ' 'threads over time'
found $'vo\n:wait\n/dark<Enter>n' '^ 7356 dark-balance of 7352: ' '... the one behind'
found $'vo\n:wait\nC/dark-blur<Enter>' 'No visible line' '... a thread of a process that is closed'
found $'?/flame<Enter>' '^>  vf ' 'help: a line on another page'
found $'?/next<Enter>' '^>  j Down' '... on this one'
found $'?/next<Enter>3n' '^>  F8 ' '... behind it'
found $'?/next<Enter><Space>/page<Enter>' '^>  :mem ' '... from the page that is shown'
found $'2000gvs\n:wait\n/darkroom<Enter>' '^ call chain of record .* darkroom ' 'a view of one record: in the records'
found $'vh\n:wait\n/darkroom<Enter>' '^> *[0-9]+ .* darkroom ' 'a view without lines: likewise'
found '/queens"<Enter>' '^ No line or function name has "queens"" \(any case\)' 'records: none, and how it was searched'
found '/a.Q<Enter>' '^ No line or function name has "a\.Q"' '... with its case'
found '/qu.*x<Enter>' '^ No line or function name has "qu\.\*x" \(any case; ~ before it makes it a regular' '... one that looks like a regular expression'
found '/~qu+x<Enter>' '^ No line or function name has /qu\+x/ \(any case\)' '... a regular expression'
found $'/queens<Enter>\n:wait\n/<Enter>' '^ No line or function name has "queens"' '... nothing is typed: the same again'
found $'/queens<Enter>\n:wait\nN' '^ No line or function name has "queens"' '... backwards'
found $'&type == COMM<Enter>\n:wait\n/queens<Enter>' '^ No line or function name in the filtered list has ' '... in the filter'
found '::find-text qu+x<Enter>' '^ No line or function name has /qu\+x/ \(any case\)' '... by :find-text'

# A text that no line has is searched in the names of functions. The list has such names in its lines.
# functions KEYS FILTER NUMBER WHAT: after the keys, the cursor is at this record of the filter (-1: the last).
functions() {
	screen=$(printf ':wait\nvr\n:wait\n%s\n:wait\n:dump x\n' "$1" | play 120x24 demo.data)
	mapfile -t records < <("$PERFNAV" print --no-index -q --symfs none --kallsyms none -F ordinal -f "$2" demo.data | tr -d ' ')
	like "$screen" "^> *${records[$3]} .* user " "$4"
	like "$screen" '^ Found in names of functions\.' '... and it is reported'
}
ln -s "$DATA/demo.data.debug" .
average='sym =~ "average_around" or callchain.sym =~ "average_around"'
functions '/average_around<Enter>' "$average" 0 'records: the name of a function'
functions $'/average_around<Enter>\n:wait\nn' "$average" 1 '... the next one'
functions $'/average_around<Enter>\n:wait\n3n' "$average" 3 '... so many on'
functions $'/average_around<Enter>\n:wait\nN' "$average" -1 '... back, from the end'
functions '/~average_.*nd<Enter>' "$average" 0 '... a regular expression'
functions '::find-text average_.*nd<Enter>' "$average" 0 '... of :find-text'
functions $'&comm == "dark-sharpen"<Enter>\n:wait\n/average_around<Enter>' \
	"comm == \"dark-sharpen\" and ($average)" 0 '... in the filter'
found $'/average_around<Enter>\n:wait\nN' 'The search continued from the end\.$' '... with the rest of the message'
found $'vv\n:wait\n/average_around<Enter>' '^> .* user average_aro' '... from the overview'
found '/AVERAGE_around<Enter>' '^ No line or function name has "AVERAGE_around"' '... where there is a capital, case counts'
found $'/average_around<Enter>\n:wait\n/darkroom<Enter>' '^> .* sched_switch .*darkroom' '... and then a text that lines have'
unlike "$screen" 'names of functions' '... which is not reported'
found $'/queens<Enter>\n:wait\n::find pid == 77777<Enter>' '^ No record passes pid == 77777\.$' '... of what is no text'
found $'/DARKroom<Enter>' 'has "DARKroom"' 'records: where there is a capital, case counts'
found $'/mmap2<Enter>' '^> .* MMAP2 ' '... and else it does not'
found $'/~exit +parent<Enter>' '^> .* EXIT ' '... a regular expression'

# marks KEYS: the text in the cells that are highlighted.
marks() {
	printf ':wait\n%s\n:wait\n:dump x\n:styles y\n' "$1" | play 80x24 demo.data | python3 -c '
import sys
screen, styles = (part.split("\n")[1:] for part in sys.stdin.read().split("----")[1:])
found = {text.strip() for line, style in zip(screen, styles)
         for text in "".join(c if s == "*" else "\t" for c, s in zip(line, style)).split("\t")}
print(*sorted(found - {""}), sep="|")'
}
is "$(marks $'px/thumb<Enter>')" 'thumb' 'what is found is marked in the list'
is "$(marks $'px/~th.mb<Enter>\n:wait\n<Esc>')" '' '... until Escape'
is "$(marks $'px/~th.mb<Enter>\n:wait\n<Esc>n')" 'thumb' '... and again with the next'
is "$(marks $'?/flame<Enter>')" 'flame' '... in help'
is "$(marks $'::count comm<Enter>\n:wait\n/dark<Enter>')" 'dark' '... in tables'
# Text with characters that mean something in regular expressions, and expressions with backslashes.
found '/kernel.kallsyms<Enter>' '^> +1 .* MMAP ' 'records: a dot is a dot'
found '/[kernel.kallsyms]_text<Enter>' '^> +1 .* MMAP ' '... brackets'
found '/kernel.k.llsyms<Enter>' '"kernel.k.llsyms"' '... nothing else'
found '/~kernel\.k.llsyms<Enter>' '^> +1 .* MMAP ' '... an expression with a backslash'
found '::find-text kernel\.k\wllsyms<Enter>' '^> +1 .* MMAP ' '... of :find-text'
# Lines of a page that are cut say so, at either side.
rule=':color comm == "a long name of a task" and comm != "another long name of a task" red'
found $':'"$rule"$'<Enter>\n::color<Enter>' '…$' 'a page: what is cut on the right'
found $':'"$rule"$'<Enter>\n::color<Enter>ll' '^…' '... and on the left'
found $'?/next line<Enter>' '^   k Up \^P             previous line$' '... and no mark where nothing is'
# What once was ":write ords", and other keys, wherever there was no search.
for view in vv va ve vt vd vs vb vl vh vf vg vm vo 'v&' "v'" vi '?' F2 c ':bytes<Enter>' ':symbols<Enter>'; do
	case $view in F2) keys='<F2>' ;; :*) keys=$'\n:'$view ;; *) keys=$view ;; esac
	found "$keys"$'\n:wait\n/words' '^(records: )?/words' "$view: what is typed is the text"
done
done_testing
