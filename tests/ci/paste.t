#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How long pastes into prompts take.
PASTES=1 exec "$(dirname "$0")/../tui/paste.t"
