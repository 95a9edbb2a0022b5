#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/skips: which skipped tests are accepted depends on what this machine has.
. "$(dirname "$0")/../lib.sh"

# Of a machine: the commands in a folder, and python3.
mkdir none all
printf '#!/bin/sh\nexit 0\n' >all/perf
# All that the list names.
for command in fish zsh jq debuginfod rustc objcopy xz clang perl tmux zstd dh; do
	cp all/perf "all/$command"
done
chmod +x all/*
# Not a script that looks for it.
python=$(python3 -c "import sys; print(sys.executable)")

# unlisted FOLDER TEST REASON [LIST]
unlisted() {
	printf '%s\tname\t%s\n' "$2" "$3" >skips
	run env PATH="$PWD/$1" "$python" "$ROOT/.ci/unlisted" skips "${@:4}"
}

accepts() {
	unlisted "$@"
	is "$status:$err" 0: "accepted, commands: $1: $2: $3"
}

refuses() {
	unlisted "$@"
	is "$status:$err" 1: "a failure, commands: $1: $2: $3"
	like "$out" "^not accepted by .ci/skips: $2: $3 \\(name\\)$" "... which is reported"
}

for reason in 'perf is not installed' 'there is no perf' 'no compiler, or perf cannot record here'; do
	accepts none tests/core/x.t "$reason"
	refuses all tests/core/x.t "$reason"
done
accepts none tests/core/strips.t 'perf may not record all CPUs'
refuses all tests/core/strips.t 'perf may not record all CPUs'
accepts none tests/cli/completion.t 'fish is not installed'
refuses all tests/cli/completion.t 'fish is not installed'
accepts all tests/mk/perf.t 'perf 6.1 does not know COMPRESSED2'
refuses all tests/mk/perf.t 'perf is not installed'
accepts none tests/tui/x.t 'tmux is not installed'
refuses all tests/tui/x.t 'tmux is not installed'
refuses all tests/core/srclines.t 'no perf'
accepts none tests/fresh/run 'the package mirror does not answer: E: x'
accepts none tests/unit/disasm 'capstone is not there'

: >skips
run "$ROOT/.ci/unlisted" skips
is "$status:$err" 0: 'nothing was skipped'
echo 'tests/x.t no:fish fish' >list
unlisted none tests/x.t anything list
is "$status:$out" '0:missing on this machine: fish
not known to .ci/skips: tests/x.t: anything (name)' 'a reason that is not known is reported'
unlisted all tests/x.t anything list
is "$status:$out" '1:missing on this machine: nothing
not accepted by .ci/skips: tests/x.t: anything (name)' '... and a failure where all is there that the list names'
echo 'tests/x.t sometimes .' >list
unlisted none tests/x.t y list
is "$status:$err" '1:.ci/unlisted: not a condition: sometimes' 'a condition that there is not'

done_testing
