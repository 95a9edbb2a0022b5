#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each view on a screen of 120x40, with names: from the record in the middle, and what is not of one record.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

mkdir named && cp -r "$DATA/demo.data" "$DATA/demo.data.debug" named
# wide NAME KEYS...: the screens of views, each from record 1800.
wide() {
	local name=$1 keys
	shift
	for keys; do
		printf '%s\n' vr1800g :wait "$keys" :wait ":dump ${keys//[<>]/ }"
	done >keys
	sed -i 1i:wait keys
	golden "tests/tui/golden/wide-$name.txt" "$name at 120x40" \
		"$PERFNAV" --no-index --no-state -q --symfs none --script keys --screen 120x40 named/demo.data
}
wide record vs vd vi vr a
wide lists va ve vt '::bytes<Enter>' '::spans<Enter>' '::count comm,event<Enter>' 'v&' "v'"
wide time vh vc vm vo vk '::heat span.dur<Enter>'
wide stacks vf vg vw '::offcpu<Enter>'
done_testing
