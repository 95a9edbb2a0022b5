/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/measure.h"

#include <stdlib.h>

#include "base/mem.h"
#include "field/row_values.h"

struct measure {
	const struct field *field;
	bool is_signed;
	struct row_values *row_values;
};

int measure_check(const struct field *field, struct err *err)
{
	enum field_type type = field_info(field->id)->type;

	if (row_values_list_of(field))
		return err_set(err, ERR_PARSE, "%s is in a list: a record has several of them",
			       field_id_name(field->id));
	if (field->id == F_tp_field || type == FT_UINT || type == FT_SINT)
		return 0;
	return err_set(err, ERR_PARSE, "%s is not a number", field_id_name(field->id));
}

struct measure *measure_open(struct reader *reader, const struct field *field)
{
	struct measure *w = mem_zalloc(sizeof(*w));

	w->field = field;
	w->is_signed = field_info(field->id)->type == FT_SINT;
	w->row_values = row_values_open(reader, &w->field, 1);
	row_values_fill_period(w->row_values, 0);
	return w;
}

void measure_close(struct measure *w)
{
	if (!w)
		return;
	row_values_close(w->row_values);
	free(w);
}

bool measure_number(struct measure *w, const struct row_info *info, int128 *number)
{
	const struct row_value_list *list = row_values_row(w->row_values, info);
	const struct row_value *v = list->values.n ? &list->values.v[0] : NULL;

	if (!v || !v->is_number)
		return false;
	*number = w->is_signed || field_info(v->id)->type == FT_SINT ? (int128)(int64_t)v->num
								     : (int128)v->num;
	return true;
}

uint64_t measure_row(struct measure *w, const struct row_info *info)
{
	int128 number;

	return measure_number(w, info, &number) && number > 0 ? (uint64_t)number : 0;
}
