/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/unwind.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/child.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/sandbox.h"
#include "sym/stackwalk.h"
#include "wire/bytes.h"

enum {
	MEMORY = 1 << 30, /* bytes that the process may allocate */
	MAPPED_GIB = 4,	  /* address space, including mapped files */
	/* For all stacks of a request: the tables of a file are read at its first use. */
	STACKS_CPU_MS = 5000,
	STACK_WAIT_MS = 10000,
	TRIES = 2, /* for one stack */
	BATCH_BYTES = 1 << 20,
	STRIKES_MAX = 3,  /* deaths of the process by a file; then the file is not used */
	FAILURES_MAX = 20 /* in a row, before stacks are not unwound any more */
};

/* Kinds of requests: the number in the head of a request. */
enum request {
	REQUEST_SPACE, /* uint32_t slot, struct unwind_map ... */
	REQUEST_FILE,  /* struct file_head, with a descriptor */
	REQUEST_STACKS /* stack_head, registers, stack of each; only this is answered */
};

/* Structures that are sent have no gaps, so that no other bytes of this process are sent. */
struct file_head {
	uint32_t file, unused;
	uint64_t size;
};

struct unwind_request_head {
	uint32_t slot, arch, max, unused;
	uint64_t abi, mask, stack_len;
};

/* The result for a stack; instruction pointers follow. */
struct frames_head {
	uint32_t wanted; /* a file is needed: file */
	uint32_t why, file, n;
	uint64_t at;
};

struct file_state {
	uint64_t sent_in; /* the round in which this process received it; 0: not yet */
	bool mapped;	  /* the process knows it from a mapping */
	uint8_t strikes;
};

struct space_slot {
	uint64_t space; /* the last one that used the slot */
	struct unwind_maps maps;
};

/* A stack that was added. */
struct added_stack {
	uint64_t space;
	size_t off, len; /* its part of a request, in stacks */
	bool done;
	struct unwind_frames frames;
};

struct unwind {
	struct unwind_source source;
	struct child child;
	_Atomic uint32_t *busy; /* shared with the process, which may write any value */
	unsigned failures;
	uint64_t round; /* number of requests with stacks so far */
	VEC(struct file_state) files;
	struct space_slot slots[STACKWALK_SLOTS]; /* of the current process */
	struct cache cache;			  /* of these slots */
	uint64_t began;				  /* its clock when the round began */
	struct added_stack asked[UNWIND_BATCH];
	size_t n; /* number of stacks */
	struct buf stacks, request, batch, reply;
	struct unwind_maps maps;
};

/* ---- the process ---- */

static void serve_space(struct stackwalk *w, struct cursor *c)
{
	const uint8_t *slot = cursor_take(c, sizeof(uint32_t));
	size_t n = c->left / sizeof(struct unwind_map);
	struct unwind_map *maps = n ? mem_dup(c->p, n * sizeof(*maps)) : NULL;
	uint32_t number;

	if (slot) {
		memcpy(&number, slot, sizeof(number));
		stackwalk_space(w, number, maps, n);
	}
	free(maps);
}

static void serve_file(struct stackwalk *w, struct cursor *c, int fd)
{
	struct file_head head = { 0 };
	const uint8_t *p = cursor_take(c, sizeof(head));

	if (p)
		memcpy(&head, p, sizeof(head));
	stackwalk_file(w, head.file, fd, head.size);
}

static bool take_stack(struct cursor *c, struct unwind_request_head *head, uint64_t regs[64],
		       struct unwind_stack *stack)
{
	const uint8_t *p = cursor_take(c, sizeof(*head));
	size_t n;

	if (!p)
		return false;
	memcpy(head, p, sizeof(*head));
	n = (size_t)__builtin_popcountll(head->mask) * sizeof(*regs);
	p = cursor_take(c, n);
	if (!p)
		return false;
	memcpy(regs, p, n);
	*stack = (struct unwind_stack){
		.arch = head->arch,
		.abi = head->abi,
		.mask = head->mask,
		.regs = regs,
		.stack_len = (size_t)head->stack_len,
		.max = head->max,
	};
	stack->stack = cursor_take(c, stack->stack_len);
	return stack->stack;
}

static bool serve_stacks(struct stackwalk *w, struct cursor *c, struct unwind_frames *frames,
			 struct buf *reply)
{
	struct unwind_request_head head;
	struct unwind_stack stack;
	struct frames_head answer;
	uint64_t regs[64] = { 0 };
	uint32_t n = 0;

	buf_reset(reply);
	for (; c->left; n++) {
		if (!take_stack(c, &head, regs, &stack))
			return false;
		answer.wanted = !stackwalk_frames(w, head.slot, &stack, frames);
		answer.why = frames->why;
		answer.file = frames->file;
		answer.at = frames->at;
		answer.n = answer.wanted ? 0 : (uint32_t)frames->ips.n;
		buf_add(reply, &answer, sizeof(answer));
		buf_add(reply, frames->ips.v, answer.n * sizeof(*frames->ips.v));
	}
	return child_put(n, reply);
}

