# SPDX-License-Identifier: GPL-3.0-or-later
# reads.mk as a big-endian machine writes it.
file endian=big
include "reads.mk"
