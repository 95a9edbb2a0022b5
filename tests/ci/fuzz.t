#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each fuzzer of tests/fuzz finds nothing for 20 seconds (FUZZ_SECONDS).
cd "$(dirname "$0")/../.." && exec tests/fuzz/run "${FUZZ_SECONDS:-20}"
