#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The leaves of every record of the fixtures tile it.
fixtures=$(dirname "$0")/../../../shared/fixtures
[[ -d $fixtures ]] || { echo '1..0 # SKIP there are no fixtures' && exit; }
exec "$BUILD/tests/unit/tiling" "$fixtures"
