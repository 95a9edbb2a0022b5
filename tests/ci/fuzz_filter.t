#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A fuzzer on the text of filters finds nothing for a minute (FUZZ_SECONDS).
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/ci/fuzz.sh

fuzz_build filter
n=0
# The filters that tests know are what it begins with.
grep -oE '^	\{ "([^"\\]|\\.)+"' tests/unit/filter.c | sed 's/^	{ "//; s/"$//; s/\\\(.\)/\1/g' |
	while read -r line; do
		((++n))
		printf '%s' "$line" >"$corpus/$n"
	done
export FUZZ_DATA=data/fp.data
fuzz_run filter -dict=tests/fuzz/filter.dict -max_len=300
