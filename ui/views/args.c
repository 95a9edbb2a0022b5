/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/args.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "file/header.h"
#include "file/source.h"
#include "filter/lex.h"
#include "folders.h"
#include "shell/app.h"

int args_function(const char *arg, char **symbol, const char **rest, struct err *err)
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

int args_check_recording(const char *path, struct err *err)
{
	struct source *source;
	struct header header;
	struct err why = ERR_INIT;
	struct stat st;
	int rc;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return 0;
	rc = source_open(&source, path, &why);
	if (!rc) {
		rc = header_read(&header, source, &why);
		source_close(source);
	}
	return rc ? err_set(err, why.code, "%s: %s", path, why.msg) : 0;
}

int args_compare(const struct app *app, const char **rest, char **path, struct err *err)
{
	static const char word[] = "compare ";
	const char *file = *rest + strlen(word);
	size_t len;
	int rc;

	*path = NULL;
	if (!text_begins_with(*rest, word))
		return 0;
	rc = app_allows(app, "compare FILE", err);
	if (rc)
		return rc;
	file += strspn(file, " ");
	len = strcspn(file, " ");
	*rest = file + len + strspn(file + len, " ");
	*path = folders_expand(file, len);
	return args_check_recording(*path, err);
}

bool args_thread(const char *arg, struct buf *condition, const char **rest)
{
	const char *digits;
	size_t n;

	if (strncmp(arg, "tid ", 4) != 0 && strncmp(arg, "cpu ", 4) != 0)
		return false;
	digits = arg + 4;
	n = strspn(digits, "0123456789");
	if (!n || n > 10 || (digits[n] && digits[n] != ' '))
		return false;
	buf_addf(condition, "%.3s == %.*s", arg, (int)n, digits);
	*rest = digits + n + strspn(digits + n, " ");
	return true;
}

void args_add_where(const char *filter, struct buf *out)
{
	if (*filter)
		buf_addf(out, "where %s", filter);
}
