/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symhelper.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/sandbox.h"
#include "base/service.h"
#include "sym/unpack.h"

enum {
	MEMORY = 1 << 30,    /* bytes that the process may allocate */
	FILES = 2,	     /* open files at a time */
	FACTS_CPU_MS = 5000, /* the checksum of a large file takes longest */
	SYMBOLS_CPU_MS = 60000,
	MORE_WAIT_MS = 30000 /* longer than the CPU time, because the machine may be busy */
};

enum symhelper_request_what {
	ASK_FACTS,
	ASK_HOLD, /* the debug file for the next request; it has no answer */
	ASK_ELF,
	ASK_TEXT,
	ASK_JITDUMP
};

struct symhelper_request {
	uint32_t what;
	uint32_t detail; /* crc, enum elfread_as, enum textread_kind */
	uint64_t size;
};

/* Limit of the address space. It includes mapped files, and debug files are large. */
#define MAPPED (UINT64_C(32) << 30)

struct symhelper {
	struct service service;
};

/* The messages of the process, before the end of an answer. */
enum symhelper_message {
	SAY_END,
	SAY_BLOCK,
	SAY_CODES
};

/* ---- the process ---- */

static bool put_block(void *arg, const struct buf *block)
{
	(void)arg;
	return child_put(SAY_BLOCK, block);
}

static bool put_codes(void *arg, const struct jitcode *codes, size_t n)
{
	struct buf reply = BUF_INIT;
	bool ok;

	(void)arg;
	buf_add(&reply, codes, n * sizeof(*codes));
	ok = child_put(SAY_CODES, &reply);
	buf_release(&reply);
	return ok;
}

static void unmap(const struct image *image)
{
	void *p;

	memcpy(&p, &image->p, sizeof(p));
	munmap(p, image->size);
}

/* Replace the image of a compressed module by the unpacked one. */
static void unpack_image(struct image *image)
{
	struct buf whole = BUF_INIT;
	void *p = MAP_FAILED;

	if (unpack(&whole, image->p, image->size) && whole.len)
		p = mmap(NULL, whole.len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			 0);
	if (p != MAP_FAILED) {
		memcpy(p, whole.p, whole.len);
		unmap(image);
		*image = (struct image){ p, whole.len };
	}
	buf_release(&whole);
}

/* Map a file. If it is truncated later, a signal ends this process. */
static bool map(int fd, uint64_t size, struct image *image)
{
	*image = (struct image){ NULL, (size_t)size };
	if (fd < 0 || !size)
		return false;
	image->p = mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (image->p == MAP_FAILED)
		return false;
	if (unpack_is_packed(image->p, image->size))
		unpack_image(image); /* an invalid compressed file is then rejected as not ELF */
	return true;
}

static bool answer_facts(const struct symhelper_request *ask, int fd)
{
	struct elf_facts facts = { .elf = false };
	struct buf reply = BUF_INIT;
	struct image image;
	bool ok;

	sandbox_time(FACTS_CPU_MS);
	if (map(fd, ask->size, &image)) {
		elfread_facts(image.p, image.size, ask->detail, &facts);
		unmap(&image);
	}
	buf_add(&reply, &facts, sizeof(facts));
	ok = child_put(SAY_END, &reply);
	buf_release(&reply);
	return ok;
}

/* The debug file for the next request. */
struct held_file {
	int fd; /* -1: none */
	uint64_t size;
};

static void let_go(struct held_file *held)
{
	if (held->fd >= 0)
		close(held->fd);
	held->fd = -1;
}

static bool read_elf(const struct symhelper_request *ask, int fd, const struct held_file *held,
		     struct symlist *list)
{
	struct image file, debug;
	bool has_debug, ok;

	if (!map(fd, ask->size, &file))
		return false;
	has_debug = map(held->fd, held->size, &debug);
	ok = elfread_symbols(&file, has_debug ? &debug : NULL, ask->detail, list);
	unmap(&file);
	if (has_debug)
		unmap(&debug);
	return ok;
}

