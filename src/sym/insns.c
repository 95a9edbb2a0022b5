/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/insns.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/bell.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/queue.h"
#include "sym/disasm.h"

enum {
	KEPT_MAX = 4 << 20,  /* bytes of answers; when this is exceeded, all are removed */
	QUEUE_MAX = 1 << 14, /* questions */
	ARCHS = 2	     /* parts of a recording can differ; most have the same */
};

/* A kept answer; its text and its bytes in hex follow. */
struct kept_insn {
	struct insns_place place;
	uint32_t text_len, hex_len, size;
};

struct insns {
	struct insns_options options;
	struct {
		bool used, big;
		enum regs_arch arch;
		struct disasm *disasm;
	} archs[ARCHS];		    /* for the thread of the queue, as is `answer` */
	struct insns_answer answer; /* the last one */
	struct queue *queue;	    /* struct insns_place */

	pthread_mutex_t lock; /* guards the members below */
	struct buf kept;      /* struct kept_insn with texts, one after the other */
	struct map places;    /* offsets in kept, by hash */
};

/* ---- what is kept; with the lock ---- */

static uint64_t hash_of(const struct insns_place *place)
{
	uint64_t numbers[] = { place->module, place->at,   place->time,
			       place->addr,   place->arch, place->big };

	return XXH64(numbers, sizeof(numbers), 0);
}

static bool is_same(const struct insns_place *a, const struct insns_place *b)
{
	return a->module == b->module && a->at == b->at && a->time == b->time &&
	       a->addr == b->addr && a->arch == b->arch && a->big == b->big;
}

static bool recall(const struct insns *in, const struct insns_place *place,
		   struct insns_answer *answer)
{
	const uint32_t *at = map_get(&in->places, hash_of(place));
	const char *texts;
	struct kept_insn kept;

	if (!at)
		return false;
	memcpy(&kept, in->kept.p + *at, sizeof(kept));
	if (!is_same(&kept.place, place))
		return false;
	texts = in->kept.p + *at + sizeof(kept);
	buf_reset(&answer->text);
	buf_reset(&answer->hex);
	buf_add(&answer->text, texts, kept.text_len);
	buf_add(&answer->hex, texts + kept.text_len, kept.hex_len);
	answer->size = kept.size;
	return true;
}

static void keep_place(struct insns *in, const struct insns_place *place,
		       const struct insns_answer *answer)
{
	struct kept_insn kept = { *place, (uint32_t)answer->text.len, (uint32_t)answer->hex.len,
				  answer->size };
	bool fresh;

	if (in->kept.len + sizeof(kept) + kept.text_len + kept.hex_len > KEPT_MAX) {
		buf_release(&in->kept);
		map_release(&in->places);
	}
	*map_put(&in->places, hash_of(place), &fresh) = (uint32_t)in->kept.len;
	buf_add(&in->kept, &kept, sizeof(kept));
	buf_add(&in->kept, answer->text.p, kept.text_len);
	buf_add(&in->kept, answer->hex.p, kept.hex_len);
}

/* ---- the thread ---- */

/* Return the disassembler for the architecture; NULL: there is none. */
static struct disasm *disasm_of(struct insns *in, const struct insns_place *place)
{
	size_t i;

	for (i = 0; i < ARCHS && in->archs[i].used; i++)
		if (in->archs[i].arch == place->arch && in->archs[i].big == place->big)
			return in->archs[i].disasm;
	if (i == ARCHS)
		disasm_close(in->archs[--i].disasm);
	in->archs[i].used = true;
	in->archs[i].arch = place->arch;
	in->archs[i].big = place->big;
	in->archs[i].disasm = disasm_open(place->arch, place->big);
	return in->archs[i].disasm;
}

static void read_one(struct insns *in, const struct insns_place *place, struct insns_answer *answer)
{
	struct disasm *disasm = disasm_of(in, place);
	uint8_t bytes[INSNS_LONGEST];
	struct machinecode code = { .p = bytes, .len = sizeof(bytes) };

	buf_reset(&answer->text);
	buf_reset(&answer->hex);
	answer->size = 0;
	if (disasm)
		in->options.code(in->options.code_arg, place->module, place->at, place->time,
				 &code);
	if (!disasm || !code.len)
		return;
	answer->size = (uint32_t)disasm_text(disasm, &code, 0, place->addr, &answer->text);
	for (uint32_t i = 0; i < answer->size; i++)
		buf_addf(&answer->hex, "%s%02x", i ? " " : "", bytes[i]);
}

static void serve(void *arg, const void *place)
{
	struct insns *in = arg;

	read_one(in, place, &in->answer);
	pthread_mutex_lock(&in->lock);
	keep_place(in, place, &in->answer);
	pthread_mutex_unlock(&in->lock);
}

static void served(void *arg)
{
	const struct insns *in = arg;

	bell_ring(BELL_STATE);
	if (in->options.wake)
		in->options.wake(in->options.wake_arg);
}

/* ---- interface ---- */

struct insns *insns_open(const struct insns_options *options)
{
	struct insns *in = mem_zalloc(sizeof(*in));

	in->options = *options;
	in->answer = (struct insns_answer)INSNS_ANSWER_INIT;
	in->queue = queue_open(&(struct queue_options){ "perfnav/insns", sizeof(struct insns_place),
							QUEUE_MAX, serve, served, in });
	buf_init(&in->kept);
	pthread_mutex_init(&in->lock, NULL);
	return in;
}

void insns_close(struct insns *in)
{
	queue_close(in->queue);
	for (size_t i = 0; i < ARCHS; i++)
		disasm_close(in->archs[i].disasm);
	buf_release(&in->answer.text);
	buf_release(&in->answer.hex);
	buf_release(&in->kept);
	map_release(&in->places);
	pthread_mutex_destroy(&in->lock);
	free(in);
}

bool insns_find(struct insns *in, const struct insns_place *place, struct insns_answer *answer)
{
	bool known;

	pthread_mutex_lock(&in->lock);
	known = recall(in, place, answer);
	if (!known && !queue_put(in->queue, QUEUE_NOW, hash_of(place), place)) {
		buf_reset(&answer->text);
		buf_reset(&answer->hex);
		answer->size = 0;
		known = true;
	}
	pthread_mutex_unlock(&in->lock);
	return known;
}

uint32_t insns_pending(struct insns *in)
{
	return queue_pending(in->queue);
}

uint32_t insns_answered(struct insns *in)
{
	return queue_served(in->queue);
}
