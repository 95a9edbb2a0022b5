/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool field_find(struct field *field, const char *name, size_t len)
{
	static const enum word open[] = { W_uregs_reg, W_iregs_reg, W_tp_field };

	*field = (struct field){ .word = word_find(name, len) };
	for (size_t i = 0; !field->word && i < sizeof(open) / sizeof(open[0]); i++) {
		const char *prefix = word_name(word_info(open[i])->parent);
		size_t n = strlen(prefix);

		if (len <= n + 1 || memcmp(name, prefix, n) != 0 || name[n] != '.')
			continue;
		field->word = open[i];
		field->member = mem_strndup(name + n + 1, len - n - 1);
	}
	return field->word != WORD_NONE;
}

void field_release(struct field *field)
{
	free(field->member);
	*field = (struct field){ .word = WORD_NONE };
}

void field_name(const struct field *field, struct buf *out)
{
	if (!field->member) {
		buf_adds(out, word_name(field->word));
		return;
	}
	buf_adds(out, word_name(word_info(field->word)->parent));
	buf_addc(out, '.');
	buf_adds(out, field->member);
}
