/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/schema.h"

#include <string.h>
#include <strings.h>

#include "wire/bytes.h"

static const char damage[] = "DAMAGE";

const struct record_desc *const record_tables[RECORD_TABLES] = {
	records_kernel,
	records_perf,
	records_simpleperf,
};

/* Types are dense from 1, from 64 and from 32769 on, and the tables have the same order. */
const struct record_desc *record_find(uint32_t type)
{
	if (type - 1 < RECORDS_KERNEL)
		return &records_kernel[type - 1];
	if (type - RECORD_USER_START < RECORDS_PERF)
		return &records_perf[type - RECORD_USER_START];
	if (type - RECORD_SIMPLEPERF_START < RECORDS_SIMPLEPERF)
		return &records_simpleperf[type - RECORD_SIMPLEPERF_START];
	return NULL;
}

bool schema_has_id(uint32_t type)
{
	const struct record_desc *desc = record_find(type);

	if (!desc || type == RECORD_SAMPLE)
		return false;
	for (const struct row *row = desc->rows; row->kind != ROW_END; row++)
		if (row->field == F_id)
			return true;
	return false;
}

/*
 * perf writes tracing data after their record of 12 bytes; simpleperf writes them inside of a
 * record that has room for them.
 */
static uint64_t tracing_tail(const uint8_t *rec, size_t size, bool big)
{
	uint64_t data = load_u32(rec + RECORD_HEADER_SIZE, big);

	return size >= RECORD_HEADER_SIZE + 4 + data ? 0 : (data + 7) & ~7ull;
}

uint64_t record_tail(const struct record_desc *desc, const uint8_t *rec, size_t size, bool big)
{
	switch ((enum record_tail)desc->tail) {
	case TAIL_TRACING:
		return tracing_tail(rec, size, big);
	case TAIL_AUXTRACE:
		return load_u64(rec + RECORD_HEADER_SIZE, big);
	case TAIL_NONE:
	default:
		return 0;
	}
}

void record_name(struct buf *buf, uint32_t type)
{
	const struct record_desc *desc = record_find(type);

	if (desc)
		buf_adds(buf, desc->name);
	else if (type == RECORD_DAMAGE)
		buf_adds(buf, damage);
	else
		buf_addf(buf, "UNKNOWN(%u)", type);
}

static bool unknown_value(const char *name, size_t len, uint64_t *type)
{
	static const char prefix[] = "UNKNOWN(";
	size_t n = sizeof(prefix) - 1;
	uint64_t v = 0;

	if (len < n + 2 || strncasecmp(name, prefix, n) || name[len - 1] != ')')
		return false;
	for (size_t i = n; i < len - 1; i++) {
		if (name[i] < '0' || name[i] > '9' || v > UINT32_MAX / 10)
			return false;
		v = v * 10 + (uint64_t)(name[i] - '0');
	}
	*type = v;
	return v <= UINT32_MAX;
}

static bool named_value(const struct record_desc *list, const char *name, size_t len,
			uint64_t *type)
{
	for (; list->name; list++) {
		if (strlen(list->name) == len && !strncasecmp(list->name, name, len)) {
			*type = list->type;
			return true;
		}
	}
	return false;
}

bool record_type_value(const char *name, size_t len, uint64_t *type)
{
	if (len == strlen(damage) && !strncasecmp(name, damage, len)) {
		*type = RECORD_DAMAGE;
		return true;
	}
	for (size_t i = 0; i < RECORD_TABLES; i++)
		if (named_value(record_tables[i], name, len, type))
			return true;
	return unknown_value(name, len, type);
}