static void run_process(void *arg)
{
	struct unwind *u = arg;
	struct buf request = BUF_INIT, reply = BUF_INIT;
	struct unwind_frames frames = { 0 };
	struct stackwalk *w = stackwalk_open(u->busy);
	uint32_t kind;
	bool more = true;
	int fd;

	prctl(PR_SET_NAME, "perfnav-unwind");
	sandbox_data(MEMORY);
	sandbox_limits((size_t)MAPPED_GIB << 30, 1);
	while (more && child_get_file(&kind, &request, &fd)) {
		struct cursor c = { .p = (const uint8_t *)request.p, .left = request.len };

		/* Time spent waiting is not CPU time, so the limit can stay set. */
		sandbox_time(STACKS_CPU_MS);
		if (kind == REQUEST_SPACE)
			serve_space(w, &c);
		else if (kind == REQUEST_FILE)
			serve_file(w, &c, fd);
		else
			more = serve_stacks(w, &c, &frames, &reply);
	}
}

/* ---- this side ---- */

struct unwind *unwind_open(const struct unwind_source *source)
{
	struct unwind *u = mem_zalloc(sizeof(*u));
	void *shared = mmap(NULL, sizeof(*u->busy), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	u->source = *source;
	buf_init(&u->stacks);
	buf_init(&u->request);
	buf_init(&u->batch);
	buf_init(&u->reply);
	u->busy = shared == MAP_FAILED ? NULL : shared;
	return u;
}

void unwind_close(struct unwind *u)
{
	if (!u)
		return;
	child_stop(&u->child);
	if (u->busy)
		munmap(u->busy, sizeof(*u->busy));
	vec_release(&u->files);
	vec_release(&u->maps.list);
	for (int i = 0; i < STACKWALK_SLOTS; i++)
		vec_release(&u->slots[i].maps.list);
	for (int i = 0; i < UNWIND_BATCH; i++)
		vec_release(&u->asked[i].frames.ips);
	buf_release(&u->stacks);
	buf_release(&u->request);
	buf_release(&u->batch);
	buf_release(&u->reply);
	free(u);
}

/* Start a process. A new process has no files and no mappings. */
static bool start(struct unwind *u)
{
	for (size_t i = 0; i < u->files.n; i++)
		u->files.v[i].sent_in = 0;
	for (size_t i = 0; i < STACKWALK_SLOTS; i++)
		cache_clear(&u->cache, i);
	*u->busy = 0;
	return child_start(&u->child, run_process, u);
}

static void note_file(struct unwind *u, uint32_t file)
{
	while (u->files.n <= file)
		vec_add(&u->files);
	u->files.v[file].mapped = true;
}

/* End the process, which has died or does not answer. */
static void end_failed(struct unwind *u)
{
	uint32_t busy = *u->busy;

	child_stop(&u->child);
	u->failures++;
	if (busy && busy <= u->files.n && u->files.v[busy - 1].strikes < STRIKES_MAX)
		u->files.v[busy - 1].strikes++;
}

static bool send(struct unwind *u, enum request kind, const struct buf *request, int fd)
{
	return child_send_file(&u->child, kind, request, fd, clock_ms() + STACK_WAIT_MS);
}

static void ask_maps(struct unwind *u, size_t stack)
{
	u->maps.list.n = 0;
	u->source.maps(u->source.arg, stack, &u->maps);
	if (u->maps.list.n > UNWIND_MAPS_MAX)
		u->maps.list.n = UNWIND_MAPS_MAX;
	for (size_t i = 0; i < u->maps.list.n; i++)
		if (u->maps.list.v[i].file < UNWIND_FILES_MAX)
			note_file(u, u->maps.list.v[i].file);
		else
			u->maps.list.v[i].file = UNWIND_NO_FILE;
}

static bool same_maps(const struct unwind_maps *a, const struct unwind_maps *b)
{
	bool same = a->list.n == b->list.n;

	for (size_t i = 0; i < a->list.n && same; i++) {
		const struct unwind_map *x = &a->list.v[i], *y = &b->list.v[i];

		same = x->start == y->start && x->end == y->end && x->pgoff == y->pgoff &&
		       x->file == y->file;
	}
	return same;
}

/*
 * The slot of an address space; STACKWALK_SLOTS: none. A space mostly has the maps of its last
 * request, or those of its parent.
 */
static size_t slot_of(struct unwind *u, size_t stack)
{
	size_t slot = 0;

	while (slot < STACKWALK_SLOTS &&
	       !(cache_has(&u->cache, slot) && u->slots[slot].space == u->asked[stack].space))
		slot++;
	if (slot < STACKWALK_SLOTS)
		return slot;
	ask_maps(u, stack);
	slot = 0;
	while (slot < STACKWALK_SLOTS &&
	       !(cache_has(&u->cache, slot) && same_maps(&u->slots[slot].maps, &u->maps)))
		slot++;
	return slot;
}

static bool send_maps(struct unwind *u, struct space_slot *slot, uint32_t number)
{
	slot->maps.list.n = 0;
	for (size_t i = 0; i < u->maps.list.n; i++)
		vec_push(&slot->maps.list, u->maps.list.v[i]);
	buf_reset(&u->request);
	buf_add(&u->request, &number, sizeof(number));
	buf_add(&u->request, u->maps.list.v, u->maps.list.n * sizeof(*u->maps.list.v));
	return send(u, REQUEST_SPACE, &u->request, -1);
}

/*
 * Find a slot for the address space of stack i, and send its mappings. *full: all slots are used by
 * stacks of this round.
 */
static bool find_slot(struct unwind *u, size_t i, uint32_t *number, bool *full)
{
	size_t slot = slot_of(u, i);
	bool known = slot < STACKWALK_SLOTS;

	if (!known)
		slot = cache_oldest(&u->cache, STACKWALK_SLOTS);
	*full = !known && u->cache.used[slot] > u->began;
	if (*full)
		return true;
	*number = (uint32_t)slot;
	u->slots[slot].space = u->asked[i].space;
	cache_use(&u->cache, slot);
	return known || send_maps(u, &u->slots[slot], *number);
}

/*
 * Send a file. A process that requests a file that it got before this round, or that is not mapped,
 * is broken.
 */
static bool send_file(struct unwind *u, uint32_t file)
{
	struct file_head head = { .file = file };
	struct file_state *state;
	struct stat st;
	bool sent;
	int fd;

	if (file >= u->files.n || !u->files.v[file].mapped)
		return false;
	state = &u->files.v[file];
	if (state->sent_in)
		return state->sent_in == u->round;
	state->sent_in = u->round;
	fd = state->strikes < STRIKES_MAX ? u->source.open(u->source.arg, file) : -1;
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0) {
		head.size = (uint64_t)st.st_size;
	} else if (fd >= 0) {
		close(fd);
		fd = -1;
	}
	buf_reset(&u->request);
	buf_add(&u->request, &head, sizeof(head));
	sent = send(u, REQUEST_FILE, &u->request, fd);
	if (fd >= 0)
		close(fd);
	return sent;
}