static bool answer_symbols(const struct symhelper_request *ask, int fd,
			   const struct held_file *held)
{
	struct symhelper_end answer = { 0 };
	struct buf reply = BUF_INIT;
	struct symlist list;
	bool ok;

	sandbox_time(SYMBOLS_CPU_MS);
	symlist_init(&list);
	answer.ok = ask->what == ASK_ELF ? read_elf(ask, fd, held, &list)
					 : textread_symbols(fd, ask->detail, &list, &answer.text);
	answer.at_text = list.text;
	answer.at_stext = list.stext;
	ok = symlist_finish(&list, put_block, NULL);
	symlist_release(&list);
	buf_add(&reply, &answer, sizeof(answer));
	ok = ok && child_put(SAY_END, &reply);
	buf_release(&reply);
	return ok;
}

static bool answer_jitdump(const struct symhelper_request *ask, int fd)
{
	struct jitdump_sink sink = { .codes = put_codes, .names = put_block };
	struct symhelper_end answer = { 0 };
	struct buf reply = BUF_INIT;
	struct image image;
	bool ok;

	sandbox_time(SYMBOLS_CPU_MS);
	if (map(fd, ask->size, &image)) {
		answer.ok = jitdump_read(image.p, image.size, &sink);
		unmap(&image);
	}
	buf_add(&reply, &answer, sizeof(answer));
	ok = child_put(SAY_END, &reply);
	buf_release(&reply);
	return ok;
}

static bool serve(struct held_file *held)
{
	struct symhelper_request ask;
	int fd;
	bool ok;

	if (!child_get_struct(&ask, sizeof(ask), &fd))
		return false;
	if (ask.what == ASK_HOLD) {
		let_go(held);
		*held = (struct held_file){ fd, ask.size };
		return true;
	}
	ok = ask.what == ASK_FACTS     ? answer_facts(&ask, fd)
	     : ask.what == ASK_JITDUMP ? answer_jitdump(&ask, fd)
				       : answer_symbols(&ask, fd, held);
	sandbox_time(0);
	let_go(held);
	if (fd >= 0)
		close(fd);
	return ok;
}

static void run_process(void *arg)
{
	struct held_file held = { .fd = -1 };

	(void)arg;
	prctl(PR_SET_NAME, "perfnav-symbols");
	sandbox_data(MEMORY);
	sandbox_limits(MAPPED, FILES);
	while (serve(&held))
		;
}

/* ---- this side ---- */

struct symhelper *symhelper_open(void)
{
	struct symhelper *h = mem_zalloc(sizeof(*h));

	service_init(&h->service);
	return h;
}

void symhelper_close(struct symhelper *h)
{
	service_release(&h->service);
	free(h);
}

void symhelper_stop(struct symhelper *h)
{
	service_close(&h->service);
}

void symhelper_start(struct symhelper *h)
{
	service_start(&h->service, run_process, NULL);
}

static bool send_question(struct symhelper *h, const struct symhelper_request *question, int fd,
			  int64_t deadline)
{
	return service_start(&h->service, run_process, NULL) &&
	       child_send_struct(&h->service.child, question, sizeof(*question), fd, deadline);
}

static bool ask_facts(struct symhelper *h, const struct symhelper_request *question, int fd,
		      struct elf_facts *facts)
{
	int64_t deadline = clock_ms() + FACTS_CPU_MS + MORE_WAIT_MS;
	struct buf reply = BUF_INIT;
	uint32_t n;
	bool ok = send_question(h, question, fd, deadline) &&
		  child_receive(&h->service.child, &n, &reply, deadline) &&
		  reply.len == sizeof(*facts);

	if (ok) {
		memcpy(facts, reply.p, sizeof(*facts));
		facts->debuglink[DEBUGLINK_MAX - 1] = '\0';
		ok = facts->build_id_len <= ELF_BUILD_ID_MAX;
	}
	if (!ok)
		service_end(&h->service);
	buf_release(&reply);
	return ok;
}

bool symhelper_facts(struct symhelper *h, int fd, uint64_t size, bool crc, struct elf_facts *facts)
{
	struct symhelper_request question = { .what = ASK_FACTS, .detail = crc, .size = size };
	int64_t start = clock_ms();

	return ask_facts(h, &question, fd, facts) ||
	       (clock_ms() - start < FACTS_CPU_MS && ask_facts(h, &question, fd, facts));
}

