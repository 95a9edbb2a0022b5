#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the recordings of this folder, as the file "recordings" says, and the table of README.md.
#
# Needs: root; Linux with tracefs and cgroup2; perf, gcc, binutils, util-linux.  Works in mount and
# UTS namespaces of its own, in a temporary file system, and leaves nothing but its results.

set -euo pipefail

HERE=$(cd "$(dirname "$0")" && pwd)
LIST=$HERE/recordings
WORK=/tmp/perfnav-data		# paths in the recordings begin so
HOST=perfnav-data
TRIES=25
LOGIN_HOME=${LOGIN_HOME:-$HOME}

# shellcheck source-path=SCRIPTDIR source=inspect.sh
. "$HERE/inspect.sh"

usage()
{
	cat <<-END
		usage: record.sh [FILE...]   make all recordings, or those named, then the table
		       record.sh -c          check the recordings that are there, then make the table
		       record.sh -b DIR      build the workloads below DIR, a root for --symfs
		       record.sh -l          list the recordings
	END
}

die()
{
	echo "record.sh: $*" >&2
	exit 1
}

# ---- the list ----

list_names()
{
	awk '$1 == "file" { print $2 }' "$LIST"
}

# list_get NAME WORD: the lines of one recording that begin with the word, without it.  Some have
# several files; the first one is its name.
list_get()
{
	awk -v name="$1" -v word="$2" '
		$1 == "file" { on = $2 == name }
		on && $1 == word { sub(/^[a-z]+ +/, ""); print }' "$LIST"
}

# ---- building ----

# build DIR: the programs, and the names by which some start themselves
build()
{
	# Each function keeps its frame, and no path tells where this folder is.
	local flags=(-std=gnu11 -O1 -g -no-pie -fno-inline -fno-optimize-sibling-calls -pthread
		     "-ffile-prefix-map=$HERE=.")
	local src name

	mkdir -p "$1"
	set -- "$(cd "$1" && pwd)"
	# The folder in which the compiler runs is in what it makes, and so in the build id.
	for src in "$HERE"/src/*.c; do
		name=$(basename "$src" .c)
		(cd "$HERE" && gcc "${flags[@]}" -fno-omit-frame-pointer -o "$1/$name" "$src")
	done
	(cd "$HERE" && gcc "${flags[@]}" -fomit-frame-pointer -o "$1/queens.nofp" "$HERE/src/queens.c")
	ln -sf photolab "$1/thumbnail"
	for name in seed sapling leaf; do
		ln -sf churn "$1/$name"
	done
}

# ---- recording ----

# Run a command as process 1 of a PID namespace.
iso()
{
	unshare --pid --fork --mount-proc "$@"
}

# The value of a symbol of a workload.
address_of()
{
	nm "$WORK/bin/$1" | awk -v symbol="$2" '$3 == symbol { print "0x" $1 }'
}

# Mounts of this namespace only; the result of the build is in PATH.
enter()
{
	hostname "$HOST"
	mount -t tmpfs -o size=256m perfnav-data "$WORK"
	mkdir "$WORK/bin" "$WORK/cgroup" "$WORK/run"
	mount -t cgroup2 cgroup2 "$WORK/cgroup"
	mount -t tracefs tracefs /sys/kernel/tracing
	# perf copies the names of tasks that ftrace saw
	: > "$WORK/nothing"
	mount --bind "$WORK/nothing" /sys/kernel/tracing/saved_cmdlines
	build "$WORK/bin"
	export WORK CGROUP=$WORK/cgroup
	export -n LOGIN_HOME
	export -f iso address_of
	trap leave EXIT
}

# What a command that was stopped may leave in the kernel; the mounts go with the namespace.
leave()
{
	perf probe -q -d 'perfnav:*' 2>/dev/null || true
	rmdir "$CGROUP/pingpong" 2>/dev/null || true
}

# Run the command of a recording in an empty folder.
run()
{
	rm -rf "$WORK/run"
	mkdir "$WORK/run"
	(cd "$WORK/run" && bash -c "$(list_get "$1" run)") > "$WORK/log" 2>&1 ||
		{ cat "$WORK/log" >&2; return 1; }
}

# good FILE COMMAND: is it a recording to keep?  Says why not.
good()
{
	local file=$1 found

	[ -e "$file" ] || { echo "was not written"; return 1; }
	if is_killed "$file"; then
		fill_in "$file" "$WORK/filled"
		file=$WORK/filled
	fi
	[ -n "$(record_counts "$file")" ] || { echo "perf does not read it to its end"; return 1; }
	found=$(leaks "$file" "$2")
	[ -z "$found" ] || { printf 'has names of others:\n%s\n' "$found"; return 1; }
}

# all_good DIR NAME: all files of a recording
all_good()
{
	local file found ok=0

	for file in $(list_get "$2" file); do
		found=$(good "$1/$file" "$(list_get "$2" run)") ||
			{ echo "$file $found"; ok=1; }
	done
	return $ok
}

keep()
{
	local file

	for file in $(list_get "$1" file); do
		rm -rf "${HERE:?}/$file"
		cp -r "$WORK/run/$file" "$HERE/$file"
		chmod -R u=rwX,go=rX "$HERE/$file"
		chown -R --reference="$HERE" "$HERE/$file"
		echo "$file: $(file_bytes "$HERE/$file") bytes"
	done
}

# Other tasks of the machine may get into a recording: try again.
record()
{
	local name=$1 try why=''

	for ((try = 0; try < TRIES; try++)); do
		run "$name" || { echo "$name: the command failed" >&2; return 1; }
		if why=$(all_good "$WORK/run" "$name"); then
			keep "$name"
			return 0
		fi
	done
	echo "$why" >&2
	return 1
}

record_all()
{
	local name failed=0

	enter
	for name in "$@"; do
		record "$name" || failed=1
	done
	return $failed
}

# ---- the table ----

# Lines as text for a table of Markdown.
cell()
{
	sed -e 's/ \\$//' -e 's/|/\\|/g' | paste -s -d ' ' | sed 's/  */ /g'
}

