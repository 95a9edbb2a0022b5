#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: symbols.sh RECORDING
#
# Makes RECORDING.debug, a build-id cache (as perf archive packs it) with what names the addresses of a
# recording that this machine has made: the recorded programs, and of the kernel and of libraries the
# names that occur. perfnav finds it beside the recording; perf takes it as --buildid-dir.
#
# Needs: perf, objcopy, nm; and root, for the addresses in /proc/kallsyms.

set -euo pipefail

HERE=$(cd "$(dirname "$0")" && pwd)
WORK=/tmp/perfnav-data
FILE=$1
OUT=$FILE.debug
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT

# An entry of the cache: keep DSO BUILD_ID; prints its folder.
keep()
{
	mkdir -p "$OUT/$1/$2" "$OUT/.build-id/${2:0:2}"
	ln -sfn "../..$([[ $1 == /* ]] || echo /)$1/$2" "$OUT/.build-id/${2:0:2}/${2:2}"
	echo "$OUT/$1/$2"
}

# All frames: "address name (dso)".
frames()
{
	perf script -i "$FILE" -G -F ip,sym,dso --ns 2>/dev/null | sed 's/^[[:space:]]*//' | sort -u
	perf script -i "$FILE" -F ip,sym,dso --ns 2>/dev/null | sed 's/^[[:space:]]*//' | sort -u
}

# Of the text on standard input, sorted, the symbols that an address of the file is in, what stands
# at the same address, and the next symbol, where the range ends.
occurring()
{
	awk -v addresses="$1" '
		function emit(   i) { for (i = 0; i < n; i++) print group[i] }
		BEGIN { while ((getline address < addresses) > 0) want[++wanted] = address; w = 1 }
		{
			if ($1 != at) {
				hit = w <= wanted && want[w] < $1
				while (w <= wanted && want[w] < $1) w++
				if (hit || ended) emit()
				ended = hit
				n = 0
				at = $1
			}
			group[n++] = $0
		}
		$3 ~ /^(_text|_stext|_etext)$/ { print }
	' | sort -u
}

keep_kernel()
{
	local to
	to=$(keep "[kernel.kallsyms]" "$1")
	awk '$1 ~ /^ffff/ { print $1 }' "$SCRATCH/frames" | sort -u > "$SCRATCH/addresses"
	awk 'NF == 3 && $2 ~ /[tTwW]/' /proc/kallsyms | sort | occurring "$SCRATCH/addresses" > "$to/kallsyms"
}

keep_program()
{
	cp "$SCRATCH/root$2" "$(keep "$2" "$1")/elf"
}

# Its symbols alone, and of these those that occur.
keep_library()
{
	local to from="/usr/lib/debug/.build-id/${1:0:2}/${1:2}.debug"
	[ -e "$from" ] || from=$2
	to=$(keep "$2" "$1")
	sed -n "s|^[0-9a-f]* \(.*\) ($2)\$|\1|p" "$SCRATCH/frames" | sed 's/@@.*//' | sort -u > "$SCRATCH/names"
	objcopy --only-keep-debug --strip-all --keep-symbols="$SCRATCH/names" --remove-section='.debug*' \
		"$from" "$to/debug"
}

rm -rf "$OUT"
"$HERE/record.sh" -b "$SCRATCH/root"
frames > "$SCRATCH/frames"
perf buildid-list -i "$FILE" | while read -r id dso; do
	case $dso in
	"[kernel.kallsyms]") keep_kernel "$id" ;;
	"$WORK"/*) keep_program "$id" "$dso" ;;
	/*) keep_library "$id" "$dso" ;;
	esac
done
