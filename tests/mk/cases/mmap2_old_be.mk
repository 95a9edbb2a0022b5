# SPDX-License-Identifier: GPL-3.0-or-later
# mmap2_old.mk as a big-endian machine writes it.
file endian=big
include "mmap2_old.mk"
