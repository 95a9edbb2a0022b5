#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A fuzzer on programs of print formats finds nothing for 20 seconds (FUZZ_SECONDS).
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/ci/fuzz.sh

fuzz_build printfmt
make -s build/release/tests/unit/printfmt >"$scratch/log" 2>&1
# Those of the unit test are what it begins with.
PRINTFMT_SEEDS=$corpus build/release/tests/unit/printfmt >"$scratch/log" 2>&1
FUZZ_SECONDS=${FUZZ_SECONDS:-20} fuzz_run printfmt -max_len=4000
