# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# What perf says about a recording, and what a recording says about the machine it was made on.
# For record.sh.

# u64_at FILE OFFSET: a number of a file header (of this machine's byte order)
u64_at()
{
	od -An -v -t u8 -j "$2" -N 8 "$1" | tr -d ' '
}

# u64_put FILE OFFSET VALUE (little endian)
u64_put()
{
	local bytes='' value=$3 i

	for ((i = 0; i < 8; i++)); do
		bytes+=$(printf '\\x%02x' $((value & 255)))
		value=$((value >> 8))
	done
	printf '%b' "$bytes" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# A file (header of 104 bytes, not of 16 as in pipes) of which perf did not write the end.
is_killed()
{
	[ -f "$1" ] && [ "$(u64_at "$1" 8)" = 104 ] && [ "$(u64_at "$1" 48)" = 0 ]
}

# fill_in FILE COPY: make a killed recording readable for perf: with data.size, which is at 48, and
# without feature bits, four words at 72.
fill_in()
{
	local at

	cp "$1" "$2"
	u64_put "$2" 48 $(($(stat -c %s "$1") - $(u64_at "$1" 40)))
	for at in 72 80 88 96; do
		u64_put "$2" "$at" 0
	done
}

# The size of a file or of the files of a folder.
file_bytes()
{
	find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }'
}

perf_dump()
{
	perf report -D -i "$1" 2>/dev/null
}

# Counts by record type, from the statistics at the end of a dump.  Nothing is printed if perf did
# not come to the end; its exit status does not tell.
record_counts()
{
	perf_dump "$1" | awk '
		/ stats:$/ { on = $1 == "Aggregated" }
		on && $2 == "events:" && $1 != "TOTAL" { text = text " " $1 "=" $3 }
		END { print substr(text, 2) }'
}

# The different sample types of the events, in their order.
sample_types()
{
	perf evlist -v -i "$1" 2>/dev/null |
		sed -n 's/.*[ ,]sample_type: \([A-Z_|]*\).*/\1/p' | awk '
			!seen[$0]++ { text = text " / " $0 }
			END { print substr(text, 4) }'
}

# ---- privacy ----

# Names that tasks in payloads and of system-wide recordings may have: workloads, perf and what
# starts it, and the kernel's own tasks.
allowed_comms()
{
	cat <<-'END'
		perf|perf-exec|sh|bash|env|unshare|sleep|swapper(/[0-9]+)?
		photolab|scanner|darkroom|dark-[a-z]+|archivist|thumbnail
		queens(\.nofp)?|pages|churn|seed|sapling|leaf|names|pingpong|ping-player-[0-9]+
		watched|rooms|room-[a-z]+|group-guest|filters
		kworker/.*|migration/[0-9]+|ksoftirqd/[0-9]+|cpuhp/[0-9]+|irq/.*|rcu.*
	END
	awk '$4 == 2 { gsub(/[()]/, "", $2); print $2 }' /proc/[0-9]*/stat 2>/dev/null |
		sed 's/[][\.*+?{}|^$]/./g'
}

# Task names in the payloads of tracepoints, one a line.
payload_comms()
{
	perf script -i "$1" -F trace 2>/dev/null | sed -n -E \
		-e 's/.*prev_comm=(.*) prev_pid=.* next_comm=(.*) next_pid=.*/\1\n\2/p; t' \
		-e 's/.*[ :]?comm=(.*) pid=.* child_comm=(.*) child_pid=.*/\1\n\2/p; t' \
		-e 's/^(.*[ :])?comm=(.*) pid=.*/\2/p'
}

# Names that tasks gave themselves while all CPUs were recorded.
record_comms()
{
	perf_dump "$1" | sed -n -E 's/.* PERF_RECORD_COMM( exec)?: (.*):-?[0-9]+\/-?[0-9]+$/\2/p'
}

# leaks FILE COMMAND: print what should not be in the recording
leaks()
{
	local allowed strange

	allowed=$(allowed_comms | paste -s -d '|')
	{
		payload_comms "$1"
		case $2 in *' -a '*|*sched\ record*) record_comms "$1" ;; esac
	} | sort -u | grep -a -v -x -E "$allowed" | sed 's/^/task /'

	# Tasks outside the PID namespace have no number there.
	perf_dump "$1" | grep -a -E 'PERF_RECORD_MMAP2? (-1|0)/' | grep -a -v -F '[kernel.kallsyms]'

	# Once as they are, once as perf sees them: records may be compressed.
	strange="/home/|/root|$HERE|$LOGIN_HOME"
	{
		find "$1" -type f -exec strings -a -n 4 {} +
		perf_dump "$1" | grep -a PERF_RECORD_
	} | grep -a -E "$strange" | sort -u | sed 's/^/path /'
}
