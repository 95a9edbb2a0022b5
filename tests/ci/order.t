#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Time order on more recordings: those of PERFNAV_RECORDINGS, ../shared/fixtures if that is
# there; and on one of 10 million records, against sort(1), or as large as ORDER_BYTES says (0: none).
. "$(dirname "$0")/../lib.sh"

folder=${PERFNAV_RECORDINGS:-$ROOT/../shared/fixtures}
if [[ -d $folder ]]; then
	if "$ROOT/tests/core/order.t" "$folder" >core.out 2>&1; then
		pass "$(grep -c '^ok' core.out) comparisons with the recordings of $folder"
	else
		grep -A 2 '^not ok' core.out | head -n 30 | diag
		fail "the recordings of $folder"
	fi
else
	skip "more recordings" "there is no folder $folder"
fi

# Key and ordinal of each record: a record without a time has the key of the one before.
keys() {
	awk 'BEGIN { key = "0" } $2 !~ /^[-0]$/ { key = $2 } { print key, $1 }'
}

bytes=${ORDER_BYTES:-1100000000}
if ((bytes)); then
	cc -O2 -std=gnu11 -D_GNU_SOURCE= -D_FILE_OFFSET_BITS=64 -o grow \
		"$ROOT"/tests/bench/{grow,small}.c
	./grow "$DATA/tracepoints.data" large.data "$bytes"
	"$PERFNAV" index -q large.data >/dev/null
	"$PERFNAV" print -q --ns -F ordinal,time large.data | keys |
		sort -s -n -k1,1 -S 25% --compress-program=gzip -T . | cut -d ' ' -f 2 | md5sum >want
	"$PERFNAV" print -q --order time -F ordinal large.data | md5sum >got
	name="$(wc -c <large.data) bytes in the order of sort"
	if cmp -s want got; then pass "$name"; else fail "$name"; fi
fi
done_testing
