/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fieldarg.h"

#include "cli/cli.h"

int fieldarg_parse(const char *list, struct field *fields, size_t max, size_t *n)
{
	struct err err = ERR_INIT;

	if (field_list_parse(list, fields, max, n, &err) == 0)
		return STATUS_OK;
	cli_warn(NULL, "%s", err.msg);
	return STATUS_USAGE;
}
