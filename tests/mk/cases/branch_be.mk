# SPDX-License-Identifier: GPL-3.0-or-later
# branch.mk as a big-endian machine writes it.
file endian=big
include "branch.mk"
