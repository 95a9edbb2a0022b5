#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tests of what several threads do, with the thread sanitizer.
. "$(dirname "$0")/../lib.sh"

unset MAKEFLAGS BUILD TOTALS TAP_TOTALS SKIPS TAP_SKIPS
if make -C "$ROOT" tsan >tsan.out 2>&1; then
	pass "make tsan: $(tail -n 1 tsan.out)"
else
	grep -A 20 'WARNING: ThreadSanitizer\|not ok' tsan.out | head -n 60 | diag
	fail 'make tsan'
fi
done_testing
