#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --secure: nothing that is typed writes a file, reads another one, asks a server or starts a program.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"
cp "$DATA/flat.data" .
rm "$XDG_CONFIG_HOME/perfnav/config"
export DEBUGINFOD_URLS=http://127.0.0.1:1

# What a run changes: files of the test's folder and of the home.
files() {
	find "$SCRATCH" -newer "$SCRATCH/stamp" -type f ! -name keys ! -name out ! -name err -printf '%P\n'
}

secure() {
	touch -d '1 second ago' "$SCRATCH/stamp"
	run "$PERFNAV" --secure --batch --cmd "$1" flat.data
}

touch -d '1 hour ago' flat.data
for command in ':write out.json' ':w out.json' ':w! flat.data' ':page out.txt' ':page! flat.data' \
	':slice out.data' ':repair out.data' ':pipe cat >out' ':run touch out' ':!touch out' ':notes export out.txt' ':debuginfod on' ':debuginfod flat.data'; do
	secure "$command"
	is "$status" 2 "$command fails"
	like "$err" 'is turned off by --secure$' '... and says why'
	is "$(files)" '' '... and writes nothing'
done
cp flat.data other.data
: >kallsyms
mkdir tree
for command in ':e other.data' ':compare other.data' ":symfs $PWD/tree" ':symfs' ":vmlinux $PERFNAV" \
	":kallsyms $PWD/kallsyms" ":map-path /usr/src $PWD/tree" ':flame compare other.data'; do
	run "$PERFNAV" --batch --no-state --no-index --cmd "$command" flat.data
	is "$status:$err" '0:' "$command is a command"
	secure "$command"
	is "$status" 2 '... that fails'
	like "$err" 'is turned off by --secure$' '... and says why'
done
secure ':annotate main compare other.data'
like "$status:$err" '^2:.*compare FILE is turned off by --secure' ':annotate compares with no other file'
rm -r other.data kallsyms tree
for command in ':200' ':note here' ':notes' ':copy line' ':debuginfod' ':set state on'; do
	secure "$command"
	is "$status:$err" '0:' "$command is allowed"
	is "$(files)" '' '... and nothing is kept: no index, no state, no copy'
done

# What goes nowhere is not said to be copied: nobody keeps it, and the terminal does not get it.
run "$PERFNAV" --secure --batch --cmd ':set osc52 off' --cmd ':copy line' flat.data
like "$err" 'Not copied: the text cannot be saved to a file, and osc52 is off' 'no copy: osc52 is off'
"$MK" - huge.data <<MK
include "$ROOT/tests/mk/cases/abi.inc"
attr type=SOFTWARE config=10 sample_period=1 size=128 name="bpf-output" sample_type=S_IP|S_RAW
feature HOSTNAME fstr "testhost"
record SAMPLE misc=USER u64 1 u32 50004 fill 50004 1
MK
run "$PERFNAV" --secure --batch --cmd ':copy json' huge.data
like "$err" 'Not copied: the text cannot be saved to a file, and it is too long' '... it is too long'
rm huge.data

# Keys: a mark for all recordings, a filter for the history, a page, a copy.
touch -d '1 second ago' "$SCRATCH/stamp"
screen=$(cat <<'KEYS' | { cat >"$SCRATCH/keys" && "$PERFNAV" --secure --script "$SCRATCH/keys" --debuginfod --index here.pnx flat.data; }
:wait
mA
&pid > 0<Enter>
yy
::page out.txt<Enter>
:dump page
q
KEYS
)
like "$screen" 'to write a page is turned off by --secure' 'the message is on the screen'
is "$(files)" '' 'keys keep nothing, --index is not written'

# The config file cannot turn it on, and says so.
echo 'debuginfod on' >"$XDG_CONFIG_HOME/perfnav/config"
run "$PERFNAV" --secure --batch --cmd ':debuginfod' flat.data
like "$out$err" 'debug files are not fetched' 'a config file does not ask servers'
like "$err" ':debuginfod is turned off by --secure' '... and is told so'
rm "$XDG_CONFIG_HOME/perfnav/config"

# The environment does, too, and it holds for other commands (tests/cli/secure.t).
run env PERFNAV_SECURE=1 "$PERFNAV" --batch --cmd ':page out.txt' flat.data
is "$status" 2 'PERFNAV_SECURE is --secure'
run env PERFNAV_SECURE= "$PERFNAV" --batch --cmd ':page out.txt' flat.data
is "$status" 0 '... but not when it is empty'
run env PERFNAV_SECURE=1 "$PERFNAV" slice -q -o out.data flat.data
is "$status" 2 'slice writes no file'
run "$PERFNAV" print --secure flat.data
is "$status:${err:-}" '0:' 'it is an option of print, too'
rm -f flat.data.pnx
run "$PERFNAV" --secure flat.data
is "$status:${err:-}" '0:' 'without a terminal it prints'
is "$(find . -name '*.pnx')" '' '... and keeps no index'
done_testing
