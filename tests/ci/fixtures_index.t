#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Columns and rows of the index of the fixtures' recordings.
fixtures=$(dirname "$0")/../../../shared/fixtures
[[ -d $fixtures ]] || { echo '1..0 # SKIP there are no fixtures' && exit; }
exec "$BUILD/tests/unit/index" "$fixtures"
