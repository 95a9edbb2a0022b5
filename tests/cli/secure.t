#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --secure and PERFNAV_SECURE with every command; a kernel that filters no system calls.
. "$(dirname "$0")/../lib.sh"
cp "$DATA/flat.data" .
files=$(ls)

for command in print count info; do
	run "$PERFNAV" $command --secure flat.data
	is "$status:$err" '0:' "$command --secure"
	is "$(ls)" "$files" '... keeps no index'
	run env PERFNAV_SECURE=1 "$PERFNAV" $command flat.data
	is "$status:$(ls)" "0:$files" "PERFNAV_SECURE=1 perfnav $command: likewise"
done
run "$PERFNAV" print --secure --index kept.pnx flat.data
is "$status:$(ls)" "0:$files" '--index names no file then'
for secure in 'PERFNAV_SECURE=1' 'PERFNAV_SECURE='; do
	option=()
	[[ $secure != *= ]] || option=(--secure)
	run env "$secure" "$PERFNAV" slice "${option[@]}" -o out.data flat.data
	is "$status:$(ls)" "2:$files" "slice -o FILE is refused ($secure ${option[*]})"
	like "$err" 'is turned off by --secure$' '... and says why'
	run env "$secure" "$PERFNAV" slice "${option[@]}" -o - flat.data
	is "$status:$(ls)" "0:$files" 'slice -o - is not'
	for format in text sqlite; do
		run env "$secure" "$PERFNAV" print "${option[@]}" --format "$format" -o out flat.data
		is "$status:$(ls)" "2:$files" "print --format $format -o FILE is refused"
	done
	run env "$secure" "$PERFNAV" index "${option[@]}" flat.data
	is "$status:$(ls)" "2:$files" 'index is refused'
done
run env PERFNAV_SECURE= "$PERFNAV" count flat.data
ok 'PERFNAV_SECURE without a value is as if it were not set' [ -e flat.data.pnx ]

# As on a kernel without CONFIG_SECCOMP_FILTER.
if ! ${CC:-cc} -shared -fPIC -D_GNU_SOURCE -o "$SCRATCH/prctl.so" "$ROOT/tests/cli/prctl.c" 2>/dev/null; then
	skip 'a kernel without filters of system calls' 'no compiler'
	done_testing
fi
unfiltered=(env LD_PRELOAD="$SCRATCH/prctl.so" REFUSE_FILTERS=1 ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0")
run "${unfiltered[@]}" "$PERFNAV" info --no-index flat.data
is "$status" 0 'without filters: info'
is "$(grep -c 'filters no system calls' <<<"$err")" 1 '... says so once'
run "${unfiltered[@]}" "$PERFNAV" info --secure flat.data
is "$status:$out" '4:' '--secure is refused'
like "$err" 'needs a kernel that filters system calls' '... and says why'
printf '%s\n' '::symbols<Enter>' ':dump symbols' >"$SCRATCH/keys"
run "${unfiltered[@]}" "$PERFNAV" --no-index --script "$SCRATCH/keys" flat.data
like "$out" 'This kernel has no seccomp: the process that reads symbols is less confined' ':symbols says so'
run "$PERFNAV" info --no-index flat.data
is "$status:$err" '0:' 'with filters: nothing to say'
done_testing
