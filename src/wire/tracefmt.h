/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TRACEFMT_H
#define WIRE_TRACEFMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/*
 * The formats of tracepoints: what the raw data of their samples are, as rows for
 * the walker. A recording brings them along as text (tracefs events/SYSTEM/NAME/format);
 * who parses it describes each format here. Nothing in a description is trusted.
 */
enum tracefmt_flag {
	TRACEFMT_SIGNED = 1,
	TRACEFMT_STRING = 2,
	TRACEFMT_ARRAY = 4,
	TRACEFMT_DYNAMIC = 8,	/* __data_loc: the field tells offset and length */
	TRACEFMT_RELATIVE = 16, /* __rel_loc: likewise, from the end of the field */
	TRACEFMT_ADDRESS = 32	/* a pointer, or an unsigned long, which reads in hex */
};

struct tracefmt_field {
	const char *name;
	uint32_t offset, size; /* in the raw data; size 0 of an array: all that is left */
	uint32_t element;      /* bytes of an array's element */
	uint32_t flags;	       /* enum tracefmt_flag */
};

struct tracefmt_desc {
	uint32_t id;	 /* attr.config, and the first two bytes of the raw data */
	uint32_t number; /* of the text in the tracing data, from 0 */
	const char *system, *name;
	const struct tracefmt_field *fields;
	size_t n;
};

struct row;

struct tracefmt {
	uint32_t id, number;
	char *system, *name;
	struct row *rows; /* by their offsets, with the gaps between them */
	uint32_t fixed;	  /* bytes that the rows cover */
	VEC(char *) names;
	VEC(struct row *) tables; /* of rows with rows of their own */
};

struct tracefmts {
	VEC(struct tracefmt *) list; /* in the order of their ids; the first of an id wins */
};

enum {
	TRACEFMT_FIELDS_MAX = 512, /* of one format; more are left out */
	TRACEFMT_RAW_MAX = 65535   /* bytes of raw data that a record can have */
};

void tracefmts_release(struct tracefmts *formats);

/*
 * Add a format; everything is copied. Fields that overlap others, or lie where none
 * can be, are left out.
 */
void tracefmts_add(struct tracefmts *formats, const struct tracefmt_desc *desc);

/* The format of an id, or NULL. */
const struct tracefmt *tracefmts_find(const struct tracefmts *formats, uint64_t id);

/* Does the format have a field of this name? */
bool tracefmt_has(const struct tracefmt *format, const char *name);

/* Does it have a field that is text, or bytes? */
bool tracefmt_has_text(const struct tracefmt *format);

/* True for fields that all tracepoints have: common_type, common_pid, ... */
bool tracefmt_is_common(const char *name);

#endif
