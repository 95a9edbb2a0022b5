/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TRACEFMT_H
#define WIRE_TRACEFMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/*
 * The formats of tracepoints: rows that describe the raw data of their samples to the walker. A
 * recording has the formats as text (tracefs events/SYSTEM/NAME/format); the parser of that text
 * adds each format here. Nothing in a format is trusted.
 */
enum tracefmt_flag {
	TRACEFMT_SIGNED = 1,
	TRACEFMT_STRING = 2,
	TRACEFMT_ARRAY = 4,
	TRACEFMT_DYNAMIC = 8,	/* __data_loc: the field has an offset and a length */
	TRACEFMT_RELATIVE = 16, /* __rel_loc: the same, counted from the end of the field */
	TRACEFMT_ADDRESS = 32	/* a pointer or an unsigned long, shown as hex */
};

struct tracefmt_field {
	const char *name;
	uint32_t offset, size; /* in the raw data; an array of size 0 takes all bytes left */
	uint32_t element;      /* bytes of an array's element */
	uint32_t flags;	       /* enum tracefmt_flag */
};

struct tracefmt_desc {
	uint32_t id;	 /* attr.config, and the first two bytes of the raw data */
	uint32_t number; /* of its text in the tracing data, from 0 */
	const char *system, *name;
	const struct tracefmt_field *fields;
	size_t n;
};

struct row;

struct tracefmt {
	uint32_t id, number;
	char *system, *name;
	struct row *rows; /* by their offsets, with gaps between them */
	uint32_t fixed;	  /* bytes that the rows cover */
	VEC(char *) names;
	VEC(struct row *) tables; /* rows that other rows contain */
};

struct tracefmts {
	VEC(struct tracefmt *) list; /* by id; the first format of an id counts */
};

enum {
	TRACEFMT_FIELDS_MAX = 512, /* of one format; further ones are left out */
	TRACEFMT_RAW_MAX = 65535   /* bytes of raw data that a record can have */
};

void tracefmts_release(struct tracefmts *formats);

/* Add a copy of a format. Fields that overlap others, or lie outside of raw data, are left out. */
void tracefmts_add(struct tracefmts *formats, const struct tracefmt_desc *desc);

/* The format for an id, or NULL. */
const struct tracefmt *tracefmts_find(const struct tracefmts *formats, uint64_t id);

/* Does the format have a field of this name? */
bool tracefmt_has(const struct tracefmt *format, const char *name);

/* Has the format a field that is text or bytes? */
bool tracefmt_has_text(const struct tracefmt *format);

/* Do all tracepoints have a field of this name: common_type, common_pid, ...? */
bool tracefmt_is_common(const char *name);

#endif
