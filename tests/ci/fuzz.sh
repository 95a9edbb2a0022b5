# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests that run a program of tests/fuzz for FUZZ_SECONDS: sourced at the top of the project.
#
#	fuzz_build NAME			builds it, or ends the test; $corpus is for what it begins with
#	fuzz_run NAME [OPTION...]	is the test

skip() {
	echo "1..0 # SKIP $1"
	exit 0
}

fuzz_build() {
	command -v clang >/dev/null || skip "clang is not installed"
	scratch=$(mktemp -d) || exit 1
	trap 'rm -rf "$scratch"' EXIT
	echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { (void)p; return n > 4; }' \
		>"$scratch/probe.c"
	clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null ||
		skip "clang has no libFuzzer"
	if ! make -j"$(nproc)" VARIANT=fuzz CC=clang "fuzz-$1" >"$scratch/log" 2>&1; then
		sed 's/^/# /' "$scratch/log" | tail -20
		echo "not ok 1 - the fuzzer builds"
		echo 1..1
		exit 1
	fi
	corpus=$scratch/corpus
	mkdir "$corpus"
}

fuzz_run() {
	local name=$1
	shift
	if "build/fuzz/fuzz-$name" "$@" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 \
		-artifact_prefix="$scratch/" "$corpus" >"$scratch/log" 2>&1; then
		echo "ok 1 - $(grep -oE '[0-9]+ runs in [0-9]+ second' "$scratch/log" | tail -1)s without a finding"
	else
		grep -vE '^#[0-9]+' "$scratch/log" | tail -40 | sed 's/^/# /'
		find "$scratch" -maxdepth 1 -name '*-*' -exec sh -c 'echo "# $1:"; od -c "$1" | sed "s/^/# /"' _ {} \;
		echo "not ok 1 - the fuzzer has found something"
	fi
	echo 1..1
}
