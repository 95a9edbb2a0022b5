#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Indexes whose builds are killed, of larger recordings than in make check.
KILLS=20 BYTES=100000000 exec "$(dirname "$0")/../core/index_resume.t"