/* Copy the codes, because the bytes of a reply may not be aligned. */
static bool take_codes(const struct symhelper_sink *sink, const struct buf *reply)
{
	struct jitcode codes[JITDUMP_PIECE];
	size_t n = reply->len / sizeof(codes[0]);

	if (!sink->codes || n > JITDUMP_PIECE || reply->len % sizeof(codes[0]))
		return false;
	memcpy(codes, reply->p, reply->len);
	return sink->codes(sink->arg, codes, n);
}

static bool take_reply(const struct symhelper_sink *sink, uint32_t what, const struct buf *reply)
{
	return what == SAY_CODES ? take_codes(sink, reply) : sink->put(sink->arg, reply);
}

static enum symhelper_result receive(struct symhelper *h, struct symhelper_sink *sink,
				     int64_t deadline)
{
	struct buf reply = BUF_INIT;
	enum symhelper_result result = SYMHELPER_DIED;
	uint32_t n;

	while (child_receive(&h->service.child, &n, &reply, deadline)) {
		if (n == SAY_END && reply.len == sizeof(sink->end)) {
			memcpy(&sink->end, reply.p, sizeof(sink->end));
			result = sink->end.ok ? SYMHELPER_OK : SYMHELPER_BROKEN;
			break;
		}
		if (!n || !take_reply(sink, n, &reply)) {
			result = n ? SYMHELPER_SINK : SYMHELPER_DIED;
			break;
		}
	}
	buf_release(&reply);
	return result;
}

/* A request for symbols, with the debug file that is sent before it. */
struct symbols_ask {
	struct symhelper_request ask;
	int fd;
	int debug_fd; /* -1: none */
	uint64_t debug_size;
};

static bool send_ask(struct symhelper *h, const struct symbols_ask *question, int64_t deadline)
{
	struct symhelper_request hold = { .what = ASK_HOLD, .size = question->debug_size };

	if (question->debug_fd >= 0 && !send_question(h, &hold, question->debug_fd, deadline))
		return false;
	return send_question(h, &question->ask, question->fd, deadline);
}

/* If the sink does not accept a block, the process is ended, so that the rest need not be read. */
static enum symhelper_result ask_symbols(struct symhelper *h, const struct symbols_ask *question,
					 struct symhelper_sink *sink)
{
	int64_t deadline = clock_ms() + SYMBOLS_CPU_MS + MORE_WAIT_MS;
	enum symhelper_result result = SYMHELPER_DIED;

	sink->end = (struct symhelper_end){ 0 };
	if (send_ask(h, question, deadline))
		result = receive(h, sink, deadline);
	if (result >= SYMHELPER_DIED)
		service_end(&h->service);
	return result;
}

/*
 * A process reads a text from the current position, which is that of the file, so it is reset for
 * each process.
 */
static enum symhelper_result symbols(struct symhelper *h, const struct symbols_ask *question,
				     struct symhelper_sink *sink)
{
	int64_t start = clock_ms();
	enum symhelper_result result = ask_symbols(h, question, sink);

	if (result != SYMHELPER_DIED || clock_ms() - start >= SYMBOLS_CPU_MS ||
	    (question->ask.what == ASK_TEXT && lseek(question->fd, 0, SEEK_SET)))
		return result;
	sink->anew(sink->arg);
	return ask_symbols(h, question, sink);
}

enum symhelper_result symhelper_elf(struct symhelper *h, int fd, uint64_t size, int debug_fd,
				    uint64_t debug_size, enum elfread_as as,
				    struct symhelper_sink *sink)
{
	struct symbols_ask question = {
		.ask = { .what = ASK_ELF, .detail = as, .size = size },
		.fd = fd,
		.debug_fd = debug_fd,
		.debug_size = debug_size,
	};

	return symbols(h, &question, sink);
}

enum symhelper_result symhelper_text(struct symhelper *h, int fd, enum textread_kind kind,
				     struct symhelper_sink *sink)
{
	struct symbols_ask question = {
		.ask = { .what = ASK_TEXT, .detail = kind },
		.fd = fd,
		.debug_fd = -1,
	};

	return symbols(h, &question, sink);
}

enum symhelper_result symhelper_jitdump(struct symhelper *h, int fd, uint64_t size,
					struct symhelper_sink *sink)
{
	struct symbols_ask question = {
		.ask = { .what = ASK_JITDUMP, .size = size },
		.fd = fd,
		.debug_fd = -1,
	};

	return symbols(h, &question, sink);
}
