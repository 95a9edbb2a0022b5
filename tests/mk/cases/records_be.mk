# SPDX-License-Identifier: GPL-3.0-or-later
# records.mk as a big-endian machine writes it.
file endian=big
include "records.mk"
