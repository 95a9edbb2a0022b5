#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Rules for the colours of lines: those that come with the program, :color, :uncolor.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" "$DATA/lost.data" .
"$MK" "$ROOT/tests/mk/cases/datasrc.mk" datasrc.data || exit 1
"$MK" "$ROOT/tests/mk/cases/branch.mk" branch.data || exit 1
head -c 100000 demo.data >cut.data

# list FILE EXPR: the lines of the list with this filter, and the cursor on the first record.
list() {
	printf '%s\n' ':wait' px "&ordinal == 0 or ($2)<Enter>" ':wait' g ':dump x' | play 120x130 "$1" | grep -aE '^.? *[0-9]+ '
}

# marked FILE SIGN EXPR: lines that pass have the sign, and no others.
marked() {
	local all
	all=$(list "$1" "$3")
	is "$(cut -c1 <<<"$all" | sort | uniq -c | tr -s ' ' | sort -k2)" \
		"$(printf '%s\n' " 1 >" " $(($(wc -l <<<"$all") - 1)) $2" | sort -k2)" "$1: $2 beside $3"
	is "$(list "$1" "not (${4:-$3})" | cut -c1 | grep -c "^$2")" 0 '... and no others'
}
marked lost.data '!' problem
marked datasrc.data r 'not data_src.snoop == HITM and (data_src.remote or data_src.lvl == REM_RAM2)' \
	'data_src.remote or data_src.hops or data_src.lvl in {REM_RAM1, REM_RAM2, REM_CCE1, REM_CCE2}'
marked branch.data b 'brstack[0].mispred'
screens colours 100x30 datasrc.data <<'KEYS'
:wait
px
:dump signs
:styles signs
KEYS

# Rules of one's own: the last that fits counts.
rule=$'::color comm == "photolab" green,sign:p<Enter>\n::color comm == "photolab" and type == MMAP2 208,on-blue,bold<Enter>\n20g'
screens colours-rules 80x24 demo.data <<KEYS
:wait
px
$rule
:dump rules
:styles rules
::color<Enter>
:dump list
q
::uncolor 7<Enter>
:styles without-the-second
::uncolor<Enter>
:styles none
::color flagged red<Enter>
9gM
10g
:styles flagged
9gM
10g
:styles no-longer
KEYS

refused ':color pid == 1 rad' 17 'expected a style'
refused ':color pid == 1 red,bald' 21 'expected a style'
refused ':color pid == x red' 15 'this field is a number'
refused ':color red' 11 'expected an expression and a style'
refused ':color pid == 1 256' 17 'expected a style'
refused ':uncolor 9' 10 'no such rule: :color lists the 5 rules'
args=()
for ((i = 0; i < 12; i++)); do args+=(--cmd ":color pid == $i red"); done
run "$PERFNAV" --no-index --batch "${args[@]}" demo.data
like "$err" 'there are 16 rules, the maximum: :uncolor removes one' 'no more than 16'
mkdir -p "$XDG_CONFIG_HOME/perfnav"
printf '%s\n' 'set state off' 'set start records' 'uncolor' 'color type == COMM reverse,sign:c' >"$XDG_CONFIG_HOME/perfnav/config"
run "$PERFNAV" --no-index --batch --cmd ':color' demo.data
is "$(sed 1d <<<"$out")" '   1  reverse,sign:c             type == COMM' 'in the config file'

# In a terminal: 256 colours, 16, 8, none.
if ! command -v tmux >/dev/null; then
	skip 'colours in a terminal' 'tmux is not installed'
	done_testing
	exit
fi
echo 'color ordinal == 5 208,sign:5' >>"$XDG_CONFIG_HOME/perfnav/config"
colour() {
	tui_type ":set colors $1"
	tui_keys Enter
	tui_wait "colors is $1"
	tui_settle
	tui_screen -e | grep -a 'CPU_MAP' | grep -ao $'\033\\[[0-9;]*m[^\033]*CPU_MAP' | tail -n 1 | grep -ao '\[[0-9;]*m'
}
tui_start 80x24 "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
tui_shows '5     ' 'the sign'
like "$(colour 256)" '38;5;208' '256 colours'
like "$(colour 16)" '^\[(0;)?(1;)?(9[0-7]|3[0-7])m' 'of 16 the nearest'
like "$(colour 8)" '^\[(0;)?(1;)?3[0-7]m' 'of 8'
unlike "$(colour none)" '[349][0-7]' 'none'
tui_keys q
tui_exits 0

done_testing
