/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/plural.h"

void plural_add(uint64_t n, const char *word, struct buf *out)
{
	buf_addf(out, "%llu %s%s", (unsigned long long)n, word, n == 1 ? "" : "s");
}
