#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The keys that leave a prompt, its list, its help and its line.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

# last KEYS...: the last two lines of the screen after the keys.
last() {
	{
		printf ':wait\n'
		printf '%s\n' "$@" :wait ':dump x'
	} | play 80x12 demo.data | tail -n 2
}
# filter KEYS...: the line of the filter after the keys.
filter() {
	{
		printf ':wait\n&tid > 3<Enter>\n:wait\n'
		printf '%s\n' "$@" :wait ':dump x'
	} | play 80x12 demo.data | sed -n '3s/^ \(filter[^:]*\):.*/\1/p'
}

# Esc closes first the list, then the prompt, and a further one changes nothing.
like "$(last '&<Tab><Esc>')" '^filter:' 'Esc closes the list of completions'
unlike "$(last '&<Tab><Esc><Esc>')" '^filter:' '... and then the prompt'
is "$(filter '&<Tab><Esc><Esc>')" filter '... which leaves the filter as it is'
is "$(filter '&<Tab><Esc><Esc><Esc>')" filter '... also if Esc was pressed once too often'
like "$(last '&tid > 3<Enter>' '&<Esc><Esc>')" 'The prompt is closed\. Esc again turns off a condition, or closes a view\.' '... and says so'
is "$(filter '&<Esc><Esc><Esc>')" 'filter off' 'the next Esc turns off a condition'
is "$(filter '&<Esc>j<Esc>')" 'filter off' '... and so does the first after another key'
for keys in '/<Esc><Esc>' '/<Esc><Esc><Esc>'; do
	like "$(printf '%s\n' :wait vf :wait "$keys" ':dump x' | play 80x8 demo.data | sed -n 2p)" \
		"$([[ $keys == *Esc*Esc*Esc* ]] && echo '^ demo\.data' || echo '^ flame graph')" "$keys in a view"
done

# Ctrl-U clears the whole line, wherever the cursor is, and Ctrl-Y brings it back.
like "$(last '&comm == foo and tid == 3<Left><Left><Left><C-u>')" '^filter: *$' 'Ctrl-U in the middle of a line'
like "$(last '&comm == foo and tid == 3<Left><Left><C-u><C-y>')" '^filter: comm == foo and tid == 3 *$' '... and Ctrl-Y'
like "$(last '&comm = scanner<Enter><C-u>tid == 1')" '^filter: tid == 1 *$' '... after an error has moved the cursor'

# After an error the prompt stays open, and shows how to leave it.
like "$(last ':csv<Enter>')" '^:csv +Esc leaves  \^U clears$' 'how to leave the prompt after an error'
like "$(last ':csv<Enter>x')" '^:csvx *$' '... until the next key'
like "$(last ':set nosuchoption nosuchoption nosuchoption nosuchoption of<Enter>')" 'option of *$' '... if the text leaves room for it'

# F1 shows help above the prompt; q, Esc and F1 leave it.
like "$(printf '%s\n' :wait '&tid<F1>' ':dump x' | play 80x24 demo.data)" '^── help: q or Esc closes it ' 'F1: how to leave the help'
for key in q '<Esc>' '<F1>'; do
	like "$(last "&tid<F1>$key")" '^filter: tid *$' "$key leaves the help for the prompt"
	unlike "$(printf '%s\n' :wait "&tid<F1>$key" ':dump x' | play 80x24 demo.data)" ' help: ' '... and it is gone'
done
like "$(last '&tid<F1> == 3')" '^filter: tid == 3 *$' 'another key also types'
done_testing
