#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/damage/damage.t with all its cuts and damages, 200 each of every recording in data/, under
# the sanitizers for addresses and undefined behaviour.
cd "$(dirname "$0")/../.." || exit 1
if ! make --silent VARIANT=asan programs >&2; then
	echo 'Bail out! the build with sanitizers failed'
	exit 1
fi
DAMAGE_FULL=1 PERFNAV=$PWD/build/asan/perfnav exec tests/damage/damage.t "$@"
