#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names and source lines of addresses under the sanitizers, and with them 500 randomly damaged files
# of each of four kinds: ELF, with mini debug information, and debug information of two versions.
cd "$(dirname "$0")/../.." || exit 1
if ! make --silent VARIANT=asan programs >&2; then
	echo 'Bail out! the build with sanitizers failed'
	exit 1
fi
export DAMAGED_FILES=500
out=$(mktemp) || exit 1
status=0 n=0
for unit in syms srclines; do
	n=$((n + 1))
	if build/asan/tests/unit/$unit >"$out" 2>&1; then
		echo "ok $n - $unit"
	else
		sed 's/^/# /' "$out"
		echo "not ok $n - $unit"
		status=1
	fi
done
rm -f "$out"
echo "1..$n"
exit $status
