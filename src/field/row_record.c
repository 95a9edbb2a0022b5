/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/row_record.h"

const char *row_record_walk(struct row_record *record, const struct derived_set *wanted,
			    struct sink *sink)
{
	row_record_read(record);
	return derived_walk(record->reader, record->info, wanted, &record->layout, record->p,
			    record->len, sink);
}
