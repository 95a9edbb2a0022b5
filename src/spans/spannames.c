/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spannames.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

struct spanname {
	char *text;
	size_t len;
};

/* A value with a known name. */
struct valued {
	uint64_t value;
	uint32_t group, number;
	bool used;
};

struct spannames {
	pthread_mutex_t lock;
	VEC(struct spanname) list; /* the first name is empty */
	struct hash by_text;	   /* of numbers in the list, from 1 */
	struct hash by_value;	   /* of struct valued */
};

static uint64_t hash_of_number(const void *slot, const void *arg)
{
	const struct spannames *n = arg;
	const struct spanname *name = &n->list.v[*(const uint32_t *)slot];

	return hash_bytes(name->text, name->len);
}

static const struct hash_kind by_text = {
	.size = sizeof(uint32_t),
	.used = hash_number_used,
	.hash = hash_of_number,
};

static bool valued_used(const void *slot)
{
	return ((const struct valued *)slot)->used;
}

static uint64_t hash_of_valued(const void *slot, const void *arg)
{
	const struct valued *v = slot;

	(void)arg;
	return hash_pair(v->value, v->group);
}

static const struct hash_kind by_value = {
	.size = sizeof(struct valued),
	.used = valued_used,
	.hash = hash_of_valued,
};

struct spannames *spannames_open(void)
{
	struct spannames *n = mem_zalloc(sizeof(*n));

	pthread_mutex_init(&n->lock, NULL);
	vec_push(&n->list, ((struct spanname){ mem_strdup(""), 0 }));
	return n;
}

void spannames_close(struct spannames *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < n->list.n; i++)
		free(n->list.v[i].text);
	vec_release(&n->list);
	hash_release(&n->by_text);
	hash_release(&n->by_value);
	pthread_mutex_destroy(&n->lock);
	free(n);
}

struct wanted_span_name {
	const struct spannames *names;
	const char *text;
	size_t len;
};

static bool same_text(const void *slot, const void *key)
{
	const struct wanted_span_name *w = key;
	const struct spanname *name = &w->names->list.v[*(const uint32_t *)slot];

	return name->len == w->len && !memcmp(name->text, w->text, w->len);
}

static uint32_t add_name(struct spannames *n, const char *text, size_t len)
{
	struct wanted_span_name wanted = { n, text, len };
	uint64_t hash = hash_bytes(text, len);
	const uint32_t *found = hash_find(&n->by_text, &by_text, hash, same_text, &wanted);
	uint32_t *slot;

	if (found)
		return *found;
	if (!len || n->list.n >= SPANNAMES_MAX)
		return 0;
	slot = hash_put(&n->by_text, &by_text, n, hash, same_text, &wanted);
	*slot = (uint32_t)n->list.n;
	vec_push(&n->list, ((struct spanname){ mem_strndup(text, len), len }));
	return *slot;
}

uint32_t spannames_add(struct spannames *n, const char *text, size_t len)
{
	uint32_t number;

	pthread_mutex_lock(&n->lock);
	number = add_name(n, text, len);
	pthread_mutex_unlock(&n->lock);
	return number;
}

static bool same_value(const void *slot, const void *key)
{
	const struct valued *a = slot, *b = key;

	return a->value == b->value && a->group == b->group;
}

uint32_t spannames_of_value(struct spannames *n, uint32_t group, uint64_t value,
			    spannames_make *make, void *arg)
{
	struct valued wanted = { .value = value, .group = group, .used = true };
	uint64_t hash = hash_of_valued(&wanted, NULL);
	const struct valued *found;

	pthread_mutex_lock(&n->lock);
	found = hash_find(&n->by_value, &by_value, hash, same_value, &wanted);
	if (found)
		wanted = *found;
	pthread_mutex_unlock(&n->lock);
	if (wanted.number)
		return wanted.number;
	wanted.number = make(arg, value);
	pthread_mutex_lock(&n->lock);
	if (n->by_value.n < SPANNAMES_MAX)
		*(struct valued *)hash_put(&n->by_value, &by_value, NULL, hash, same_value,
					   &wanted) = wanted;
	pthread_mutex_unlock(&n->lock);
	return wanted.number;
}

const char *spannames_text(const struct spannames *n, uint32_t number, size_t *len)
{
	const struct spanname *name = &n->list.v[number];

	*len = name->len;
	return name->text;
}

const char *spannames_text_now(struct spannames *n, uint32_t number, size_t *len)
{
	const char *text;

	pthread_mutex_lock(&n->lock);
	text = spannames_text(n, number, len);
	pthread_mutex_unlock(&n->lock);
	return text;
}

uint32_t spannames_count(const struct spannames *n)
{
	return (uint32_t)n->list.n;
}
