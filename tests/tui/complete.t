#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What Tab offers as values of a filter: what is in the recording.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" "$DATA/odd_maps.data" .

# listed FILE KEYS [SIZE]: what the list above the prompt has, a word and its help a line.
listed() {
	printf ':wait\n%s\n:dump x\n' "$2" | play "${3:-200x1000}" "$1" |
		awk '/^── [0-9].*Tab selects/ { on = 1; next } on' | head -n -2
}

# offered FILE KEYS: the words alone, without quotes and without those of the record under the cursor.
offered() {
	listed "$@" | sed 's/^..//; s/   *.*//' | tr -d '"' | grep -v '^\$' | sort -u
}

# prompt KEYS [SIZE]: the line of the prompt.
prompt() {
	printf ':wait\n%s\n:dump x\n' "$1" | play "${2:-80x24}" demo.data | grep -E '^(filter|:)' | head -n 1
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
is "$(listed demo.data '&type == <Tab>' | sed 1d | awk -v n="$("$PERFNAV" count --no-index --by type demo.data | wc -l)" 'NR <= n { print $1 }' | sort)" \
	"$("$PERFNAV" count --no-index --by type demo.data | awk '{ print $2 }' | sort)" '... those that occur first'
like "$(offered demo.data '&co<Tab>')" '^count\($' 'functions, where a condition begins'
unlike "$(offered demo.data '&comm == <Tab>')" '^count' '... and not behind an operator'
like "$(offered demo.data '&count(br<Tab>')" '^brstack$' '... and fields behind them'
like "$(printf ':help len<Enter>\n:dump x\n' | play 80x24 demo.data)" 'how long a text, bytes or a list is' '... with help'
is "$(offered demo.data '::branches <Tab>')" $'block\nedge\nfrom\nnewest\npath\nto' 'totals of branches, and their path'
is "$(offered demo.data '::mem l<Tab>')" $'latency\nlevel\nline' '... of memory accesses'
like "$(offered demo.data '::mem line where comm == "s<Tab>')" '^scanner$' '... and their filter'
is "$(offered demo.data '::spans s<Tab>')" $'softirq\nsyscall' 'kinds of spans'
is "$(offered demo.data '::define-span sleeps type == FORK -> type == EXIT by tid<Enter>::spans s<Tab>')" \
	$'sleeps\nsoftirq\nsyscall' '... one of our own among them'
is "$(offered demo.data '::define-span sleeps type == FORK -> type == EXIT by tid<Enter>&span.s<Tab>')" \
	$'span.sleeps.dur\nspan.softirq.dur\nspan.state\nspan.syscall.dur' '... as fields'
like "$(offered demo.data '&span.syscall.<Tab>')" '^span\.syscall\.errno$' '... with all that they have'
is "$(offered demo.data '&span.syscall.dur <Tab>')" "$(offered demo.data '&span.dur <Tab>')" '... and their operators'
like "$(printf ':help span.syscall.dur<Enter>\n:dump x\n' | play 80x24 demo.data)" 'duration of the span' '... and help'
is "$(offered demo.data '::offcpu <Tab>')" $'blocked\nrunnable\nunfinished\nwhere' '... and parts of the time off the CPU'
like "$(offered demo.data '::spans syscall where comm == "s<Tab>')" '^scanner$' '... and their filter'
is "$(prompt '&dso == "[k<Tab>')" 'filter: dso == "[kernel.kallsyms]"' 'one that is left is written'
unlike "$(printf ':wait\n&mmap.file == "<Tab>\n:dump x\n' | play 1000x24 odd_maps.data)" $'[\001-\010\013-\037\177]' \
	'names are escaped'
like "$(listed demo.data '&comm.e<Tab><C-u>co<Tab>')" '^  comm +name of the task' 'each with its help'
is "$(listed demo.data '&<Tab>' 80x24 | awk '{ print $1 }' | tr '\n' ' ')" 'event comm tid pid cpu time sym ' \
	'usual fields come first'
like "$(listed demo.data '&<Tab>' 80x24)" '^  time   time by which perf sorts the record, ' 'words take the room that those on the screen need'
like "$(listed demo.data '::b<Tab>' 80x24)" 'the file by section, type, event…$' 'a help that is cut says so'
like "$(listed demo.data '&tid == <Tab>')" '^  7351 +scanner$' 'threads by number have their names'
like "$(listed demo.data '&tid == <Tab>')" '^  [$]tid ' '... and the one of the record'
like "$(listed demo.data '::fi<Tab>')" '^  find +EXPR +find the next' 'commands have their help'

# The usual fields come first; fields that are in no record come last.
order() {
	listed demo.data "$1" | awk '{ print $1 }' | tr '\n' ' '
}
is "$(order '&co<Tab>')" 'comm comm.exec count( code_page_size compressed.size cookie ' \
	'fields that occur come before those that do not'
like "$(order '&t<Tab>')" '^tid time type ' '... the usual ones before them'
is "$(listed demo.data '&code<Tab><C-u>data<Tab>' | sed 1q | awk '{ print $1 }')" 'data_page_size' '... which are offered all the same'
like "$(order '::columns co<Tab>')" '^comm ' '... also in lists of fields'

# A bare name of a task or an event becomes a condition.
is "$(prompt '&scan<Tab>')" 'filter: comm == "scanner"' 'Tab: a condition from the beginning of the name of a task'
is "$(prompt '&page-f<Tab>')" 'filter: page-f' '... which is one word'
like "$(listed demo.data '&dark<Tab>')" '^  comm == "darkroom"      tid 7352$' '... of several'
like "$(listed demo.data '&sched<Tab>')" '^  event == "sched:sched_switch"' '... of events'
# said KEYS: the line below that of the prompt.
said() {
	printf ':wait\n%s\n:dump x\n' "$1" | play 80x24 demo.data | sed '1,/^\(filter\|:\):/d'
}
like "$(said '&dark-sharpen')" '^ +\^ dark-sharpen is not a field; did you mean comm == "dark-sharpen"\?$' \
	'a name with a hyphen'
like "$(said '&page-faults<Enter>')" 'did you mean event == "page-faults"\?$' '... of an event'
like "$(said '&MMAP2<Enter>')" 'did you mean type == MMAP2\?$' '... of a type, which needs no quotes'
like "$(said '&comm == scanner<Enter>')" 'expected a string in quotes: "scanner"$' 'a value without quotes'

# The beginning of a word is no mistake.
is "$(said '&t')" 'Tab completes it: tid, time, type, comm == "thumbnail", thread_map and 37 more' \
	'the beginning of a field'
is "$(said '&comm == "x" an')" 'Tab completes it: and' '... of an operator'
is "$(said '&type == SAM')" 'Tab completes it: SAMPLE' '... of a value'
is "$(said '&tp.pre')" 'Tab completes it: tp.prev_comm, tp.prev_pid, tp.prev_prio and 1 more' '... of a tracepoint'
is "$(said '::filter scan')" 'Tab completes it: comm == "scanner"' '... of a name'
like "$(said '&perod')" '^ +\^ perod is not a field; did you mean period\?$' '... of nothing is one'
like "$(said '&t > 1')" '^ +\^ t is not a field' '... and one with text after it'
like "$(said '&t<Enter>')" '^ +\^ t is not a field' '... and with Enter'

# What can stand where: fields, operators, values, operators.
is "$(offered demo.data '&comm <Tab>')" $'!=\n==\nand\ncontains\nin {\nor\n~' 'operators of a text'
is "$(offered demo.data '&period <Tab>')" $'!=\n&\n<\n<=\n==\n>\n>=\nand\nin {\nor' '... of a number'
is "$(offered demo.data '&type <Tab>')" $'!=\n==\nand\nin {\nor' '... of what has names'
is "$(offered demo.data '&comm == "x" <Tab>')" $'and\nor' '... after a value'
is "$(offered demo.data '&tp.prev_comm == "dark-<Tab>' | wc -l)" 3 'names of tasks in tracepoints'
like "$(offered demo.data '&comm == "x" and sy<Tab>')" '^symoff$' 'a field after and'
is "$(offered demo.data '&comm =<Tab>')" '' 'nothing inside an operator'
printf '%s\n' :wait '::tree up<Enter>' :wait 'vr&sym == "average<Tab>' ':dump x' >keys
like "$("$PERFNAV" --no-index --no-state -q --script keys --screen 80x24 "$DATA/demo.data")" \
	'^filter: sym == "average_around"' 'symbols of files that were read'

# Each of them parses.
for field in comm period type tp.prev_comm; do
	while read -r operator; do
		case $operator in
		in*) rest='in {1}' ;;
		and | or) rest="$operator pid" ;;
		'~' | contains) rest="$operator \"x\"" ;;
		*) rest="$operator 1" ;;
		esac
		[[ $field != *comm || $rest == *pid ]] || rest=${rest//1/'"x"'}
		run "$PERFNAV" count --no-index -f "$field $rest" demo.data
		is "$status" 0 "$field $rest" || diag "$err"
	done < <(offered demo.data "&$field <Tab>")
done

# The line.
is "$(prompt '&comm.e<Tab>')" 'filter: comm.exec' 'a blank follows a word that is whole' # trimmed by the screen
is "$(prompt '&comm.e<Tab>x')" 'filter: comm.exec x' '... which is there'
is "$(prompt '&comm.e<Tab><Space>x')" 'filter: comm.exec x' '... once'
is "$(prompt '::count comm.e<Tab>,pid')" '::count comm.exec,pid' '... and not before a comma'
is "$(prompt '&cou<Tab>stack')" 'filter: count(stack' 'none follows a parenthesis'
is "$(prompt $'&pid == 1<Enter>\n&and cpu')" 'filter: pid == 1 and cpu' 'a filter that is changed: a blank follows it'
is "$(prompt $'&pid == 1<Enter>\n&<Space>and cpu')" 'filter: pid == 1 and cpu' '... once'
is "$(prompt '&comm ==<Tab><Tab>')" 'filter: comm == "archivist"' 'a blank is put after an operator'
is "$(prompt '&tid <<Tab>= 1')" 'filter: tid <= 1' '... and not inside it'
is "$(prompt '&comm == <Tab><Tab>x')" 'filter: comm == "archivist"x' 'Tab takes the next of the list'
is "$(prompt '&comm == <Tab><Down><Down><S-Tab>')" 'filter: comm == "archivist"' '... Down, too; Shift-Tab goes back'
is "$(prompt '&comm == <Tab><Tab><S-Tab>')" 'filter: comm ==' '... to what was typed'
is "$(prompt '&comm == <Tab><Tab><Enter>and')" 'filter: comm == "archivist" and' 'Enter takes the selected one'
is "$(prompt '&comm == <Tab><Tab><Tab><Esc>')" 'filter: comm ==' 'Escape closes the list alone'
screen=$(printf ':wait\n&co<Tab>\n:dump x\n<Tab>\n:dump x\n' | play 80x24 demo.data)
like "$screen" '^── .* Esc closes ─' '... which the list says'
like "$screen" '^── .* Esc undoes ─' '... of a completed word, too'
is "$(offered demo.data '&comm == <Tab>"dark-b')" $'dark-balance\ndark-blur' 'what is typed narrows the list'
is "$(listed demo.data '&comm == <Tab>"dark-blur" ')" '' 'another word closes it'
is "$(prompt '&zzz<Tab>')" 'filter: zzz' 'where nothing begins so'
like "$(printf ':wait\n&zzz<Tab>\n:dump x\n' | play 80x24 demo.data | tail -n 1)" '^No completion' '... says so'
ok 'long lists scroll' test "$(offered demo.data '&<Tab>' 80x24 | wc -l)" -eq 7
like "$(printf ':wait\n&<Tab><PgDn><PgDn>\n:dump x\n' | play 80x24 demo.data)" '^── [89]-14 of [0-9]{3} ' '... by pages'

# Names of files, formats and options.
mkdir -p there/below
touch there/one.csv there/.hidden 'there/with blank' $'there/with\001' there/below/two.csv
for command in w write slice compare page repair e symfs vmlinux kallsyms; do
	is "$(offered demo.data "::$command there/<Tab>")" $'there/below/\nthere/one.csv' ":$command: names of files"
done
like "$(listed demo.data '::w there/<Tab>')" '^  there/below/ +a folder$' '... with those of folders'
is "$(prompt '::w there/b<Tab>')" '::w there/below/' '... after which no blank follows'
is "$(prompt '::w there/b<Tab>t<Tab>')" '::w there/below/two.csv' '... but a name in them'
is "$(prompt '::w there/on<Tab>--fo<Tab>js<Tab>')" '::w there/one.csv --format json' 'a file, an option, its value'
is "$(offered demo.data '::w there/.h<Tab>')" '' 'a hidden file'
is "$(prompt '::w there/.h<Tab>')" '::w there/.hidden' '... whose dot is typed'
is "$(prompt '::w nowhere/<Tab>')" '::w nowhere/' 'no folder'
is "$(offered demo.data '::w x --format <Tab>')" \
	"$(printf '%s\n' text json csv perf-script folded pprof firefox sqlite chrome-trace | sort)" 'formats'
is "$(prompt '::write x --format perf-s<Tab>')" '::write x --format perf-script' '... with a hyphen'
is "$(offered demo.data '::w --format csv x --scope <Tab>')" $'all\nfiltered\nflagged\nrange' 'scopes'
is "$(offered demo.data '::w x <Tab>')" $'--fields\n--format\n--inline\n--scope' 'options'
is "$(offered demo.data '::w --<Tab>')" $'--fields\n--format\n--inline\n--scope' '... before the name, too'
is "$(offered demo.data '::pipe --f<Tab>')" $'--fields\n--format' '... of :pipe'
is "$(prompt '::slice x --<Tab>')" '::slice x --scrub' '... of :slice'
like "$(offered demo.data '::w x --fields pid,co<Tab>')" '^comm$' 'fields'
like "$(offered demo.data '::compare there/one.csv by co<Tab>')" '^comm$' ':compare: fields after the name'
is "$(printf ':wait\n::w there/<Tab>\n:dump x\n' | play 80x24 demo.data --secure | tail -n 1)" \
	'No completion; F1 explains.' '--secure lists no files'

# F1.
helped() {
	printf ':wait\n%s\n:dump x\n' "$1" | play "${2:-80x24}" demo.data | sed '1,/^── help: /d' | head -n -2
}
like "$(helped '&comm.exec == 1<Left><Left><Left><Left><Left><Left><F1>')" 'comm.exec +an exec changed the name' 'F1: a field'
like "$(helped '&comm ==<F1>')" '==  is equal' '... an operator'
like "$(helped '&type == MMAP2<F1>')" 'MMAP2  record type 10' '... a type'
like "$(helped '&cpumode == kernel<F1>')" 'kernel  a value of cpumode' '... a value'
like "$(helped '&count(stack) > 1<Home><F1>')" 'count\(\)  in filters' '... a function'
like "$(helped '::write x<F1>')" ':write +FILE' '... a command'
like "$(helped '::set popup<F1>')" ':set popup' '... an option'
like "$(helped '&<F1>')" 'tid == [$]tid' '... of nothing: how filters are written'
like "$(helped '/<F1>')" 'if no record has it,$' '... what a search finds'
like "$(helped '/<F1>')" 'Numbers that the lines do not show are not searched: ' '... and what it does not'
like "$(helped '/scan<F1>')" '^ n and N go to the next and the previous match' '... and its keys'
like "$(helped 'vt/<F1>')" 'text of the lines of this view$' '... in another view'
like "$(helped $'vf\n:wait\n/<F1>')" 'text of names of frames$' '... in a flame graph'
like "$(helped '::<F1>')" ':help NAME' '... and commands'
ok '... in a box' test "$(helped '&event ~<F1>' 40x24 | wc -l)" -gt 1
ok '... wrapped at the width' test "$(helped '&event ~<F1>' 40x24 | wc -L)" -le 40
unlike "$(helped '&event ~<F1>' 40x24)" '…' '... with nothing cut'
is "$(prompt '&comm<F1>.')" 'filter: comm.' 'a key closes it and is itself'
is "$(prompt '&comm<F1><Esc>x')" 'filter: commx' '... Escape closes it alone'

# As they look.
for size in 80x24 120x40 200x50; do
	screens complete-$size $size demo.data <<'KEYS'
:wait
&co<Tab>
:dump fields
mm<Space><Tab>
:dump operators
<Tab><Space><Tab><Tab><Tab>
:dump values
<F1>
:dump help
<Esc><Esc><Esc>
::co<Tab><Tab>
:dump commands
KEYS
done

done_testing
