/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fieldarg.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"

/* Report what is wrong with a name in a list of fields. */
static int bad_field(const char *name, bool known)
{
	struct buf message = BUF_INIT;

	if (known) {
		text_escape_str(&message, name);
		buf_adds(&message, ": too many fields");
	} else {
		field_explain_unknown(name, strlen(name), &message);
	}
	cli_warn(NULL, message.p);
	buf_release(&message);
	return STATUS_USAGE;
}

int fieldarg_parse(const char *list, struct field *fields, size_t max, size_t *n)
{
	int status = STATUS_OK;

	*n = 0;
	for (list += strspn(list, " ,"); *list && !status; list += strspn(list, " ,")) {
		size_t len = strcspn(list, " ,");
		char *name = mem_strndup(list, len);
		struct field field;
		bool known = field_find(&field, name, len);

		if (known && *n < max) {
			fields[(*n)++] = field;
		} else {
			status = bad_field(name, known);
			field_release(&field);
		}
		free(name);
		list += len;
	}
	return status;
}

void fieldarg_release(struct field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		field_release(&fields[i]);
}
