#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# 10,000 random filters over data/, what mk builds and the fixtures, where they are.
set -u
cd "$(dirname "$0")/../.." || exit 1
folders=()
[[ -d ../shared/fixtures ]] && folders=(../shared/fixtures)
COUNT=${COUNT:-10000} LARGEST=${LARGEST:-100000} SEED=${SEED:-4711} exec tests/core/language.t "${folders[@]}"
