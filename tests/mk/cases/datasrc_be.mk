# SPDX-License-Identifier: GPL-3.0-or-later
# datasrc.mk as a big-endian machine writes it.
file endian=big
include "datasrc.mk"
