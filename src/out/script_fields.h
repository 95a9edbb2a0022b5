/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_FIELDS_H
#define OUT_SCRIPT_FIELDS_H

#include "base/err.h"
#include "file/perf_file.h"

/*
 * The fields of samples that perf script prints, with perf's names, chosen for each type of event.
 */
enum script_field {
	SCRIPT_COMM = 1 << 0,
	SCRIPT_TID = 1 << 1,
	SCRIPT_PID = 1 << 2,
	SCRIPT_TIME = 1 << 3,
	SCRIPT_CPU = 1 << 4,
	SCRIPT_EVENT = 1 << 5,
	SCRIPT_TRACE = 1 << 6,
	SCRIPT_IP = 1 << 7,
	SCRIPT_SYM = 1 << 8,
	SCRIPT_DSO = 1 << 9,
	SCRIPT_ADDR = 1 << 10,
	SCRIPT_SYMOFF = 1 << 11,
	SCRIPT_PERIOD = 1 << 12,
	SCRIPT_IREGS = 1 << 13,
	SCRIPT_UREGS = 1 << 14,
	SCRIPT_BRSTACK = 1 << 15,
	SCRIPT_WEIGHT = 1 << 16,
	SCRIPT_PHYS_ADDR = 1 << 17,
	SCRIPT_DATA_PAGE_SIZE = 1 << 18,
	SCRIPT_CODE_PAGE_SIZE = 1 << 19,
	SCRIPT_INS_LAT = 1 << 20,
	SCRIPT_RETIRE_LAT = 1 << 21,
	SCRIPT_DATA_SRC = 1 << 22,
	SCRIPT_BRSTACKSYM = 1 << 23,
	SCRIPT_BRSTACKOFF = 1 << 24,
	SCRIPT_BPF_OUTPUT = 1 << 25,
	SCRIPT_CGROUP = 1 << 26,
	SCRIPT_MISC = 1 << 27,
	SCRIPT_TOD = 1 << 28,
	SCRIPT_FLAGS = 1 << 29, /* of all events or of none */
	SCRIPT_SRCLINE = 1 << 30
};
#define SCRIPT_INSN (UINT64_C(1) << 31)
#define SCRIPT_INSNLEN (UINT64_C(1) << 32)
#define SCRIPT_BRSTACKINSN (UINT64_C(1) << 33)

/* Types of events with fields of their own: those of perf_event_attr, and one for all others. */
enum {
	SCRIPT_TYPES = 8,
	SCRIPT_OTHER = SCRIPT_TYPES - 1
};

struct script_fields {
	uint64_t of[SCRIPT_TYPES];    /* enum script_field */
	uint64_t asked[SCRIPT_TYPES]; /* fields that the user named */
	uint64_t unset[SCRIPT_TYPES]; /* fields that the user removed */
	bool chosen[SCRIPT_TYPES];    /* the user chose fields for the type */
	bool callchain;		      /* call chains are shown, and an event has some */
};

/* Set perf's default fields. */
void script_fields_init(struct script_fields *fields);

/*
 * Choose fields as perf script -F does: names with commas between them, +NAME and -NAME for
 * changes. A prefix hw:, sw:, trace:, raw: or break: restricts the choice to one type of event.
 * ERR_PARSE, with a reason.
 */
int script_fields_parse(struct script_fields *fields, const char *text, struct err *err);

/*
 * Remove fields that events of the file do not have. ERR_PARSE: the user named one of them, and
 * perf refuses it.
 */
int script_fields_settle(struct script_fields *fields, const struct perf_file *file,
			 struct err *err);

/* The fields of an event's samples. */
uint64_t script_fields_of(const struct script_fields *fields, const struct event *event);

#endif
