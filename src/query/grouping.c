/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/grouping.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "index/container.h"
#include "query/eval.h"
#include "query/value.h"

struct grouping {
	const struct field *by;
	size_t n;
	VEC(struct group) groups;
	VEC(char *) keys; /* of each group, by its number: what tells it from others */
	VEC(size_t) key_len;
	struct map map; /* hash of a key to number of a group */
	struct value value[GROUP_FIELDS_MAX];
	struct buf key;
};

/* Lengths keep the parts of a key apart. */
static void make_key(struct grouping *c, struct reader *reader, const struct row_info *info)
{
	buf_reset(&c->key);
	for (size_t i = 0; i < c->n; i++) {
		struct value *v = &c->value[i];

		value_of_field(reader, info, &c->by[i], v);
		if (v->is_number)
			buf_add(&c->key, &v->num, sizeof(v->num));
		buf_addc(&c->key, v->has ? '+' : '-');
		buf_add(&c->key, &v->text.len, sizeof(v->text.len));
		buf_add(&c->key, v->text.p, v->text.len);
	}
}

static struct group *new_group(struct grouping *c)
{
	struct group *g = vec_add(&c->groups);

	vec_push(&c->keys, mem_dup(c->key.p, c->key.len));
	vec_push(&c->key_len, c->key.len);
	for (size_t i = 0; i < c->n; i++) {
		struct buf text = BUF_INIT;

		value_text(&c->value[i], c->value[i].word, &text);
		g->text[i] = buf_take(&text);
		if (c->value[i].has && word_info(c->value[i].word)->type == WT_STR)
			g->raw[i] = (struct text){
				mem_strndup(c->value[i].text.p, c->value[i].text.len),
				c->value[i].text.len,
			};
		g->has[i] = c->value[i].has;
		g->word[i] = c->value[i].word;
		g->is_number[i] = c->value[i].is_number;
		g->num[i] = c->value[i].num;
	}
	return g;
}

static struct group *find_group(struct grouping *c)
{
	uint64_t hash = container_hash(c->key.p, c->key.len);

	for (;; hash++) {
		bool fresh;
		uint32_t *at = map_put(&c->map, hash, &fresh);

		if (fresh) {
			*at = (uint32_t)c->groups.n;
			return new_group(c);
		}
		if (c->key_len.v[*at] == c->key.len &&
		    !memcmp(c->keys.v[*at], c->key.p, c->key.len))
			return &c->groups.v[*at];
	}
}

static int compare_group(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	for (size_t i = 0; i < GROUP_FIELDS_MAX && x->text[i]; i++) {
		int order = strcmp(x->text[i], y->text[i]);

		if (order)
			return order;
	}
	return 0;
}

/*
 * Fields that follow from columns of the index alone are not looked at row by row:
 * a table remembers the groups of rows that agree in those columns.
 */
enum {
	SIGNATURES = 1 << 14
};

struct signature {
	uint64_t kind, thread, cpu;
	uint32_t group; /* number + 1, 0: the entry is empty */
};

struct columns {
	bool kind, thread, cpu; /* which columns decide; of kind at least what it has */
	struct signature *table;
	VEC(uint64_t) parts; /* of each kind, what it contributes */
	size_t part;	     /* of the recording, whose numbers these are */
};

static bool of_columns(const struct field *by, size_t n, struct columns *columns)
{
	for (size_t i = 0; i < n; i++) {
		switch (by[i].word) {
		case W_type:
		case W_event:
		case W_misc:
		case W_cpumode:
			columns->kind = true;
			break;
		case W_pid:
		case W_tid:
			columns->thread = true;
			break;
		case W_cpu:
			columns->cpu = true;
			break;
		case W_file:
			break; /* the table is of one */
		default:
			return false;
		}
	}
	return true;
}

/* What a kind contributes: itself, or only which fields its records have. */
static uint64_t kind_part(const struct columns *columns, const struct index *index, uint64_t number)
{
	const struct plan *plan = &index_kind(index, number)->plan;

	if (columns->kind)
		return number;
	return plan_has(plan, TAP_PID) | plan_has(plan, TAP_TID) << 1 |
	       plan_has(plan, TAP_CPU) << 2;
}

static void learn_kinds(struct columns *columns, const struct index *index)
{
	for (uint64_t i = columns->parts.n; i < index_kinds(index); i++)
		vec_push(&columns->parts, kind_part(columns, index, i));
}

static struct group *group_of(struct grouping *c, struct reader *reader, struct block *block,
			      uint32_t row)
{
	struct row_info info;

	reader_row_in(reader, block, row, &info);
	make_key(c, reader, &info);
	return find_group(c);
}

static bool is_set(const struct rows *rows, uint32_t i)
{
	return rows->bits[i / 64] >> i % 64 & 1;
}

