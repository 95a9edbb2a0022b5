#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# .ci/skips: which skipped tests are accepted depends on what this machine has.
. "$(dirname "$0")/../lib.sh"

# Of a machine: the commands in a folder, and python3.
mkdir none all
printf '#!/bin/sh\nexit 0\n' >all/perf
cp all/perf all/fish
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

for reason in 'perf is not installed' 'there is no perf' 'perf cannot record here' \
	'no compiler, or perf cannot record here' 'perf may not record all CPUs'; do
	accepts none tests/core/x.t "$reason"
	refuses all tests/core/x.t "$reason"
done
accepts none tests/cli/completion.t 'fish is not installed'
refuses all tests/cli/completion.t 'fish is not installed'
accepts all tests/mk/perf.t 'perf 6.1 does not know COMPRESSED2'
refuses all tests/mk/perf.t 'perf is not installed'
refuses none tests/tui/x.t 'tmux is not installed'
refuses none tests/lint/run 'no clang-tidy 14'
accepts none tests/fresh/run 'the package mirror does not answer: E: x'
refuses none tests/unit/disasm 'capstone is not there'

: >skips
run "$ROOT/.ci/unlisted" skips
is "$status:$err" 0: 'nothing was skipped'
echo 'tests/x.t sometimes .' >list
unlisted none tests/x.t y list
is "$status:$err" '1:.ci/unlisted: not a condition: sometimes' 'a condition that there is not'

done_testing
