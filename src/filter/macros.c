/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/macros.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void macro_release(struct macro *macro)
{
	for (unsigned i = 0; i < macro->n; i++)
		free(macro->parameters[i]);
	free(macro->name);
	free(macro->body);
}

void macros_release(struct macros *macros)
{
	for (size_t i = 0; i < macros->list.n; i++)
		macro_release(&macros->list.v[i]);
	vec_release(&macros->list);
}

static size_t name_len(const char *p)
{
	size_t n = 0;

	if (isdigit((unsigned char)*p))
		return 0;
	while (isalnum((unsigned char)p[n]) || p[n] == '_')
		n++;
	return n;
}

static const char *skip_blanks(const char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

/*
 * Read "(a, b)" after the opening parenthesis. Returns NULL if the text is not a list of
 * parameters; *at is the place of the error.
 */
static const char *parse_parameters(struct macro *macro, const char *p, const char **at)
{
	p = skip_blanks(p);
	if (*p == ')')
		return p + 1;
	for (;;) {
		size_t n = name_len(p);

		*at = p;
		if (!n || macro->n == MACRO_PARAMETERS_MAX)
			return NULL;
		macro->parameters[macro->n++] = mem_strndup(p, n);
		p = *at = skip_blanks(p + n);
		if (*p == ')')
			return p + 1;
		if (*p != ',')
			return NULL;
		p = skip_blanks(p + 1);
	}
}

static int parse_macro(struct macro *macro, const char *line, struct err *err)
{
	const char *p = skip_blanks(line), *at = p;
	size_t n = name_len(p);

	if (!n)
		return err_set_at(err, ERR_PARSE, (uint64_t)(p - line),
				  "expected a name and an expression, as in slow(n) weight > $n");
	macro->name = mem_strndup(p, n);
	p += n;
	if (*p == '(') {
		p = parse_parameters(macro, p + 1, &at);
		if (!p)
			return err_set_at(err, ERR_PARSE, (uint64_t)(at - line),
					  "expected up to %d names of parameters, as in slow(n)",
					  MACRO_PARAMETERS_MAX);
	}
	p = skip_blanks(p);
	if (!*p)
		return err_set_at(err, ERR_PARSE, (uint64_t)(p - line),
				  "expected an expression after the name");
	macro->body = mem_strdup(p);
	return 0;
}

int macros_define(struct macros *macros, const char *line, struct err *err)
{
	struct macro macro = { 0 };

	if (parse_macro(&macro, line, err)) {
		macro_release(&macro);
		return ERR_PARSE;
	}
	for (size_t i = 0; i < macros->list.n; i++) {
		if (!strcmp(macros->list.v[i].name, macro.name)) {
			macro_release(&macros->list.v[i]);
			macros->list.v[i] = macro;
			return 0;
		}
	}
	vec_push(&macros->list, macro);
	return 0;
}

const struct macro *macros_find(const struct macros *macros, const char *name, size_t len)
{
	for (size_t i = 0; macros && i < macros->list.n; i++)
		if (strlen(macros->list.v[i].name) == len &&
		    !memcmp(macros->list.v[i].name, name, len))
			return &macros->list.v[i];
	return NULL;
}

/*
 * The number of the parameter that "$1" or "$n" refers to, or -1; *len is the length of the
 * reference.
 */
static int parameter_at(const struct macro *macro, const char *p, size_t *len)
{
	if (p[1] >= '1' && p[1] <= '9' && !isdigit((unsigned char)p[2])) {
		*len = 2;
		return (unsigned)(p[1] - '1') < macro->n ? p[1] - '1' : -1;
	}
	*len = 1 + name_len(p + 1);
	for (unsigned i = 0; i < macro->n; i++)
		if (strlen(macro->parameters[i]) == *len - 1 && p[*len] != '.' &&
		    !memcmp(macro->parameters[i], p + 1, *len - 1))
			return (int)i;
	return -1;
}

void macro_expand(const struct macro *macro, const char *const *arguments, struct buf *out)
{
	for (const char *p = macro->body; *p;) {
		size_t len = 1;
		int i = *p == '$' ? parameter_at(macro, p, &len) : -1;

		if (i >= 0) {
			buf_adds(out, arguments[i]);
			p += len;
		} else {
			buf_addc(out, *p++);
		}
	}
}
