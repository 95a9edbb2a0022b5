/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/weigh.h"

#include <stdlib.h>

#include "base/mem.h"
#include "query/gather.h"

struct weigh {
	const struct field *field;
	bool is_signed;
	struct gather *gather;
};

int weigh_check(const struct field *field, struct err *err)
{
	enum word_type type = word_info(field->word)->type;

	if (gather_list_of(field))
		return err_set(err, ERR_PARSE, "%s is in a list: a record has several of them",
			       word_name(field->word));
	if (field->word == W_tp_field || type == WT_UINT || type == WT_SINT)
		return 0;
	return err_set(err, ERR_PARSE, "%s is no number", word_name(field->word));
}

struct weigh *weigh_open(struct reader *reader, const struct field *field)
{
	struct weigh *w = mem_zalloc(sizeof(*w));

	w->field = field;
	w->is_signed = word_info(field->word)->type == WT_SINT;
	w->gather = gather_open(reader, &w->field, 1);
	gather_fill_period(w->gather, 0);
	return w;
}

void weigh_close(struct weigh *w)
{
	if (!w)
		return;
	gather_close(w->gather);
	free(w);
}

bool weigh_number(struct weigh *w, const struct row_info *info, int128 *number)
{
	const struct gather_list *list = gather_row(w->gather, info);
	const struct gathered *v = list->values.n ? &list->values.v[0] : NULL;

	if (!v || !v->is_number)
		return false;
	*number = w->is_signed || word_info(v->word)->type == WT_SINT ? (int128)(int64_t)v->num
								      : (int128)v->num;
	return true;
}

uint64_t weigh_row(struct weigh *w, const struct row_info *info)
{
	int128 number;

	return weigh_number(w, info, &number) && number > 0 ? (uint64_t)number : 0;
}
