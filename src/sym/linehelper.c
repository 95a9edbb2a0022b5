/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/linehelper.h"

#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sandbox.h"
#include "base/service.h"

enum {
	MEMORY = 1 << 30,    /* bytes that it may allocate */
	FILES = 2,	     /* that it has at once; what is mapped needs none */
	CPU_MS = 20000,	     /* for a question: units may have to be gone through once */
	MORE_WAIT_MS = 30000 /* than the CPU time: the machine may be busy */
};

/* Address space, with the files that are mapped: debug files are large. */
#define MAPPED (UINT64_C(64) << 30)

enum ask_what {
	ASK_HOLD, /* the debug file of the next question; there is no answer */
	ASK_LOAD,
	ASK_ALT,
	ASK_SPLIT,
	ASK_FIND
};

struct ask {
	uint32_t what, slot;
	uint32_t as;	 /* enum elfread_as */
	uint32_t unused; /* no bytes that say nothing */
	uint64_t at;	 /* address */
};

/* Every answer; packed functions follow, or which file is wanted. */
struct answer {
	uint32_t why; /* enum sym_why */
	uint32_t taken;
	uint32_t wants; /* a struct lineread_alt or lineread_split follows */
};

struct linehelper {
	struct service service;
	struct buf reply;
};

/* ---- the process ---- */

struct server {
	struct lineread *slots[LINEHELPER_SLOTS]; /* NULL: nothing is in it */
	int held; /* the debug file of the next question; -1: none */
};

static void let_go(struct server *s)
{
	if (s->held >= 0)
		close(s->held);
	s->held = -1;
}

static void load(struct server *s, const struct ask *ask, int fd, struct answer *answer,
		 struct buf *more)
{
	struct lineread **slot = &s->slots[ask->slot];
	struct lineread_alt alt = { .name = "" };
	enum sym_why why;

	lineread_close(*slot);
	*slot = lineread_open(fd, s->held, (enum elfread_as)ask->as, &why);
	let_go(s);
	if (*slot)
		lineread_alt(*slot, &alt);
	answer->why = why;
	answer->wants = alt.name[0] != 0;
	if (answer->wants)
		buf_add(more, &alt, sizeof(alt));
}

static void find(struct lineread *slot, const struct ask *ask, struct answer *answer,
		 struct buf *more)
{
	struct lineread_split split;

	answer->why = lineread_find(slot, ask->at, more, &split);
	answer->wants = split.name[0] != 0;
	if (answer->wants)
		buf_add(more, &split, sizeof(split));
}

static bool answer_ask(struct server *s, const struct ask *ask, int fd)
{
	struct lineread *slot = s->slots[ask->slot];
	struct answer answer = { .why = SYM_WHY_NO_LINE };
	struct buf reply = BUF_INIT, more = BUF_INIT;
	bool ok;

	sandbox_time(CPU_MS);
	if (ask->what == ASK_LOAD)
		load(s, ask, fd, &answer, &more);
	else if (ask->what == ASK_ALT)
		answer.taken = slot && lineread_set_alt(slot, fd);
	else if (ask->what == ASK_SPLIT)
		answer.taken = slot && lineread_set_split(slot, fd);
	else if (slot)
		find(slot, ask, &answer, &more);
	sandbox_time(0);
	buf_add(&reply, &answer, sizeof(answer));
	buf_add(&reply, more.p, more.len);
	ok = child_put(0, &reply);
	buf_release(&reply);
	buf_release(&more);
	return ok;
}

static bool serve(struct server *s)
{
	struct ask ask;
	int fd;
	bool ok;

	if (!child_get_ask(&ask, sizeof(ask), &fd))
		return false;
	if (ask.what == ASK_HOLD) {
		let_go(s);
		s->held = fd;
		return true;
	}
	ok = ask.slot < LINEHELPER_SLOTS && answer_ask(s, &ask, fd);
	if (fd >= 0)
		close(fd);
	return ok;
}

static void run_process(void *arg)
{
	struct server *s = mem_zalloc(sizeof(*s));

	(void)arg;
	s->held = -1;
	prctl(PR_SET_NAME, "perfnav-lines");
	sandbox_data(MEMORY);
	sandbox_limits(MAPPED, FILES);
	while (serve(s))
		;
}

/* ---- this side ---- */

struct linehelper *linehelper_open(void)
{
	struct linehelper *h = mem_zalloc(sizeof(*h));

