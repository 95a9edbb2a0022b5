/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bytesize.h"

void bytesize_add(struct buf *buf, uint64_t bytes)
{
	static const char units[] = "KMGTPE";
	unsigned shift = 0;

	while (shift < 60 && bytes >> shift >= 1024)
		shift += 10;
	if (!shift)
		buf_addf(buf, "%llu bytes", (unsigned long long)bytes);
	else if (bytes & ((1ull << shift) - 1))
		buf_addf(buf, "%.1f %ciB", (double)bytes / (double)(1ull << shift),
			 units[shift / 10 - 1]);
	else
		buf_addf(buf, "%llu %ciB", (unsigned long long)(bytes >> shift),
			 units[shift / 10 - 1]);
}
