#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names and source lines of addresses, stacks and code of JITs under the sanitizers, and with them
# 500 randomly damaged files of each kind: ELF, with mini debug information, compressed, debug
# information of several versions, tables for unwinding, stacks. libelf and libdw may end the
# processes that they run in; what the sanitizers say of this code there is a failure.
cd "$(dirname "$0")/../.." || exit 1
if ! make --silent VARIANT=asan programs >&2; then
	echo 'Bail out! the build with sanitizers failed'
	exit 1
fi
export DAMAGED_FILES=500
status=0 n=0

# result CODE NAME
result() {
	n=$((n + 1))
	(($1)) && status=1 && printf 'not '
	echo "ok $n - $2"
}

tell() {
	printf '# %s\n' "${1//$'\n'/$'\n'# }"
}

for unit in syms srclines srcdamage unwind unwindmade jitdump; do
	# By a pipe: processes with limits cannot write to a file.
	out=$(build/asan/tests/unit/"$unit" 2>&1)
	code=$?
	((code)) && tell "$out"
	result "$code" "$unit"
	found=$(grep -aE 'ERROR: |runtime error: ' <<<"$out" | sort | uniq -c | head -n 20)
	[[ $found ]] && tell "$found"
	result $((${#found} > 0)) "$unit: the sanitizers find nothing, in no process"
done
echo "1..$n"
exit $status