static bool read_frames(struct cursor *c, struct unwind_frames *frames, bool *wanted)
{
	struct frames_head head;
	const uint8_t *p = cursor_take(c, sizeof(head));

	if (!p)
		return false;
	memcpy(&head, p, sizeof(head));
	if (head.n > UNWIND_FRAMES_MAX || head.why >= UNWIND_WHY_COUNT)
		return false;
	p = cursor_take(c, head.n * sizeof(*frames->ips.v));
	if (!p)
		return false;
	*wanted = head.wanted;
	frames->ips.n = 0;
	for (uint32_t i = 0; i < head.n; i++)
		memcpy(vec_add(&frames->ips), p + i * sizeof(*frames->ips.v),
		       sizeof(*frames->ips.v));
	frames->why = head.why;
	frames->at = head.at;
	frames->file = head.file;
	return true;
}

/*
 * Request stacks, beginning with the first; *n becomes the number of stacks that fit into the
 * request.
 */
static bool request_stacks(struct unwind *u, const size_t *which, size_t *n)
{
	bool full = false;
	size_t k = 0;

	u->round++;
	u->began = u->cache.clock;
	buf_reset(&u->batch);
	for (; k < *n; k++) {
		const struct added_stack *asked = &u->asked[which[k]];
		size_t at = u->batch.len + offsetof(struct unwind_request_head, slot);
		uint32_t slot;

		if (!find_slot(u, which[k], &slot, &full))
			return false;
		if (full)
			break;
		buf_add(&u->batch, u->stacks.p + asked->off, asked->len);
		memcpy(u->batch.p + at, &slot, sizeof(slot));
	}
	*n = k;
	return send(u, REQUEST_STACKS, &u->batch, -1);
}

/* Mark completed stacks, and send needed files. */
static bool answer(struct unwind *u, const size_t *which, size_t n)
{
	struct cursor c;
	uint32_t answers;
	bool wanted;

	if (!child_receive(&u->child, &answers, &u->reply, clock_ms() + STACK_WAIT_MS))
		return false;
	c = (struct cursor){ .p = (const uint8_t *)u->reply.p, .left = u->reply.len };
	for (size_t k = 0; k < n; k++) {
		struct added_stack *asked = &u->asked[which[k]];

		if (!read_frames(&c, &asked->frames, &wanted) ||
		    (wanted && !send_file(u, asked->frames.file)))
			return false;
		asked->done = !wanted;
	}
	return !c.left;
}

