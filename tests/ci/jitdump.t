#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of runtimes that tell of their code, under the sanitizers: 50000 that are randomly damaged.
cd "$(dirname "$0")/../.." || exit 1
if ! make --silent VARIANT=asan programs >&2; then
	echo 'Bail out! the build with sanitizers failed'
	exit 1
fi
DAMAGED_FILES=500 exec build/asan/tests/unit/jitdump
