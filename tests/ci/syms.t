#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names of addresses under the sanitizers, and with them 500 randomly damaged files of each of two
# kinds, ELF and with mini debug information.
cd "$(dirname "$0")/../.." || exit 1
if ! make --silent VARIANT=asan programs >&2; then
	echo 'Bail out! the build with sanitizers failed'
	exit 1
fi
DAMAGED_FILES=500 exec build/asan/tests/unit/syms
