#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/damage/damage.t with all its cuts and damages, 400 of each recording.
DAMAGE_FULL=1 exec "$(dirname "$0")/../damage/damage.t" "$@"
