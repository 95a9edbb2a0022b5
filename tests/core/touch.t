#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What CONTRIBUTING.md says of adding things: each patch of tests/touch adds one, in no more files
# of src and ui than its second line says, and the objects of its third line compile with it.
. "$(dirname "$0")/../lib.sh"

mkdir "$SCRATCH/tree"
cp -r "$ROOT"/{Makefile,src,ui} "$SCRATCH/tree"
[[ ! -d $ROOT/tools ]] || cp -r "$ROOT/tools" "$SCRATCH/tree"
cd "$SCRATCH/tree" || exit 1

line() { # FILE NUMBER: what is behind the colon
	sed -n "$2s/^[^:]*: //p" "$1"
}

compiles() { # OBJECT...
	make -j2 VARIANT=release CFLAGS=-O0 WERROR=1 "${@/#/build/release/}"
}

for patch in "$ROOT"/tests/touch/*.patch; do
	name=$(line "$patch" 1)
	most=$(line "$patch" 2)
	read -ra objects <<<"$(line "$patch" 3)"
	files=$(grep -c '^diff ' "$patch")
	if ((files <= most)); then
		pass "$name touches $most files at most"
	else
		fail "$name touches $files files, not $most"
	fi
	like "$(<"$ROOT/CONTRIBUTING.md")" "tests/touch/${patch##*/}" "... and is in CONTRIBUTING.md"
	is "$(sed -n 's|^+++ b/\(.*\)/[^/]*$|\1|p' "$patch" | while read -r room; do [[ -d $room ]] || echo "$room"; done)" '' \
		'... in rooms that exist'
	run git apply -C1 "$patch"
	is "$status" 0 "... its patch fits" || diag "$out"
	run compiles "${objects[@]}"
	is "$status" 0 "... and compiles" || diag "$out$err"
	git apply -R -C1 "$patch"
done

done_testing
