#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions of the browser that are killed at random moments.
KILLS=50 exec "$(dirname "$0")/../tui/killed.t"
