#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What was typed at the prompts, from run to run; readline's own keys.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .
rm "$XDG_CONFIG_HOME/perfnav/config"
state="$XDG_STATE_HOME/perfnav"

# type KEYS...: a line each; the last lines of the screen.
type_keys() {
	printf '%s\n' ':wait' "$@" ':dump x' | STATE=${STATE_USED-} play 80x24 demo.data | tail -n 2
}

type_keys '&pid == 7351<Enter>' '&<C-u>cpu == 1<Enter>' '&<C-u>nonsense<Enter>' '<Esc>' \
	'/scanner<Enter>' '::100<Enter>' '::where<Enter>' >/dev/null
like "$(type_keys '&<C-u><Up>')" '^filter: cpu == 1$' 'the last filter'
like "$(type_keys '&<C-u><Up><Up>')" '^filter: pid == 7351$' '... and the one before; not what was refused'
like "$(type_keys '/<Up>')" '^/scanner$' 'searches are apart'
like "$(type_keys '&<C-u><Up><Up>2<Up>3<Down><C-_><Esc>' '/x<Up>y<Esc>' '&<C-u><Up><Up>')" '^filter: pid == 7351$' \
	'a line of the history that was changed is as it was when the prompt opens again'
like "$(type_keys '::<Up>')" '^::where$' 'commands, too'
like "$(type_keys '&<C-u><C-r>735')" 'pid == 7351' 'Ctrl-R searches in it'
like "$(STATE_USED=--no-state type_keys '&<C-u>pid == 7351<Enter>' '&<Esc>' '/<C-r>735<C-e>x')" '^/x$' \
	'... where there is no line, after a prompt that has some'
is "$(stat -c %a "$state"/history-*)" $'600\n600\n600' 'for their owner alone'
like "$(STATE_USED=--no-state type_keys '&<C-u><Up>')" '^filter: ?$' '--no-state: nothing'
before=$(cat "$state"/history-*)
STATE_USED=--no-state type_keys '&pid == 1<Enter>' '::200<Enter>' >/dev/null
is "$(cat "$state"/history-*)" "$before" '... and nothing is kept'

# Bounded, also where others add to it.
mkdir -p "$XDG_CONFIG_HOME/perfnav"
echo 'set history 5' >"$XDG_CONFIG_HOME/perfnav/config"
for ((i = 0; i < 5; i++)); do echo "pid == $i"; done >>"$state/history-filter"
like "$(type_keys '&<C-u><Up><Up><Up><Up><Up><Up><Up>')" '^filter: pid == 0$' 'set history 5: five'
for ((i = 5; i < 12; i++)); do echo "pid == $i"; done >>"$state/history-filter"
type_keys '&<C-u>pid == 12<Enter>' >/dev/null
is "$(cat "$state/history-filter")" "$(for ((i = 7; i < 13; i++)); do echo "pid == $i"; done)" \
	'a file with more than twice as many is made shorter'
head -c 3000000 /dev/urandom >"$state/history-filter"
printf 'cut' >>"$state/history-filter"
printf '\nescape \033[31m\npid == 13\n' >>"$state/history-filter"
like "$(type_keys '&<C-u><Up>')" '^filter: pid == 13$' 'a file that is anything: its good lines'
unlike "$(type_keys '&<C-u><Up><Up>')" 'escape' '... and no others'
rm "$state/history-filter"
mkdir "$state/history-filter"
like "$(type_keys '&<C-u>pid == 7351<Enter>' '&<C-u><Up>')" '^filter: pid == 7351$' 'a file that cannot be written'
rmdir "$state/history-filter"
echo 'set history 0' >"$XDG_CONFIG_HOME/perfnav/config"
type_keys '::clear<Enter>' >/dev/null
like "$(type_keys '&<C-u>pid == 7351<Enter>' '&<C-u><Up>')" '^filter: ?$' 'set history 0: none'
ok '... and no file' test ! -e "$state/history-filter"
rm "$XDG_CONFIG_HOME/perfnav/config"

# readline's own settings.
# shellcheck disable=SC2016 # for readline
printf '%s\n' '$if perfnav' '"\C-xp": "pid == "' '$endif' 'set editing-mode emacs' >inputrc
like "$(INPUTRC=$PWD/inputrc type_keys '&<C-u><C-x>p7')" '^filter: pid == 7$' 'inputrc: a key that makes text'
echo 'set editing-mode vi' >inputrc
like "$(INPUTRC=$PWD/inputrc type_keys '&<C-u>pid == 7<Esc>0x')" '^filter: id == 7$' 'inputrc: vi mode'

done_testing