	service_init(&h->service);
	buf_init(&h->reply);
	return h;
}

void linehelper_close(struct linehelper *h)
{
	service_release(&h->service);
	buf_release(&h->reply);
	free(h);
}

void linehelper_stop(struct linehelper *h)
{
	service_close(&h->service);
}

uint32_t linehelper_started(const struct linehelper *h)
{
	return h->service.child.pid ? h->service.started : 0;
}

int64_t linehelper_cpu(const struct linehelper *h)
{
	return child_cpu(&h->service.child);
}

static bool start(struct linehelper *h)
{
	return service_start(&h->service, run_process, NULL);
}

static bool send_ask(struct linehelper *h, const struct ask *ask, int fd, int64_t deadline)
{
	return child_send_ask(&h->service.child, ask, sizeof(*ask), fd, deadline);
}

/* What follows the answer is left in h->reply. */
static bool exchange(struct linehelper *h, const struct ask *ask, int fd, struct answer *answer)
{
	int64_t deadline = child_clock() + CPU_MS + MORE_WAIT_MS;
	uint32_t n;
	bool ok = start(h) && send_ask(h, ask, fd, deadline) &&
		  child_receive(&h->service.child, &n, &h->reply, deadline) &&
		  h->reply.len >= sizeof(*answer);

	if (ok)
		memcpy(answer, h->reply.p, sizeof(*answer));
	ok = ok && answer->why < SYM_WHY_COUNT;
	if (!ok)
		service_end(&h->service);
	return ok;
}

/* What follows the answer, as it is in memory. */
static bool take_wanted(const struct linehelper *h, void *wanted, size_t size)
{
	if (h->reply.len != sizeof(struct answer) + size)
		return false;
	memcpy(wanted, h->reply.p + sizeof(struct answer), size);
	return true;
}

static bool take_alt(const struct linehelper *h, struct lineread_alt *alt)
{
	if (!take_wanted(h, alt, sizeof(*alt)))
		return false;
	alt->name[sizeof(alt->name) - 1] = '\0';
	return alt->id_len && alt->id_len <= ELF_BUILD_ID_MAX;
}

bool linehelper_load(struct linehelper *h, uint32_t slot, int file, int debug, enum elfread_as as,
		     enum sym_why *why, struct lineread_alt *alt)
{
	struct ask hold = { .what = ASK_HOLD };
	struct ask ask = { .what = ASK_LOAD, .slot = slot, .as = as };
	struct answer answer;

	if (!start(h) || (debug >= 0 && !send_ask(h, &hold, debug, child_clock() + CPU_MS))) {
		service_end(&h->service);
		return false;
	}
	memset(alt, 0, sizeof(*alt));
	if (!exchange(h, &ask, file, &answer) || (answer.wants && !take_alt(h, alt)))
		return false;
	*why = (enum sym_why)answer.why;
	return true;
}

/* A file that may be the one that is wanted. */
static bool offer(struct linehelper *h, const struct ask *ask, int file, bool *taken)
{
	struct answer answer;

	if (!exchange(h, ask, file, &answer))
		return false;
	*taken = answer.taken;
	return true;
}

bool linehelper_alt(struct linehelper *h, uint32_t slot, int alt, bool *taken)
{
	struct ask ask = { .what = ASK_ALT, .slot = slot };

	return offer(h, &ask, alt, taken);
}

bool linehelper_split(struct linehelper *h, uint32_t slot, int file, bool *taken)
{
	struct ask ask = { .what = ASK_SPLIT, .slot = slot };

	return offer(h, &ask, file, taken);
}

bool linehelper_find(struct linehelper *h, uint32_t slot, uint64_t at, enum sym_why *why,
		     struct buf *packed, struct lineread_split *split)
{
	struct ask ask = { .what = ASK_FIND, .slot = slot, .at = at };
	struct answer answer;

	buf_reset(packed);
	*split->name = '\0';
	if (!exchange(h, &ask, -1, &answer))
		return false;
	*why = (enum sym_why)answer.why;
	if (answer.wants) {
		if (!take_wanted(h, split, sizeof(*split)))
			return false;
		split->name[sizeof(split->name) - 1] = '\0';
		split->dir[sizeof(split->dir) - 1] = '\0';
		return true;
	}
	buf_add(packed, h->reply.p + sizeof(answer), h->reply.len - sizeof(answer));
	return true;
}
