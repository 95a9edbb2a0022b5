/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_CODE_SOURCES_H
#define ANNOTATE_CODE_SOURCES_H

#include "annotate/code.h"

/* Add the source lines of code from code_read(), once. Waits for the process that reads them. */
void code_sources_read(struct code *code, struct reader *reader, const struct row_info *info,
		       uint64_t addr);

/* Make this process read the file of an address now, so that code_sources_read() waits less. */
void code_sources_prepare(struct reader *reader, const struct row_info *info,
			  const struct mapping *mapping, uint64_t addr);

#endif
