#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each view, popup and prompt on screens of five sizes: its text, and how its cells look.
# tests/tui/mono.t and other tests have views without colours, tests/tui/views_colours.t has more recordings.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

cp "$DATA"/{demo,dwarf,rotated.2}.data .
cp "$DATA/demo.data" named.data
cp -r "$DATA/demo.data.debug" named.data.debug
cp -r "$DATA/src" .
touch -d 2001-01-01 src/*
"${MK:=$ROOT/build/release/mk}" "$ROOT/tests/tui/sharing.mk" sharing.data &&
	"$MK" "$ROOT/tests/mk/cases/branch.mk" branch.data && "$MK" "$ROOT/tests/tui/problems.mk" problems.data || exit 1
# Without libcapstone an annotation has no instructions.
annotates=$("$PERFNAV" annotate --no-index -q hash_point named.data | grep -c imull)

# Keys from the record in the middle that open a view, and after | keys in it when everything is counted. Where
# lists are scrolled to depends on what was drawn before, so these go to their first line.
views=('vr|' 'vv|g' 'va|g' 've|g' 'vt|g' 'vd|g' 'vs|g' 'vh|' 'vc|' 'vm|' 'vo|' 'vo|<Tab>' 'vu|' 'vk|' 'vf|g' 'vg|g' 'vw|'
	'vi|g' 'v&|' "v'|" '::bytes<Enter>|g' '::spans<Enter>|g' '::count comm,event<Enter>|g'
	'::sum period by event,comm<Enter>|g' '::heat span.dur<Enter>|' '::offcpu<Enter>|g'
	'::compare rotated.2.data<Enter>|g' '::flame compare rotated.2.data<Enter>|g')
# The record 1997 is a sample with names and source lines.
named=('1997gvs|jL' '1997gvs|j<Enter>')
# Source and instructions, each of them alone, and the bytes of the instructions.
annotated=('::annotate average_around<Enter>|H' '::annotate average_around<Enter>|HR' '::annotate average_around<Enter>|R'
	'::annotate average_around<Enter>|Ha')
# What stands over and around views, and views of the program itself.
around=('|v' '|<Enter>z' '|z<Tab>z' 'z<Tab>c|j' '::set<Enter>|j' '?|' 'K|' '::keys<Enter>|' 'va|<Enter>' '|:fl<Tab>'
	'|&pid == x<Enter>' '&comm == "scanner" and not type == SAMPLE<Enter>|'
	'&comm == "scanner" and not type == SAMPLE<Enter>|v&' "maM:note waits for a lock<Enter>|v'")

# dumps VIEW...: keys for the text and the styles of each of them.
dumps() {
	local keys name
	echo :wait
	for keys; do
		name=${keys//[<>|]/ }
		printf '%s\n' '::clear<Enter>' vr 2000g :wait "${keys%|*}" :wait "${keys##*|}" :wait ":dump $name" \
			":styles $name" '<Esc>' '<Esc>'
	done
}

for size in 40x10 80x24 120x40 200x50 300x80; do
	screens "sizes-$size" "$size" demo.data < <(dumps "${views[@]}")
	screens "sizes-named-$size" "$size" named.data < <(dumps "${named[@]}")
	screens "sizes-around-$size" "$size" demo.data < <(dumps "${around[@]}")
	screens "sizes-memory-$size" "$size" sharing.data < <(printf '%s\n' :wait '::mem line<Enter>' :wait \
		':dump lines' ':styles lines' '::mem latency<Enter>' :wait ':dump latencies' ':styles latencies' \
		vr 4g vl :wait ':dump memory' ':styles memory')
	screens "sizes-branches-$size" "$size" branch.data < <(printf '%s\n' :wait 4g vb :wait ':dump branches' \
		':styles branches' '::branches path<Enter>' :wait ':dump path' ':styles path')
	screens "sizes-problems-$size" "$size" problems.data < <(printf '%s\n' :wait ve :wait j ':dump problems' \
		':styles problems')
	# At the end of the fields of a sample is its copy of the stack.
	screens "sizes-stack-$size" "$size" dwarf.data < <(printf '%s\n' :wait '&type == SAMPLE<Enter>' :wait \
		'<Enter>CGkkk<Enter>' :wait j ':dump user stack' ':styles user stack' \
		'::symbols<Enter>' :wait ':dump symbols' ':styles symbols' \
		'<Enter>' :wait ':dump a file' ':styles a file')
	((annotates)) || continue
	screens "sizes-annotation-$size" "$size" named.data < <(dumps "${annotated[@]}")
done
done_testing
