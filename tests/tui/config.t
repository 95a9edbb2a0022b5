#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2016 # $slow() is perfnav's
# The config file, keys that are bound, options.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .

config="$XDG_CONFIG_HOME/perfnav/config"
mkdir -p "${config%/*}"

# ---- without a file, and with one ----
rm -f "$config"
batch ':version'
is "$status:$err" '0:' 'no config file: nothing is said'
cat >"$config" <<'C'
# a comment, and an empty line

:set time-format first
	set bytes=off
map J page-down
map! j last in help
columns n,time,comm,summary
define slow(n) period > $n
save-filter few pid == 7351
hide FORK
C
batch ':version' ':set bytes' ':set time-format' ':columns n,time' ':filters' ':filter $slow(3) and $few()'
is "$status:$err" '0:' 'a config file without mistakes'
like "$out" '^bytes is off$' 'set NAME=VALUE'
like "$out" '^time-format is first$' ':set NAME VALUE'
like "$out" '^1 +on +index +type != FORK$' 'hide'
screens config 80x16 demo.data <<'KEYS'
:wait
J
:dump page-down
?
:resize 80x30
:dump help
:resize 80x16
j
:dump last-of-help
KEYS
run "$PERFNAV" --no-index --batch --cmd ':set order' --order time demo.data
is "$out" 'order is time' 'the command line counts more'
echo 'set order time' >"$config"
run "$PERFNAV" --no-index --batch --cmd ':set order' --order file demo.data
is "$out" 'order is file' '... whatever it says'
screen=$(printf ':wait\n:dump x\n' | play 80x24 demo.data)
like "$screen" 'record 0, by time ' '... and the file otherwise'

# ---- mistakes ----
printf '%s\n' 'set bytes off' '  set colors 17' 'map J jump' 'map x help' 'frobnicate' 'write x.csv' \
	'filter pid == x' 'set details off' >"$config"
printf 'set order\0time\n' >>"$config"
batch ':set bytes' ':set details'
is "$status:$out" "0:bytes is off
details is off" 'lines without mistakes count'
is "$err" "perfnav: $config:2:14: expected auto|none|8|16|256
perfnav: $config:3:7: there is no such action; :keys lists them
perfnav: $config:4:5: x in all views: x is bound to bytes; map! replaces the binding
perfnav: $config:5:1: no such command; Tab lists them
perfnav: $config:6:1: :write is not allowed in the config file
perfnav: $config:7:15: this field is a number: expected a number
perfnav: $config:9: the line contains a zero byte: expected text" 'each mistake with its line and column'
ok 'nothing was written' test ! -e x.csv
screen=$(printf ':dump x\n' | play 80x24 demo.data)
like "$screen" '^ config:2:14: expected auto\|none\|8\|16\|256; and 6 more: :config' 'they are told once'
screen=$(printf ':wait\nj\n:dump x\n::config<Enter>\n:dump y\n' | play 120x24 demo.data)
unlike "$screen" '^ config:2' '... until the next key'
like "$screen" "^   $config:7:15: this field is a number" ':config: all of them'
head -c 70000 /dev/zero | tr '\0' '#' >"$config"
batch ':version'
is "$err" "perfnav: $config: is larger than 65536 bytes and was not read" 'a file that is too large'
rm "$config"
mkdir "$config"
batch ':version'
is "$err" "perfnav: $config: expected a file of commands" 'a folder of that name'
rmdir "$config"
mkfifo "$config"
batch ':version'
is "$err" "perfnav: $config: expected a file of commands" 'a FIFO is not waited for'
rm "$config"
printf 'map \033[31m help\n' >"$config"
batch ':version'
unlike "$err" $'\033' 'no escape reaches the terminal'
rm "$config"

# ---- keys ----
screens config-keys 80x24 demo.data <<'KEYS'
:wait
::map gg first<Enter>
:dump refused
<Esc>
::map! gg first<Enter>
::map gl last<Enter>
::unmap j<Enter>
g
:dump popup
l
:dump last
gg
j
:dump nothing
::keys page<Enter>
:dump keys
q
::map! va last in records<Enter>
::map! gz last in way of the branches<Enter>
va
:dump last-again
::map <lt>F2<lt>x help<Enter>
:dump not-a-key
KEYS

# Messages, titles, help and empty views name the keys that are bound now.
printf '%s\n' 'map! H help' 'unmap ?' 'map! Y first' 'unmap g' 'map! W command' 'map! J record-next' \
	'map! K open' 'map! ;s flag-next' 'map! ;o time-zero' 'unmap &' 'unmap <F4>' >"$config"
