#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each view on screens of five sizes: its text, and how its cells look. Other tests have help, columns and options.
# tests/tui/mono.t and other tests have views without colours, tests/tui/views_colours.t has more recordings.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA"/{demo,rotated.2}.data .
"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/sharing.mk" sharing.data || exit 1

# Keys from the record in the middle that open a view, and after | keys in it when everything is counted. Where
# lists are scrolled to depends on what was drawn before, so these go to their first line.
views=('vr|' 'vv|g' 'va|g' 've|g' 'vt|g' 'vd|g' 'vs|g' 'vh|' 'vc|' 'vm|' 'vo|' 'vo|<Tab>' 'vk|' 'vf|g' 'vg|g' 'vw|'
	'vi|g' 'v&|' "v'|" '::bytes<Enter>|g' '::spans<Enter>|g' '::count comm,event<Enter>|g'
	'::sum period by event,comm<Enter>|g' '::heat span.dur<Enter>|' '::offcpu<Enter>|g'
	'::compare rotated.2.data<Enter>|g' '::flame compare rotated.2.data<Enter>|g')
for size in 40x10 80x24 120x40 200x50 300x80; do
	for keys in "${views[@]}"; do
		# On the smallest screen, their parts and widths depend on what was drawn while they were counted.
		[[ $size != 40x10 || $keys != vw* && $keys != ::bytes* ]] || continue
		name=${keys//[<>|]/ }
		printf '%s\n' '::clear<Enter>' vr 2000g :wait "${keys%|*}" :wait "${keys##*|}" :wait ":dump $name" \
			":styles $name" '<Esc>'
	done | sed 1i:wait >typed
	screens "sizes-$size" "$size" demo.data <typed
	screens "sizes-memory-$size" "$size" sharing.data < <(printf '%s\n' :wait '::mem line<Enter>' :wait \
		':dump lines' ':styles lines' '::mem latency<Enter>' :wait ':dump latencies' ':styles latencies' \
		vr 4g vl :wait ':dump memory' ':styles memory')
done
done_testing