# table_row NAME FILE
table_row()
{
	local file=$HERE/$2 note=''

	if is_killed "$file"; then
		fill_in "$file" "$WORK/filled"
		file=$WORK/filled
		note='(of a copy with data.size filled in) '
	fi
	echo "| $2 | $(file_bytes "$HERE/$2") | $(list_get "$1" what | cell)" \
		"| \`$(list_get "$1" run | cell)\` | $(sample_types "$file" | cell)" \
		"| $note$(record_counts "$file" | cell) |"
}

table()
{
	local name file

	echo '| file | bytes | what it exercises | made by | sample types | records |'
	echo '|---|---|---|---|---|---|'
	for name in $(list_names); do
		for file in $(list_get "$name" file); do
			[ ! -e "$HERE/$file" ] || table_row "$name" "$file"
		done
	done
}

# Replace what is between the marks in README.md.
write_table()
{
	table > "$WORK/table"
	awk -v table="$WORK/table" '
		/^<!-- table -->$/ {
			print
			while ((getline line < table) > 0)
				print line
			off = 1
		}
		/^<!-- end of table -->$/ { off = 0 }
		!off && !/^<!-- table -->$/ { print }' "$HERE/README.md" > "$WORK/readme"
	cat "$WORK/readme" > "$HERE/README.md"
}

check_all()
{
	local name why failed=0

	for name in $(list_names); do
		if ! why=$(all_good "$HERE" "$name"); then
			echo "$why" >&2
			failed=1
		fi
	done
	return $failed
}

# ---- main ----

# Go on in namespaces and an environment that tell nothing, for the stack dumps.
outside()
{
	[ "$(id -u)" = 0 ] || die "must be root"
	mkdir "$WORK" 2>/dev/null || die "$WORK is there already"
	trap 'rmdir "$WORK"' EXIT
	unshare --mount --uts env -i HOME="$WORK" LOGIN_HOME="$HOME" LC_ALL=C.UTF-8 \
		PATH="$WORK/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
		bash "$HERE/record.sh" --inside "$@"
}

inside()
{
	local failed=0

	if [ "${1:-}" = -c ]; then
		mount -t tmpfs perfnav-data "$WORK"
		check_all || failed=1
	else
		record_all "$@" || failed=1
	fi
	write_table
	return $failed
}

case ${1:-} in
-h|--help)	usage ;;
-l)		list_names ;;
-b)		[ $# = 2 ] || die "-b needs a folder"
		build "$2$WORK/bin" ;;
-c)		outside -c ;;
--inside)	shift; inside "$@" ;;
-*)		usage >&2; exit 2 ;;
'')		mapfile -t names < <(list_names); outside "${names[@]}" ;;
*)		outside "$@" ;;
esac