shown=$(play 100x24 demo.data <<'KEYS'
:wait
~
:dump unknown
vl
:dump memory
qvs
:dump chain
qvb
:dump branches
q100Y;o
:dump zero
v'
:dump marks
q\
:dump no-filter
H
:resize 100x40
:dump help
:resize 100x24
q
Wnote x<Enter>
:dump noted
Wgoto 
:dump command
<Esc>;
:dump popup
KEYS
)
rm "$config"
# of NAME: that screen.
of() { sed -n "/^---- $1 /,/^---- /p" <<<"$shown"; }
like "$(of unknown)" '^ No action for ~\. H shows the keys\.$' 'keys in messages'
like "$(printf ':wait\nvq\n:dump x\n' | play 80x24 demo.data)" '^ No action for vq\.' 'all keys that were typed'
like "$(of chain)" '^ this record has no call chain; J and F7 go to others' '... where a view is empty'
like "$(of zero)" '; ?o again: from the first' '... where an action says what it did'
like "$(of marks)" 'marks, flags and notes: K goes there' '... in titles'
like "$(of no-filter)" 'There is no filter yet. filter adds one' '... an action without a key: its name'
like "$(of help)" '^ +Y < Home +first line; 123Y: record 123, or line 123 of other views$' '... in help'
like "$(of noted)" 'Noted[.] ;s and U go to records with flags or notes' '... of several keys'
like "$(of popup)" '│ o  show times relative to this record' '... in the box of half typed keys'
like "$(of popup)" '┌─ [^ ]+: next key, or Esc (─|┴)*┐$' '... whose frame names the keys and the way out'
like "$(of popup)" '│ o  show times relative to this record[^│]*│$' '... and is closed'

refused ':map' 5 'needs KEY ACTION'
refused ':map J' 7 'expected an action'
refused ':map J jump' 8 'there is no such action'
refused ':map J help on records' 13 'expected "in VIEW"'
refused ':map J help in frogs' 16 'there is no such view'
refused ':map j last' 6 'j in all views: j is bound to down; map! replaces'
refused ':map v last' 6 'v in all views: vr is bound to view-records, vv is bound to view-overview, va is bound to view-events and more;'
refused ':map jj last' 6 'j is bound to down'
refused ':map j last in maps' 6 'j in maps: j is bound to down'
refused ':map 1 last' 6 'digits are counts'
refused ':map abcde last' 10 'at most 4 keys'
refused ':map <Nope> last' 6 'expected a key such as <C-f>'
refused ':unmap J' 8 'these keys are not bound in all views'
refused ':unmap :' 8 'no other key opens the command prompt'
refused ':map! : last' 7 'no other key opens the command prompt'
refused ':keys frobnicate' 7 'no key, action, command or help text contains this'
batch ':map! ; command' ':unmap :' ':keys command'
like "$out" '^  ; +command ' 'another key of command, then : can go'

# ---- options ----
refused ':set frog on' 6 'there is no such option'
refused ':set popup 70000' 12 'expected 0..60000'
refused ':set bytes maybe' 12 'expected off\|on'
screens config-options 80x16 demo.data <<'KEYS'
:wait
<F2>
:dump options
jjjj<Enter>
G<Enter>
:dump number
<C-u>set popup 0<Enter>
:dump changed
q
:dump without-bytes
v
:dump at-once
<Esc>
::set ascii on<Enter>
:dump ascii
::set ba<Tab> <Tab>
:dump completion
<C-u>map K time-<Tab>
:dump actions
<C-u>map K quit i<Tab> in<Tab>
:dump views
KEYS
# Copying without the terminal.
printf ':wait\n::set osc52 off<Enter>\nyl\n:dump x\n' | play 80x24 demo.data >copied
like "$(cat copied)" 'Copied, and saved in' 'set osc52 off: the file has it all the same'

# ---- in a terminal: colours ----
if ! command -v tmux >/dev/null; then
	skip 'colours' 'tmux is not installed'
	done_testing
	exit
fi
printf '%s\n' 'set colors none' 'set start records' >"$config"
tui_start 80x24 "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
unlike "$(tui_screen -e)" $'\033\\[[0-9;]*[34][0-7]' 'set colors none: no colours'
tui_type ':set colors auto'
tui_keys Enter
tui_wait 'colors is auto'
tui_settle
like "$(tui_screen -e)" $'\033\\[[0-9;]*[34][0-7]' 'set colors auto: there they are'
before=$(tui_screen -e)
tui_type ':set background light'
tui_keys Enter
tui_wait 'background is light'
tui_settle
ok 'set background light: others' test "$(tui_screen -e | head -n 12)" != "$(head -n 12 <<<"$before")"
tui_keys q
tui_exits 0

done_testing
