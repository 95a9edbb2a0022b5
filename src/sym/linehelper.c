/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/linehelper.h"

#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/sandbox.h"
#include "base/service.h"

enum {
	MEMORY = 1 << 30,     /* bytes that the process may allocate */
	FILES = 2,	      /* open files at a time; mapped files need none */
	CPU_MS = 20000,	      /* for a request: whole units may have to be read */
	MORE_WAIT_MS = 30000, /* longer than the CPU time, because the machine may be busy */
	REPLY_MAX = 1 << 20,  /* bytes; the answer that exceeds this is the last one of a reply */
	LOOK_AT_TIME = 32,    /* answers between two checks of the CPU time */
	ENOUGH_MS = 500	      /* CPU time after which a reply ends */
};

/* Limit of the address space. It includes mapped files, and debug files are large. */
#define MAPPED (UINT64_C(64) << 30)

enum line_request_what {
	ASK_HOLD, /* the debug file for the next request; it has no answer */
	ASK_LOAD,
	ASK_ALT,
	ASK_SPLIT,
	ASK_FIND
};

/* A request. For ASK_FIND the addresses follow. */
struct line_request {
	uint32_t what, slot;
	uint32_t as; /* enum elfread_as */
	uint32_t n;  /* number of addresses */
};

/* An answer. For each address, a struct found follows, and then the file that is needed. */
struct line_answer {
	uint32_t why; /* enum sym_why, for a LOAD */
	uint32_t taken;
	uint32_t wants; /* a struct lineread_alt or lineread_split follows */
	uint32_t n;	/* number of answered addresses */
};

/* The result for an address; packed functions follow. */
struct found {
	uint32_t why; /* enum sym_why */
	uint32_t len;
};

struct linehelper {
	struct service service;
	struct buf request, reply; /* the last ones */
	/* The request is for the next addresses: the process answers it while the reply is used. */
	bool ahead;
};

/* ---- the process ---- */

struct server {
	struct lineread *slots[LINEHELPER_SLOTS]; /* NULL: the slot is empty */
	int held; /* the debug file for the next request; -1: none */
};

static void let_go(struct server *s)
{
	if (s->held >= 0)
		close(s->held);
	s->held = -1;
}

static void load(struct server *s, const struct line_request *ask, int fd,
		 struct line_answer *answer, struct buf *more)
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

static bool find_one(struct lineread *slot, uint64_t at, struct buf *packed, struct buf *more,
		     struct lineread_split *split)
{
	struct found found = { .why = SYM_WHY_NO_LINE };

	buf_reset(packed);
	*split->name = '\0';
	if (slot)
		found.why = lineread_find(slot, at, packed, split);
	if (*split->name)
		return false;
	found.len = (uint32_t)packed->len;
	buf_add(more, &found, sizeof(found));
	buf_add(more, packed->p, packed->len);
	return true;
}

static int64_t cpu_ms(void)
{
	return clock_process_ns() / 1000000;
}

/*
 * Answer as many addresses as a reply has room and time for, at least one. An address that needs
 * another file ends the reply.
 */
static void find_lines(struct lineread *slot, const char *addresses, uint32_t n,
		       struct line_answer *answer, struct buf *more)
{
	struct lineread_split split = { .name = "" };
	struct buf packed = BUF_INIT;
	int64_t start = cpu_ms();

	while (answer->n < n && more->len < REPLY_MAX) {
		uint64_t at;

		memcpy(&at, addresses + answer->n * sizeof(at), sizeof(at));
		if (!find_one(slot, at, &packed, more, &split))
			break;
		if (++answer->n % LOOK_AT_TIME == 1 && cpu_ms() - start > ENOUGH_MS)
			break;
	}
	answer->wants = split.name[0] != 0;
	if (answer->wants)
		buf_add(more, &split, sizeof(split));
	buf_release(&packed);
}

