/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_SYMNAMES_H
#define UNIT_SYMNAMES_H

/* Questions for names of addresses, with answers that tests can compare. */
#include "sym/syms.h"
#include "unit/scratch.h"

static inline struct module file_module(const char *path)
{
	return (struct module){ .kind = MODULE_FILE, .dso = path, .dso_len = strlen(path) };
}

static inline void set_build_id(struct module *m, const char *file)
{
	char command[512];
	const char *hex;

	snprintf(command, sizeof(command), "readelf -n %s | awk '/Build ID/ { print $3 }'", file);
	hex = said(command);
	m->build_id_len = (uint8_t)(strlen(hex) / 2);
	for (unsigned i = 0; i < m->build_id_len && i < sizeof(m->build_id); i++) {
		char byte[3] = { hex[2 * i], hex[2 * i + 1] };

		m->build_id[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
}

/* "name+off", or why there is none. */
static inline const char *name_at(struct syms *syms, const struct module *m, uint64_t at)
{
	static char text[512];
	struct symbol symbol = SYMBOL_INIT;

	if (syms_find_now(syms, syms_module(syms, m), at, 0, &symbol) == SYMS_FOUND)
		snprintf(text, sizeof(text), "%s+%" PRIx64, symbol.name.p, symbol.off);
	else
		snprintf(text, sizeof(text), "(%s)", sym_why_text(symbol.why));
	buf_release(&symbol.name);
	return text;
}

static inline const char *why(enum sym_why reason)
{
	static char text[256];

	snprintf(text, sizeof(text), "(%s)", sym_why_text(reason));
	return text;
}

/* One question to a new one of everything. */
static inline const char *fresh_name(const struct syms_options *options, const struct module *m,
				     uint64_t at)
{
	struct syms *syms = syms_open(options);
	const char *text = name_at(syms, m, at);

	syms_close(syms);
	return text;
}

/* The same; is the name this one, and from the cache? */
static inline bool is_cached(const struct syms_options *options, const struct module *m,
			     uint64_t at, const char *name)
{
	struct syms *syms = syms_open(options);
	const char *is = name_at(syms, m, at);
	struct syms_status status;
	bool same = !strcmp(is, name);

	syms_status(syms, 0, &status);
	syms_close(syms);
	if (!same)
		diag("is %s", is);
	return same && status.cached;
}

#endif
