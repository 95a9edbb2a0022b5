#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds that are killed at 50 random points of each kind of recording, with 1, 2, 3 and 8 threads.
KILLS=50 exec "$(dirname "$0")/../core/index_killed.t"
