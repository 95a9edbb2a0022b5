#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The program of make static: in a root folder that has nothing but it and a recording it shows and
# prints what the other one does.
. "$(dirname "$0")/../lib.sh"

"$ROOT/tools/deps" --check build static 2>/dev/null || skip_all 'not all static libraries are installed'
run make -s -C "$ROOT" static
is "$status" 0 "make static"
unlike "$out$err" 'warning' "... the linker warns of nothing"
static=$ROOT/build/static/perfnav
unlike "$(readelf -d "$static")" NEEDED "... no shared library is needed"
unlike "$(readelf -lW "$static")" INTERP "... and no loader"
run "$static" --version
like "$out" '^perfnav [0-9.]+ \(static: without debuginfod( and disassembly)?\)$' "... says so"
disassembles=1
if [[ $out == *disassembly* ]]; then
	disassembles=0
	skip 'disassembly' 'libcapstone.a is not here'
else
	like "$(nm "$static")" ' T X86_getInstruction' "... disassembles"
	unlike "$(nm "$static")" ' T (M68K|Mips|Sparc)_getInstruction' "... only code that recordings can be of"
fi

# ---- the same output ----
# same ARGS: what both write. When a warning comes between the lines is not settled, so each has a
# file of its own.
same() {
	"$PERFNAV" "$@" >one.out 2>one.err
	"$static" "$@" >other.out 2>other.err
	cmp one.out other.out && cmp one.err other.err
}

for recording in "$DATA"/*.data; do
	cp -r "$recording" .
	name=${recording##*/}
	for args in info 'count --by comm,sym' 'print -n 300' 'print --format json -n 300'; do
		# shellcheck disable=SC2086 # several words on purpose
		same $args --no-index "$name" || fail "$args $name"
	done
done
pass "all recordings are printed in the same way"
printf ':wait\n:dump x\nG\n:dump y\n1g\ni\n:dump z\n' >script
for recording in *.data; do
	same --script script --screen 100x30 --no-index "$recording" || fail "screens of $recording"
done
pass "... and shown"

if ((disassembles)); then
	cp -r "$DATA/demo.data.debug" .
	want=$("$PERFNAV" annotate --no-index -q --kallsyms none hash_point demo.data)
	run "$static" annotate --no-index -q --kallsyms none hash_point demo.data
	is "$out" "$want" "functions are annotated in the same way"
	like "$out" ' (mov|add|lea|cmp|xor)' "... with their instructions"
	rm -r demo.data.debug
fi

# ---- alone ----
there=$SCRATCH/alone
mkdir "$there"
cp "$static" "$DATA/demo.data" "$there"
chroot=$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)
if ((!EUID)) && "$chroot" "$there" /perfnav --version >/dev/null 2>&1; then
	alone=(env -i "$chroot" "$there" /perfnav)
elif unshare -r "$chroot" "$there" /perfnav --version >/dev/null 2>&1; then
	alone=(env -i "$(command -v unshare)" -r "$chroot" "$there" /perfnav)
else
	skip 'in a root folder of its own' 'neither chroot nor unshare works'
	done_testing
fi
cp "$DATA/demo.data" .
for args in 'info demo.data' 'print -q --symfs none --kallsyms none -n 500 demo.data' 'count --by comm,event demo.data' fields; do
	# shellcheck disable=SC2086 # several words on purpose
	run "$PERFNAV" $args
	want=$out
	# shellcheck disable=SC2086
	run "${alone[@]}" $args
	is "$status:$err:$out" "0::$want" "$args, alone"
done
ok "... an index is kept" test -s "$there/demo.data.pnx"
run "${alone[@]:0:2}" TMPDIR=/ "${alone[@]:2}" slice -q -c scanner -o s.data demo.data
is "$status:$err" 0: "slice, alone"
run "$PERFNAV" slice -q -c scanner -o s.data demo.data
ok "... is the same" cmp s.data "$there/s.data"

# ---- in a terminal ----
if ! command -v tmux >/dev/null; then
	skip 'in a terminal' 'tmux is not installed'
	done_testing
fi
# looks TERM LANG: the screen, and what a prompt makes of letters that are not ASCII.
looks() {
	local type=$1 lang=$2
	shift 2
	tui_start 90x24 env -i "TERM=$type" "LANG=$lang" "$@" --no-state demo.data
	tui_wait 'by time 1 of 3215' || tui_screen | diag
	tui_keys /
	tui_wait 'next, previous'
	tui_type 'sü日'
	tui_keys BSpace x
	tui_wait x
	tui_settle
	tui_screen
	tui_keys Escape
}

while read -r type lang; do
	want=$(looks "$type" "$lang" "$PERFNAV")
	got=$(looks "$type" "$lang" "${alone[@]:2}")
	is "$got" "$want" "browse, alone, TERM=$type, LANG=$lang"
	case $lang in
	*UTF-8) like "$got" '│0000.*' "... lines are drawn" ;;
	*) unlike "$got" '│' "... in ASCII" ;;
	esac
done <<'END'
xterm-256color C.UTF-8
xterm C.UTF-8
screen-256color C.UTF-8
tmux-256color C.UTF-8
vt100 C.UTF-8
linux C
END
got=$(looks xterm-unheard-of en_US.UTF-8 "${alone[@]:2}")
like "$got" '/süx' "a type that only looks like xterm, a locale that is nowhere"
want=$(looks xterm-256color C.UTF-8 "$PERFNAV")
for type in foot alacritty xterm-kitty wezterm; do
	got=$(looks "$type" C.UTF-8 "${alone[@]:2}")
	is "$got" "$want" "browse, alone, TERM=$type, which it does not describe"
done
tui_start 90x24 env -i TERM=frog LANG=C.UTF-8 "${alone[@]:2}" --no-state demo.data
tui_shows "The terminal type 'frog' is not known: xterm-256color is used." "... with a note"
tui_start 90x24 env -i TERM=dumb LANG=C.UTF-8 "${alone[@]:2}" demo.data
tui_shows "the terminal type 'dumb' is not known: set TERM" "a terminal without a screen"
tui_exits 3
done_testing