static size_t left(const struct unwind *u, size_t first, size_t n, size_t *which)
{
	size_t k = 0;

	for (size_t i = first; i < first + n; i++)
		if (!u->asked[i].done)
			which[k++] = i;
	return k;
}

/* Unwind n stacks, beginning with first, and repeat with each file that is needed. */
static bool attempt(struct unwind *u, size_t first, size_t n)
{
	size_t which[UNWIND_BATCH], k;

	if (!u->child.pid && !start(u))
		return false;
	while ((k = left(u, first, n, which)) > 0)
		if (!request_stacks(u, which, &k) || !answer(u, which, k))
			return false;
	return true;
}

/* Set the reason for a file that is not used any more: for the process it is missing. */
static void judge(const struct unwind *u, struct unwind_frames *frames)
{
	if (frames->why == UNWIND_NO_MODULE && frames->file < u->files.n &&
	    u->files.v[frames->file].strikes >= STRIKES_MAX)
		frames->why = UNWIND_BROKEN;
}

static bool succeed(struct unwind *u, size_t first, size_t n)
{
	if (attempt(u, first, n)) {
		u->failures = 0;
		return true;
	}
	end_failed(u);
	return false;
}

void unwind_reset(struct unwind *u)
{
	u->n = 0;
	buf_reset(&u->stacks);
}

bool unwind_add(struct unwind *u, const struct unwind_stack *stack)
{
	struct unwind_request_head head = {
		.arch = stack->arch,
		.max = stack->max < UNWIND_FRAMES_MAX ? stack->max : UNWIND_FRAMES_MAX,
		.abi = stack->abi,
		.mask = stack->mask,
		.stack_len = stack->stack_len < UNWIND_STACK_MAX ? stack->stack_len
								 : UNWIND_STACK_MAX,
	};
	size_t off = u->stacks.len;
	struct added_stack *asked = &u->asked[u->n];

	if (u->n == UNWIND_BATCH || (u->n && off + head.stack_len > BATCH_BYTES))
		return false;
	buf_add(&u->stacks, &head, sizeof(head));
	buf_add(&u->stacks, stack->regs,
		(size_t)__builtin_popcountll(stack->mask) * sizeof(*stack->regs));
	buf_add(&u->stacks, stack->stack, (size_t)head.stack_len);
	asked->space = stack->space;
	asked->off = off;
	asked->len = u->stacks.len - off;
	asked->done = false;
	asked->frames.ips.n = 0;
	u->n++;
	return true;
}

/* If a request fails, try each stack by itself, so that one stack does not affect others. */
void unwind_run(struct unwind *u)
{
	bool usable = u->busy && u->n > 1 && u->failures < FAILURES_MAX;

	if (!usable || !succeed(u, 0, u->n))
		for (size_t i = 0; i < u->n; i++)
			for (int k = 0; k < TRIES && !u->asked[i].done && u->busy &&
					u->failures < FAILURES_MAX;
			     k++)
				succeed(u, i, 1);
	for (size_t i = 0; i < u->n; i++) {
		struct unwind_frames *frames = &u->asked[i].frames;

		if (u->asked[i].done) {
			judge(u, frames);
			continue;
		}
		frames->ips.n = 0;
		frames->why = UNWIND_FAILED;
		frames->at = 0;
		frames->file = UNWIND_NO_FILE;
	}
}

const struct unwind_frames *unwind_result(const struct unwind *u, size_t i)
{
	return &u->asked[i].frames;
}

const char *unwind_why_text(enum unwind_why why)
{
	static const char *const texts[UNWIND_WHY_COUNT] = {
		[UNWIND_OUTERMOST] = "the outermost frame",
		[UNWIND_MAX] = "limit of frames reached",
		[UNWIND_CUT] = "the stack copy ends here",
		[UNWIND_UNMAPPED] = "no code was mapped at the last address",
		[UNWIND_NO_MODULE] = "no file was found for the last address",
		[UNWIND_BROKEN] = "the file of the last address is broken, or of another build",
		[UNWIND_NO_TABLES] = "the file of the last address has no unwind tables",
		[UNWIND_NO_REGS] = "registers needed to unwind were not recorded",
		[UNWIND_ARCH] = "stacks of this architecture cannot be unwound",
		[UNWIND_NO_ARCH] = "the architecture of the recording is unknown: give --arch",
		[UNWIND_FAILED] = "unwinding took too long or crashed",
	};

	return why < UNWIND_WHY_COUNT ? texts[why] : NULL;
}
