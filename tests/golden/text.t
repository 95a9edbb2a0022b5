#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What info, print and count write for people, of two small recordings, and the fields: the files
# beside this one. `make goldens` rewrites them.
. "$(dirname "$0")/../lib.sh"

# golden_of FILE NAME COMMAND...: status 0 and nothing on standard error, too.
golden_of() {
	golden "tests/golden/$1" "$2" "${@:3}"
	is "$(cat "$SCRATCH/golden.err")" "" "... and no warning"
}

quietly() {
	"$PERFNAV" "$@" 2>"$SCRATCH/golden.err" || echo "exit status $?"
}

mkdir none
: >none/kallsyms
for recording in namespaces pipe_compressed; do
	cp "$DATA/$recording.data" .
	golden_of "$recording.info.txt" "info $recording.data" quietly info "$recording.data"
	# Without names of the machine's kernel, its vdso and its libraries.
	golden_of "$recording.print.txt" "print $recording.data" \
		quietly print --symfs none --kallsyms none/kallsyms -f 'not dso == "[vdso]"' \
		"$recording.data"
	golden_of "$recording.count.txt" "count $recording.data" \
		quietly count --by comm,type,event "$recording.data"
done
golden_of fields.txt "fields" quietly fields
done_testing
