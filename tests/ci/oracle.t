#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What perf says about the recordings of data/, and of the fixtures, where they are.
cd "$(dirname "$0")/../.." || exit 1
folders=(data)
[[ -d ../shared/fixtures ]] && folders+=(../shared/fixtures)
exec tests/oracle/run "${folders[@]}"
