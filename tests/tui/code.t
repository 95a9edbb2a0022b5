#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names and instructions in the views of one record: of a program that is made here.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
[[ $(uname -m) == x86_64 ]] || skip_all 'the program is one of x86-64'
"$MK" "$ROOT/tests/tui/code.mk" code.data || exit 1
build_id=$(printf 'ab%.0s' {1..20})
mkdir -p files/opt
"${CC:-gcc}" -nostdlib -static -Wl,-Ttext=0x401000 "-Wl,--build-id=0x$build_id" \
	-o files/opt/code "$ROOT/tests/tui/code.s" 2>/dev/null || skip_all 'no linker'

screens code-names 80x24 code.data --symfs files <<'KEYS'
:wait
vsG
:wait
vs
:wait
:dump no-chain
G<F8><F8>
:wait
j
:dump chain
<Enter>
:wait
:dump address
qvb
:wait
:dump branches
KEYS

# Without the file there is the reason; one with another build id is not believed.
"${CC:-gcc}" -nostdlib -static -Wl,-Ttext=0x401000 "-Wl,--build-id=0x${build_id//ab/cd}" \
	-o "$(mkdir -p other/opt; echo other/opt/code)" "$ROOT/tests/tui/code.s" 2>/dev/null
screens code-differs 80x24 code.data --symfs other <<'KEYS'
:wait
<F8><F8>
vbj<Enter>
:wait
:dump no-instructions
a
:wait
:dump no-code
<Enter>
:dump differs
KEYS
screens code-none 80x24 code.data <<'KEYS'
:wait
<F8><F8>
vsj
:wait
<Enter>
:dump missing
KEYS

if grep -q libcapstone "$PERFNAV"; then
	screens code-way 80x24 code.data --symfs files <<'KEYS'
:wait
<F8><F8>
vbj<Enter>
:wait
:dump instructions
:styles instructions
G
:dump end
a
:wait
:dump around-a-block
q
:resize 40x10
:dump narrow
:resize 80x24
vr
:wait
a
:wait
:dump around-the-sample
:styles around-the-sample
q<F7>a
:dump no-code-here
<F8>
vsja
:wait
:dump around-a-frame
<Enter>
:dump its-address
KEYS
	like "$(play 80x24 code.data --symfs files <<<$':wait\n<F8><F8>\n:wait\na\n:wait\nR\n:dump x')" \
		'^ There are no source lines to show: the file has no debug information\.$' 'R without debug information'
	# What was looked at lately is there before it is drawn, also for a view that asks on with it.
	if command -v tmux >/dev/null; then
		tui_start 80x24 "$PERFNAV" --no-index -q --kallsyms none --symfs files code.data
		tui_wait 'record 0 of 3'
		tui_keys F8 F8
		tui_shows '_start+0xe' 'the name of the sample, in a terminal'
		tui_keys a
		tui_shows 'popq %rbp' 'the code around it comes without another key'
		tui_keys q q
	else
		skip 2 'tmux is not installed'
	fi
else
	skip 1 'perfnav was built without capstone'
fi
done_testing