static bool answer_ask(struct server *s, const struct line_request *ask, const char *addresses,
		       int fd)
{
	struct lineread *slot = s->slots[ask->slot];
	struct line_answer answer = { .why = SYM_WHY_NONE };
	struct buf reply = BUF_INIT, more = BUF_INIT;
	bool ok;

	sandbox_time(CPU_MS);
	if (ask->what == ASK_LOAD)
		load(s, ask, fd, &answer, &more);
	else if (ask->what == ASK_ALT)
		answer.taken = slot && lineread_set_alt(slot, fd);
	else if (ask->what == ASK_SPLIT)
		answer.taken = slot && lineread_set_split(slot, fd);
	else
		find_lines(slot, addresses, ask->n, &answer, &more);
	sandbox_time(0);
	buf_add(&reply, &answer, sizeof(answer));
	buf_add(&reply, more.p, more.len);
	ok = child_put(0, &reply);
	buf_release(&reply);
	buf_release(&more);
	return ok;
}

/* Receive a request. Returns false if there is none, or if it is incomplete. */
static bool get_ask(struct buf *request, struct line_request *ask, int *fd)
{
	uint32_t n;

	if (!child_get_file(&n, request, fd) || request->len < sizeof(*ask))
		return false;
	memcpy(ask, request->p, sizeof(*ask));
	return ask->slot < LINEHELPER_SLOTS &&
	       request->len == sizeof(*ask) + ask->n * sizeof(uint64_t);
}

static bool serve(struct server *s, struct buf *request)
{
	struct line_request ask;
	int fd;
	bool ok;

	if (!get_ask(request, &ask, &fd))
		return false;
	if (ask.what == ASK_HOLD) {
		let_go(s);
		s->held = fd;
		return true;
	}
	ok = answer_ask(s, &ask, request->p + sizeof(ask), fd);
	if (fd >= 0)
		close(fd);
	return ok;
}

static void run_process(void *arg)
{
	struct server *s = mem_zalloc(sizeof(*s));
	struct buf request = BUF_INIT;

	(void)arg;
	s->held = -1;
	prctl(PR_SET_NAME, "perfnav-lines");
	sandbox_data(MEMORY);
	sandbox_limits(MAPPED, FILES);
	while (serve(s, &request))
		;
}

/* ---- this side ---- */

struct linehelper *linehelper_open(void)
{
	struct linehelper *h = mem_zalloc(sizeof(*h));

	service_init(&h->service);
	buf_init(&h->request);
	buf_init(&h->reply);
	return h;
}

