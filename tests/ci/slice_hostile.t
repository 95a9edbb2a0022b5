#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/slice/hostile.t with more damage of each recording.
SLICE_DAMAGES=30 exec "$(dirname "$0")/../slice/hostile.t" "$@"