static struct signature *find_signature(const struct columns *columns, uint64_t kind,
					uint64_t thread, uint64_t cpu)
{
	uint64_t hash = (kind + 1) * 0x9e3779b97f4a7c15u;

	hash = (hash ^ thread) * 0xc2b2ae3d27d4eb4fu;
	hash = (hash ^ cpu) * 0x9e3779b97f4a7c15u;
	return &columns->table[hash >> 50];
}

/* Each part of the recording has its own numbers of kinds and threads. */
static void enter_part(struct columns *columns, size_t part)
{
	if (columns->part == part)
		return;
	memset(columns->table, 0, SIGNATURES * sizeof(*columns->table));
	columns->parts.n = 0;
	columns->part = part;
}

static void count_columns(struct grouping *c, struct columns *columns, struct reader *reader,
			  struct block *block, const struct rows *rows)
{
	size_t part = reader_block_part(block);
	const struct index *index = recording_index(reader_recording(reader), part);
	const uint64_t *kinds = block_column(block, COL_KIND);
	const uint64_t *threads = columns->thread ? block_column(block, COL_THREAD) : NULL;
	const uint64_t *cpus = columns->cpu ? block_column(block, COL_CPU) : NULL;

	enter_part(columns, part);
	learn_kinds(columns, index);
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		uint64_t thread = threads ? threads[i] : 0, cpu = cpus ? cpus[i] : 0, kind;
		struct signature *s;

		if (!rows->bits[i / 64])
			i |= 63;
		if (!is_set(rows, i))
			continue;
		kind = kinds[i] < columns->parts.n ? columns->parts.v[kinds[i]] : UINT64_MAX;
		s = find_signature(columns, kind, thread, cpu);
		if (!s->group || s->kind != kind || s->thread != thread || s->cpu != cpu) {
			struct group *group = group_of(c, reader, block, i);

			*s = (struct signature){ kind, thread, cpu,
						 (uint32_t)(group - c->groups.v) + 1 };
		}
		c->groups.v[s->group - 1].count++;
	}
}

static int count_block(struct grouping *c, struct columns *columns, struct eval *eval,
		       struct reader *reader, uint64_t number, struct err *err)
{
	struct block *block;
	struct rows rows;

	if (eval_block(eval, number, &rows) < 0 || !reader_block(reader, number))
		return err_set(err, ERR_STALE, "block %llu of the index is damaged",
			       (unsigned long long)number);
	block = reader_block(reader, number);
	if (columns->table) {
		count_columns(c, columns, reader, block, &rows);
		return 0;
	}
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (is_set(&rows, i))
			group_of(c, reader, block, i)->count++;
	return 0;
}

int grouping_run(struct grouping **out, struct recording *recording, const struct filter *filter,
		 const struct field *by, size_t n, struct err *err)
{
	static const struct filter all = { .root = NULL };
	struct grouping *c = mem_zalloc(sizeof(*c));
	struct reader *reader = reader_open(recording);
	struct eval *eval = eval_open(reader, filter ? filter : &all);
	uint64_t blocks = recording_blocks(recording);
	struct columns columns = { .table = NULL };
	int rc = 0;

	if (of_columns(by, n, &columns))
		columns.table = mem_zalloc(SIGNATURES * sizeof(*columns.table));
	c->by = by;
	c->n = n;
	buf_init(&c->key);
	for (size_t i = 0; i < GROUP_FIELDS_MAX; i++)
		buf_init(&c->value[i].text);
	for (uint64_t k = 0; !rc && k < blocks; k++)
		rc = count_block(c, &columns, eval, reader, k, err);
	free(columns.table);
	vec_release(&columns.parts);
	eval_close(eval);
	reader_close(reader);
	if (c->groups.n)
		qsort(c->groups.v, c->groups.n, sizeof(*c->groups.v), compare_group);
	if (rc)
		grouping_free(c);
	else
		*out = c;
	return rc;
}

size_t grouping_groups(const struct grouping *c)
{
	return c->groups.n;
}

const struct group *grouping_group(const struct grouping *c, size_t i)
{
	return &c->groups.v[i];
}

void grouping_free(struct grouping *c)
{
	for (size_t i = 0; i < c->groups.n; i++)
		for (size_t k = 0; k < GROUP_FIELDS_MAX; k++) {
			free((char *)(uintptr_t)c->groups.v[i].text[k]);
			free(c->groups.v[i].raw[k].p);
		}
	for (size_t i = 0; i < c->keys.n; i++)
		free(c->keys.v[i]);
	vec_release(&c->groups);
	vec_release(&c->keys);
	vec_release(&c->key_len);
	map_release(&c->map);
	buf_release(&c->key);
	for (size_t i = 0; i < GROUP_FIELDS_MAX; i++)
		value_release(&c->value[i]);
	free(c);
}