void linehelper_close(struct linehelper *h)
{
	service_release(&h->service);
	buf_release(&h->request);
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

void linehelper_start(struct linehelper *h)
{
	start(h);
}

static int64_t deadline(void)
{
	return clock_ms() + CPU_MS + MORE_WAIT_MS;
}

static void end(struct linehelper *h)
{
	service_end(&h->service);
	h->ahead = false;
}

static bool send_ask(struct linehelper *h, const struct line_request *ask,
		     const uint64_t *addresses, int fd)
{
	buf_reset(&h->request);
	buf_add(&h->request, ask, sizeof(*ask));
	buf_add(&h->request, addresses, ask->n * sizeof(*addresses));
	if (start(h) && child_send_file(&h->service.child, 1, &h->request, fd, deadline()))
		return true;
	end(h);
	return false;
}

/* Receive an answer. The rest of the reply stays in h->reply. */
static bool receive(struct linehelper *h, struct line_answer *answer)
{
	uint32_t n;
	bool ok = child_receive(&h->service.child, &n, &h->reply, deadline()) &&
		  h->reply.len >= sizeof(*answer);

	h->ahead = false;
	if (ok)
		memcpy(answer, h->reply.p, sizeof(*answer));
	ok = ok && answer->why < SYM_WHY_COUNT;
	if (!ok)
		end(h);
	return ok;
}

/* Send a request and receive its answer. The answer to a request that was sent ahead is dropped. */
static bool exchange(struct linehelper *h, const struct line_request *ask,
		     const uint64_t *addresses, int fd, struct line_answer *answer)
{
	return (!h->ahead || receive(h, answer)) && send_ask(h, ask, addresses, fd) &&
	       receive(h, answer);
}

/* Copy the structure at the end of the reply. */
static bool take_wanted(const struct linehelper *h, size_t at, void *wanted, size_t size)
{
	if (h->reply.len != at + size)
		return false;
	memcpy(wanted, h->reply.p + at, size);
	return true;
}

static bool take_alt(const struct linehelper *h, struct lineread_alt *alt)
{
	if (!take_wanted(h, sizeof(struct line_answer), alt, sizeof(*alt)))
		return false;
	alt->name[sizeof(alt->name) - 1] = '\0';
	return alt->id_len && alt->id_len <= ELF_BUILD_ID_MAX;
}

bool linehelper_load(struct linehelper *h, uint32_t slot, int file, int debug, enum elfread_as as,
		     enum sym_why *why, struct lineread_alt *alt)
{
	struct line_request hold = { .what = ASK_HOLD };
	struct line_request ask = { .what = ASK_LOAD, .slot = slot, .as = as };
	struct line_answer answer;

	if (!start(h) || (debug >= 0 && !child_send_struct(&h->service.child, &hold, sizeof(hold),
							   debug, clock_ms() + CPU_MS))) {
		end(h);
		return false;
	}
	memset(alt, 0, sizeof(*alt));
	if (!exchange(h, &ask, NULL, file, &answer) || (answer.wants && !take_alt(h, alt)))
		return false;
	*why = (enum sym_why)answer.why;
	return true;
}

/* Send a file that may be the needed one. */
static bool offer(struct linehelper *h, const struct line_request *ask, int file, bool *taken)
{
	struct line_answer answer;

	if (!exchange(h, ask, NULL, file, &answer))
		return false;
	*taken = answer.taken;
	return true;
}

bool linehelper_alt(struct linehelper *h, uint32_t slot, int alt, bool *taken)
{
	struct line_request ask = { .what = ASK_ALT, .slot = slot };

	return offer(h, &ask, alt, taken);
}

bool linehelper_split(struct linehelper *h, uint32_t slot, int file, bool *taken)
{
	struct line_request ask = { .what = ASK_SPLIT, .slot = slot };

	return offer(h, &ask, file, taken);
}

/* Pass the results after the answer to the sink. Returns false if they do not match the request. */
static bool take_found(const struct linehelper *h, const struct line_answer *answer,
		       const struct linehelper_sink *sink, size_t *at)
{
	struct found found;

	for (uint32_t i = 0; i < answer->n; i++) {
		if (h->reply.len - *at < sizeof(found))
			return false;
		memcpy(&found, h->reply.p + *at, sizeof(found));
		*at += sizeof(found);
		if (found.len > h->reply.len - *at || found.why >= SYM_WHY_COUNT)
			return false;
		sink->found(sink->arg, i, (enum sym_why)found.why, h->reply.p + *at, found.len);
		*at += found.len;
	}
	return true;
}

static struct line_request find_request(uint32_t slot, size_t n)
{
	return (struct line_request){
		.what = ASK_FIND,
		.slot = slot,
		.n = (uint32_t)(n < LINEHELPER_ADDRESSES ? n : LINEHELPER_ADDRESSES)
	};
}

static void send_ahead(struct linehelper *h, uint32_t slot, const uint64_t *at, size_t n)
{
	struct line_request ask = find_request(slot, n);

	h->ahead = ask.n && send_ask(h, &ask, at, -1);
}

static bool was_sent_ahead(const struct linehelper *h, const struct line_request *ask,
			   const uint64_t *addresses)
{
	size_t len = ask->n * sizeof(*addresses);

	return h->ahead && h->request.len == sizeof(*ask) + len &&
	       !memcmp(h->request.p, ask, sizeof(*ask)) &&
	       !memcmp(h->request.p + sizeof(*ask), addresses, len);
}

bool linehelper_find(struct linehelper *h, uint32_t slot, const uint64_t *at, size_t n,
		     const struct linehelper_sink *sink, size_t *done, struct lineread_split *split)
{
	struct line_request ask = find_request(slot, n);
	struct line_answer answer;
	size_t end = sizeof(answer);

	*done = 0;
	*split->name = '\0';
	if (!(was_sent_ahead(h, &ask, at) ? receive(h, &answer)
					  : exchange(h, &ask, at, -1, &answer)))
		return false;
	if (answer.n > ask.n || (answer.wants ? answer.n == ask.n : !answer.n))
		return false;
	if (answer.n == ask.n)
		send_ahead(h, slot, at + ask.n, n - ask.n);
	if (!take_found(h, &answer, sink, &end))
		return false;
	*done = answer.n;
	if (!answer.wants)
		return h->reply.len == end;
	if (!take_wanted(h, end, split, sizeof(*split)))
		return false;
	split->name[sizeof(split->name) - 1] = '\0';
	split->dir[sizeof(split->dir) - 1] = '\0';
	return true;
}
