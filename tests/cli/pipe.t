#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# :pipe, records to a command; :run, a command alone.
# shellcheck disable=SC2016 # what shells expand that the commands start
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/demo.data" .
unset SHELL

# ---- what the command reads ----
batch ':pipe cat >all.txt' ':filter type == COMM' ':pipe --format csv cat >filtered.csv' \
	':pipe --scope all --format jsonl cat > everything.jsonl' \
	':pipe --format folded sort >folded'
is "$status:$out:$err" '0::' 'it says nothing of its own'
same all.txt
same filtered.csv --format csv -f 'type == COMM'
same everything.jsonl --format json
batch ':100' ':flag' ':pipe --scope flagged cat'
like "$out" '^ +100 ' 'flagged records'
batch ':write x.folded' ":pipe --format folded cmp - x.folded && echo same"
is "$(tail -n 1 <<<"$out")" same 'a form of all samples together'
batch ':pipe wc -l; echo "a  b"' ":pipe sed -n '2s/ *1 .*MMAP.*/second/p'"
is "$out" $'3215\na  b\nsecond' 'quotes, blanks and options are the command'\''s'

# ---- its end ----
batch ':pipe head -n 1' ':pipe true' ':pipe exec <&-; sleep 0.1' ':pipe sleep 0.1 & exit' ':version'
is "$status:$err:$(awk 'END { print NR, $1 }' <<<"$out")" '0::2 perfnav' \
	'who reads no more is no error'
batch ':pipe exec 3<&0; { sleep 60; : >ended; } >/dev/null 2>&1 & echo $! >held'
is "$status:$out:$err:$(ls ended 2>/dev/null)" '0:::' 'what the command leaves running is not waited for'
kill "$(cat held)"
batch ':pipe cat >/dev/null; exit 3' ':version'
is "$status:$err" '0:perfnav: The command has ended with exit status 3.' 'its exit status'
batch ':run kill -TERM $$'
is "$err" 'perfnav: The command has ended with exit status 143.' 'a signal, as shells tell it'
batch ':run trap' ':run cat; echo end' ':!echo one' ':! echo  two'
is "$status:$out:$err" $'0:end\none\ntwo:' ':run: without a terminal nothing to read, signals as ever'
is "$(SHELL=/bin/echo "$PERFNAV" --no-index --batch --cmd ':run a b' demo.data)" '-c a b' 'the shell of SHELL'
SHELL=$PWD/none batch ':run true'
# qemu-user starts a process that finds no program, and does not tell.
like "$err" '^perfnav: (Cannot start a shell: No such file or directory|The command has ended with exit status 127)[.]$' \
	'that is not there'
SHELL=$PWD/none batch ':pipe cat' ':write x.csv'
like "$out" '3215 records written' '... and nothing waits'

# ---- mistakes ----
refused ':pipe' 6
refused ':run' 5
refused ':!' 3
refused ':pipe --format tea cat' 16
refused ':pipe --scope tea cat' 15
refused ':pipe --frog cat' 7
refused ':pipe --format csv' 19
like "$err" 'expected a command' '... as it says'

# ---- with the terminal ----
tui_start 80x24 "$PERFNAV" --no-index demo.data
tui_wait 'record 0 of'
tui_type '!expr 40000 + 2; read -r x; echo "read $x"'
tui_keys Enter
tui_shows '40002' 'the command has the screen'
tui_type typed
tui_keys Enter
tui_shows 'read typed' '... and the keyboard'
tui_shows 'any key goes back to perfnav' '... and leaves what it wrote'
tui_type G
tui_shows 'record 0 of' 'any key goes back, and is no more than that'
tui_type '|sleep 100'
tui_keys Enter
tui_wait_gone 'record 0 of'
tui_keys C-c
tui_shows 'any key goes back' 'Ctrl-C ends the command'
tui_resize 90x20
tui_keys Enter
tui_shows 'exit status 130' '... and not perfnav, which says so'
tui_keys j
tui_shows 'record 1 of' '... and goes on'
tui_type ':pipe --format jsonl head -n 1; stty -aF /dev/tty | grep -o " icanon"'
tui_keys Enter
tui_shows '{"ordinal":0,' 'records are on the screen'
tui_shows ' icanon' 'the terminal is as programs expect it'
tui_keys Enter
tui_wait 'record 1 of'
# A signal while the command runs, before the wait for a key.
tui_type '!kill -s TERM $PPID'
tui_keys Enter
tui_exits 143 'a signal ends it without a key'

# A command that is given at the start runs before the first key.
"$PERFNAV" index -q demo.data >/dev/null
printf ':wait\n:dump x\n' >keys
run "$PERFNAV" --no-state --cmd ':pipe sed -n 3p' --script keys demo.data
is "$status" 0 'a command of the start, before the first key'
like "$(head -n 1 <<<"$out")" '^ +2 ' '... has the records'

done_testing
