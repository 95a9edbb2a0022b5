/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/grouping.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "index/container.h"
#include "query/eval.h"
#include "query/value.h"

struct grouping {
	const enum word *by;
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

		value_get(reader, info, c->by[i], v);
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

		value_text(&c->value[i], c->by[i], &text);
		g->text[i] = buf_take(&text);
		g->has[i] = c->value[i].has;
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

static int count_block(struct grouping *c, struct eval *eval, struct reader *reader,
		       uint64_t number, struct err *err)
{
	struct rows rows;
	struct block *block;

	if (eval_block(eval, number, &rows) < 0)
		return err_set(err, ERR_STALE, "block %llu of the index is damaged",
			       (unsigned long long)number);
	for (uint32_t i = 0; i < BLOCK_ROWS; i++) {
		struct row_info info;

		if (!(rows.bits[i / 64] >> i % 64 & 1))
			continue;
		block = reader_block(reader, number);
		reader_row_in(reader, block, i, &info);
		make_key(c, reader, &info);
		find_group(c)->count++;
	}
	return 0;
}

int grouping_run(struct grouping **out, struct recording *recording, const struct filter *filter,
		 const enum word *by, size_t n, struct err *err)
{
	static const struct filter all = { .root = NULL };
	struct grouping *c = mem_zalloc(sizeof(*c));
	struct reader *reader = reader_open(recording);
	struct eval *eval = eval_open(reader, filter ? filter : &all);
	uint64_t blocks = index_blocks(recording_index(recording));
	int rc = 0;

	c->by = by;
	c->n = n;
	buf_init(&c->key);
	for (size_t i = 0; i < GROUP_FIELDS_MAX; i++)
		buf_init(&c->value[i].text);
	for (uint64_t k = 0; !rc && k < blocks; k++)
		rc = count_block(c, eval, reader, k, err);
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
		for (size_t k = 0; k < GROUP_FIELDS_MAX; k++)
			free((char *)(uintptr_t)c->groups.v[i].text[k]);
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
