#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each fuzzer of tests/fuzz finds nothing for 10 seconds (FUZZ_SECONDS). It begins with the same
# random number each time, so that what fails is the change, not the day; make fuzz takes others.
cd "$(dirname "$0")/../.." && FUZZ_SEED=${FUZZ_SEED:-1} exec tests/fuzz/run "${FUZZ_SECONDS:-10}"
