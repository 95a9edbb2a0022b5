#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2016 # what sed gets
# Inlined functions and source lines in the views of one record, and the source itself: of a program
# that is made here.
. "$(dirname "$0")/../lib.sh"
. "$ROOT/tests/tui/play.sh"

[[ -x ${MK:=$ROOT/build/release/mk} ]] || skip_all 'mk is not built'
[[ $(uname -m) == x86_64 ]] || skip_all 'the program is one of x86-64'
"$MK" "$ROOT/tests/core/lines.mk" lines.data || exit 1
build_id=$(printf 'cd%.0s' {1..20})
mkdir -p files/opt sources/app
"${CC:-gcc}" -nostdlib -static -Wl,-e,main -Wl,-Ttext=0x401000 "-Wl,--build-id=0x$build_id" \
	-o files/opt/lines "$ROOT/tests/core/lines.s" 2>/dev/null || skip_all 'no linker'
cp "$ROOT/tests/core/lines.c" sources/app
touch -d 2001-01-01 sources/app/lines.c

# From the innermost function of the frame to the one that called it last; what is known of the
# frame; the source is not where it was compiled, but where the user says.
screens source 80x24 lines.data --symfs files <<'KEYS'
:wait
<F8><F8>vs
:wait
:dump chain
:styles chain
jR
:dump names
RR
<Enter>
:wait
:dump address
qL
:wait
:dump missing
q:map-path /src/ sources<Enter>
:dump mapped
L
:wait
:dump innermost
:styles innermost
<Enter>
:dump its-address
qqjL
:wait
:dump middle
q<Down><Down>L
:wait
:dump call
:resize 40x10
:dump narrow
:resize 80x24
q<F8>
:wait
:dump next-record
vr
<F7>L
:wait
:dump from-the-list
q:map-path nowhere<Enter>
:dump no-folder
<Esc>:lines<Enter>
:wait
:dump lines
vr:columns n,ip,sym,srcline,inline<Enter>
:wait
:wait
:dump columns
KEYS

# L in the source is the editor, with the line under the cursor and the file as arguments of their own.
printf '%s\n' '#!/bin/sh' "printf '%s\\n' \"\$@\" >edited" >my-editor
chmod +x my-editor
for editor in VISUAL EDITOR; do
	rm -f edited
	export "$editor=./my-editor -x"
	screen=$(play 80x24 lines.data --symfs files --cmd ':map-path /src/ sources' <<'KEYS'
:wait
<F8><F8>L
:wait
jL
:dump x
KEYS
	)
	is "$(cat edited)" $'-x\n+8\n./sources/app/lines.c' "L: $editor with the line and the file"
	unset "$editor"
done
like "$screen" 'source of .*lines.c:7' '... and the source afterwards'
rm edited
screen=$(VISUAL=./my-editor PERFNAV_SECURE=1 play 80x24 lines.data --symfs files <<'KEYS'
:wait
<F8><F8>L
:wait
L
:dump x
KEYS
)
ok '... but not with --secure' [ ! -e edited ]

# The branch path has the line of each block; instructions are there with capstone alone.
way=$(play 100x24 lines.data --symfs files <<'KEYS'
:wait
<F8><F8>vb<Enter>
:wait
:dump x
KEYS
)
like "$way" '^>0  work\+0x0 +work\+0x3 +3 +1 +lines\.c:18 +COND' 'the line of a block'
like "$way" '^    work\+0x4 +work\+0x7 +3 +lines\.c:12 +the sample' '... and of the newest'

# A source that has changed since, one that ends before the line, and what is no source.
look() {
	play 80x24 lines.data --symfs files "--cmd" ":map-path /src $1" <<'KEYS'
:wait
<F8><F8>L
:wait
:dump x
KEYS
}
touch sources/app/lines.c files/opt/lines -d 2002-01-01
touch sources/app/lines.c
like "$(look sources)" 'The source file is newer than the program' 'a newer source is said to be'
mkdir -p short/app fifo/app folder/app/lines.c empty/app binary/app link/app
head -3 sources/app/lines.c >short/app/lines.c
mkfifo fifo/app/lines.c
: >empty/app/lines.c
printf 'a\0b' >binary/app/lines.c
ln -s /proc/self/status link/app/lines.c
like "$(look short)" 'The source file has fewer lines' 'a source without the line'
for kind in fifo folder link; do
	like "$(look $kind)" 'cannot be opened, or is not a regular file' "no source: $kind"
done
like "$(look empty)" 'the file at its path is empty' 'no source: empty'
like "$(look binary)" 'the file at its path is not text' 'no source: binary'

# Sources are looked at again when symbols have come from a server; the one that is shown stays,
# whatever is at its path by now.
other=$(printf 'ab%.0s' {1..20})
{
	sed "s|\.\./mk|$ROOT/tests/mk|" "$ROOT/tests/core/lines.mk"
	cat <<-'MK'
	record MMAP2 misc=USER|MMAP_BUILD_ID u32 801 801 u64 0x501000 0x1000 0x1000 u8 20 0 u16 0
		fill 20 0xab u32 5 2 str "/opt/bare" pad8 trailer 5000
	record SAMPLE misc=USER sample 0x501027 6000
	MK
} >two.mk
"$MK" two.mk two.data || exit 1
mkdir -p "server/buildid/$other" brief/app
"${CC:-gcc}" -nostdlib -static -Wl,-e,main -Wl,-Ttext=0x501000 "-Wl,--build-id=0x$other" \
	-o "server/buildid/$other/debuginfo" "$ROOT/tests/core/lines.s"
strip -g -o files/opt/bare "server/buildid/$other/debuginfo"
cp sources/app/lines.c brief/app
DEBUGINFOD_URLS=file://$PWD/server DEBUGINFOD_CACHE_PATH=$PWD/fetched \
	play 80x24 two.data --symfs files --cmd ':map-path /src brief' >again <<'KEYS'
:wait
<F8><F8>L
:wait
::run : >brief/app/lines.c<Enter>
vr
Gvs
:wait
::debuginfod on<Enter>
:wait
qq
:dump source
KEYS
like "$(cat again)" 'sink = x;' 'the source that is shown stays'

# Bytes of a source that a terminal would act on.
mkdir -p evil/app
sed 's/sink = x;/\x1b[31mred\t\xff;/' sources/app/lines.c >evil/app/lines.c
like "$(look evil)" '>   7          \^\[\[31mred +\\xff;' 'a source is escaped, tabs are blanks'
# Stacks with the functions that were inlined, and back; Enter shows as many records as the frame has.
screens source-inlined 80x24 lines.data --symfs files <<'KEYS'
:wait
vf
:wait
:dump flame
::set inline on<Enter>
:wait
kkk
:dump flame-inlined
<Enter>
:wait
:dump records
::clear<Enter>
::tree<Enter>
:wait
*
:dump tree-inlined
::set inline off<Enter>
:wait
*
:dump tree
KEYS
done_testing
