/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/symbolarg.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "filter/lex.h"

int symbolarg_parse(const char *arg, char **symbol, const char **rest, struct err *err)
{
	struct lexer lexer = { .text = arg, .len = strlen(arg) };
	struct token *token = mem_zalloc(sizeof(*token));
	size_t len = strcspn(arg, " ");
	int rc = 0;

	if (*arg == '"') {
		rc = lex_next(&lexer, token, err);
		*symbol = rc ? NULL : mem_strndup(token->str, token->str_len);
		len = lexer.pos;
	} else {
		*symbol = mem_strndup(arg, len);
	}
	*rest = arg + len + strspn(arg + len, " ");
	if (!rc && !**symbol)
		rc = err_set_at(err, ERR_PARSE, 0, "expected the name of a function");
	free(token);
	return rc;
}
