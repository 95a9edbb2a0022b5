#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How the views of totals, of time and of stacks look in colour, on a small screen and on a large
# one; tests/tui/mono.t has them without.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA"/{demo,dwarf,rotated.1,rotated.2,system}.data .
"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/sharing.mk" sharing.data &&
	"$MK" "$ROOT/tests/tui/stitch.mk" stitch.data || exit 1

# looks NAME FILE COMMAND KEYS: what the command opens, after the keys.
looks() {
	local size
	for size in 80x24 200x50; do
		screens "colours-$1-$size" "$size" "$2" \
			< <(printf '%s\n' :wait "$3<Enter>" :wait "$4" :wait ":styles $1")
	done
}
looks totals demo.data '::sum period by event,comm' j
looks lines sharing.data '::mem line' jlll
looks bytes dwarf.data '::bytes' jj
looks compare rotated.1.data '::compare rotated.2.data' jj
looks strips system.data '::strips' jj10lM5l
looks stitch stitch.data '::branches path' ']]'
looks tree demo.data '::tree' '*jj'

done_testing
