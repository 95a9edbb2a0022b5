#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A fuzzer on the text of filters finds nothing for a minute (FUZZ_SECONDS).
set -u
cd "$(dirname "$0")/../.." || exit 1

skip() {
	echo "1..0 # SKIP $1"
	exit 0
}

command -v clang >/dev/null || skip "clang is not installed"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { (void)p; return n > 4; }' \
	>"$scratch/probe.c"
clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null ||
	skip "clang has no libFuzzer"

if ! make -j"$(nproc)" VARIANT=fuzz CC=clang fuzz-filter >"$scratch/log" 2>&1; then
	sed 's/^/# /' "$scratch/log" | tail -20
	echo "not ok 1 - the fuzzer builds"
	echo 1..1
	exit 1
fi
mkdir "$scratch/corpus"
n=0
# The filters that tests know are what it begins with.
grep -oE '^	\{ "([^"\\]|\\.)+"' tests/unit/filter.c | sed 's/^	{ "//; s/"$//; s/\\\(.\)/\1/g' |
	while read -r line; do
		((++n))
		printf '%s' "$line" >"$scratch/corpus/$n"
	done
if FUZZ_DATA=data/fp.data build/fuzz/fuzz-filter -dict=tests/fuzz/filter.dict -max_len=300 \
	-max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -artifact_prefix="$scratch/" \
	"$scratch/corpus" >"$scratch/log" 2>&1; then
	echo "ok 1 - $(grep -oE '[0-9]+ runs in [0-9]+ second' "$scratch/log" | tail -1)s without a finding"
else
	grep -vE '^#[0-9]+' "$scratch/log" | tail -40 | sed 's/^/# /'
	find "$scratch" -maxdepth 1 -name '*-*' -exec sh -c 'echo "# $1:"; od -c "$1" | sed "s/^/# /"' _ {} \;
	echo "not ok 1 - the fuzzer has found something"
fi
echo 1..1
