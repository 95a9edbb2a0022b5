/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/tracehelper.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/sandbox.h"
#include "base/text.h"
#include "tracing/traceparse.h"
#include "tracing/tracetable.h"
#include "wire/bytes.h"

enum {
	FAILURES_MAX = 5,      /* failures in a row; then the helper is not used any more */
	SETTLED = 1000,	       /* after so many texts a failure is not in a row with earlier ones */
	MEMORY = 256 << 20,    /* bytes that it may allocate */
	PARSE_CPU_MS = 500,    /* for one format */
	ALL_CPU_MS = 2000,     /* for all formats; those of a whole kernel take a tenth of it */
	TEXTS_CPU_MS = 250,    /* for one request */
	PARSE_WAIT_MS = 10000, /* for all formats; the limits above act much earlier */
	TEXTS_WAIT_MS = 5000,
	PROGRAMS_MAX = 32 << 20 /* bytes of a reply with programs */
};

struct tracehelper {
	pthread_mutex_t lock;
	const struct tracedata *data;
	uint8_t *broken; /* a bit for each format that crashed the helper */
	/*
	 * Shared with the process: the number of the format that it works on, from 1; 0: none. A
	 * broken process may have written anything there.
	 */
	_Atomic uint32_t *busy;
	struct printfmts prints;
	bool has_table;		   /* this process or an earlier one has described the formats */
	_Atomic bool has_programs; /* likewise, with programs; or none will come */
	struct child child;
	unsigned failures;
	uint64_t texts; /* texts since the process was started */
	struct buf problem;
};

/* ---- in the process ---- */

static bool has_time(void)
{
	return clock_process_ns() / 1000000 < ALL_CPU_MS;
}

/* Prepare work on a format. False: it is broken. */
static bool begin_format(struct tracehelper *h, uint32_t number)
{
	if (h->broken[number])
		return false;
	*h->busy = number + 1;
	sandbox_time(PARSE_CPU_MS);
	return true;
}

/* Send a reply about the formats. unparsed: how many formats there was no time for. */
static bool put_reply(struct tracehelper *h, uint32_t unparsed, const struct buf *reply)
{
	sandbox_time(0);
	*h->busy = 0;
	return child_put(unparsed, reply);
}

/* The first reply: the descriptions. */
static bool describe_all(struct tracehelper *h, struct traceparse *parse)
{
	struct buf table = BUF_INIT;
	bool sent;

	for (uint32_t i = 0; i < h->data->formats.n && has_time(); i++)
		if (begin_format(h, i))
			traceparse_fields(parse, i, &table);
	sent = put_reply(h, 0, &table);
	buf_release(&table);
	return sent;
}

/* Parse all formats, and return how many there was no time for. */
static uint32_t parse_all(struct tracehelper *h, struct traceparse *parse)
{
	uint32_t unparsed = 0;

	for (uint32_t i = 0; i < h->data->formats.n; i++)
		if (!has_time())
			unparsed++;
		else if (begin_format(h, i))
			traceparse_format(parse, i);
	return unparsed;
}

/* The second reply: programs for all print formats that can have one. */
static bool compile_all(struct tracehelper *h, struct traceparse *parse, uint32_t unparsed)
{
	struct buf programs = BUF_INIT;
	bool sent;

	for (uint32_t i = 0; i < h->data->formats.n && programs.len < PROGRAMS_MAX && has_time();
	     i++) {
		struct printfmt *print = begin_format(h, i) ? traceparse_print(parse, i) : NULL;

		if (print)
			printfmts_put(&programs, i, print);
		printfmt_free(print);
	}
	sent = put_reply(h, unparsed, &programs);
	buf_release(&programs);
	return sent;
}

static void add_text(struct tracehelper *h, struct traceparse *parse, struct cursor *c,
		     struct buf *reply)
{
	struct tracetexts_head sample = { 0 };
	const uint8_t *head = cursor_take(c, sizeof(sample)), *raw;
	size_t at = reply->len;
	uint32_t len = TRACETEXTS_NONE;

	if (!head)
		return;
	memcpy(&sample, head, sizeof(sample));
	raw = cursor_take(c, sample.len);
	buf_add(reply, &len, sizeof(len));
	*h->busy = sample.number + 1;
	if (!raw || !traceparse_text(parse, sample.number, sample.cpu, raw, sample.len, reply))
		return;
	len = (uint32_t)(reply->len - at - sizeof(len));
	if (len > PRINTRUN_MAX) {
		len = PRINTRUN_MAX;
		buf_truncate(reply, at + sizeof(len) + len);
	}
	memcpy(reply->p + at, &len, sizeof(len));
}

/* Answer one request. False: no more will come. */
static bool serve(struct tracehelper *h, struct traceparse *parse, struct buf *request,
		  struct buf *reply)
{
	struct cursor c;
	uint32_t n;

	buf_reset(reply);
	if (!child_get(&n, request))
		return false;
	c = (struct cursor){ .p = (const uint8_t *)request->p, .left = request->len };
	sandbox_time(TEXTS_CPU_MS);
	for (uint32_t i = 0; i < n && !c.failed; i++)
		add_text(h, parse, &c, reply);
	sandbox_time(0);
	*h->busy = 0;
	return child_put(n, reply);
}

static void run_process(void *arg)
{
	struct tracehelper *h = arg;
	struct buf request = BUF_INIT, reply = BUF_INIT;
	struct traceparse *parse;
	uint32_t unparsed;

	prctl(PR_SET_NAME, "perfnav-tracing");
	sandbox_limits(MEMORY, 0);
	parse = traceparse_open(h->data);
	if (!h->has_table && !describe_all(h, parse))
		return;
	unparsed = parse_all(h, parse);
	if (h->has_programs || compile_all(h, parse, unparsed))
		while (serve(h, parse, &request, &reply))
			;
}

/* ---- in the program ---- */

static bool start(struct tracehelper *h)
{
	*h->busy = 0;
	h->texts = 0;
	return child_start(&h->child, run_process, h);
}

static void add_problem(struct tracehelper *h, const char *what)
{
	if (h->problem.len)
		buf_adds(&h->problem, "; ");
	buf_adds(&h->problem, what);
}

/* Report the name from the format's text, because the format may have no description. */
static void blame(struct tracehelper *h, uint32_t number)
{
	const struct tracedata_format *format = &h->data->formats.v[number];
	size_t line = format->len < 64 ? format->len : 64;
	const char *end = memchr(format->text, '\n', line);

	h->broken[number] = 1;
	add_problem(h, "the format of ");
	text_escape_str(&h->problem, format->system);
	buf_addc(&h->problem, ':');
	line = end ? (size_t)(end - format->text) : line;
	if (line > 6 && !memcmp(format->text, "name: ", 6))
		text_escape(&h->problem, format->text + 6, line - 6);
	buf_adds(&h->problem, " is broken");
}

/*
 * The process has died, or does not answer. If it worked well for long, it may have run out of
 * memory gradually; then no format is to blame.
 */
static void end_failed(struct tracehelper *h)
{
	uint32_t busy = *h->busy;
	bool settled = h->texts >= SETTLED;

	child_stop(&h->child);
	if (busy && busy <= h->data->formats.n && !settled)
		blame(h, busy - 1);
	h->failures = settled ? 1 : h->failures + 1;
	if (h->failures == FAILURES_MAX)
		add_problem(h, "samples of tracepoints are shown without their texts");
}

static bool exchange(struct tracehelper *h, const struct tracetexts *texts, struct buf *reply)
{
	int64_t deadline = clock_ms() + TEXTS_WAIT_MS;
	uint32_t n;

	return child_send(&h->child, texts->n, &texts->request, deadline) &&
	       child_receive(&h->child, &n, reply, deadline);
}

/* Ask again until the answer is complete or the helper is not used any more. */
static bool exchange_until_answered(struct tracehelper *h, const struct tracetexts *texts,
				    struct buf *reply)
{
	while (h->failures < FAILURES_MAX) {
		if ((h->child.pid || start(h)) && exchange(h, texts, reply))
			return true;
		end_failed(h);
	}
	return false;
}

static void add_unparsed(struct tracehelper *h, uint32_t unparsed)
{
	struct buf text = BUF_INIT;

	buf_addf(&text, "%u formats are left out: parsing all of them takes too long", unparsed);
	add_problem(h, text.p);
	buf_release(&text);
}

static bool read_table(struct tracehelper *h, struct tracefmts *formats)
{
	struct buf table = BUF_INIT;
	uint32_t none;
	bool ok = child_receive(&h->child, &none, &table, clock_ms() + PARSE_WAIT_MS);

	if (ok && !tracetable_get(formats, table.p, table.len))
		add_problem(h, "the helper process sent damaged formats of tracepoints");
	buf_release(&table);
	return ok;
}

static bool read_programs(struct tracehelper *h)
{
	struct buf programs = BUF_INIT;
	uint32_t unparsed;
	bool ok = child_receive(&h->child, &unparsed, &programs, clock_ms() + PARSE_WAIT_MS);

	if (ok && unparsed)
		add_unparsed(h, unparsed);
	if (ok)
		printfmts_get(&h->prints, (uint32_t)h->data->formats.n, programs.p, programs.len);
	buf_release(&programs);
	return ok;
}

/* Wait for the programs, and end the process, which most texts do not need. The lock is held. */
static void wait_for_programs(struct tracehelper *h)
{
	if (h->has_programs)
		return;
	while (!h->has_programs && h->failures < FAILURES_MAX) {
		h->has_programs = (h->child.pid || start(h)) && read_programs(h);
		if (!h->has_programs)
			end_failed(h);
	}
	if (h->has_programs)
		h->failures = 0;
	h->has_programs = true;
	child_stop(&h->child);
}

struct tracehelper *tracehelper_open(const struct tracedata *data, struct tracefmts *formats)
{
	struct tracehelper *h = mem_zalloc(sizeof(*h));
	void *shared = mmap(NULL, sizeof(*h->busy), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	pthread_mutex_init(&h->lock, NULL);
	buf_init(&h->problem);
	h->data = data;
	h->broken = mem_zalloc(data->formats.n + 1);
	if (shared == MAP_FAILED) {
		h->failures = FAILURES_MAX;
		add_problem(h, "no memory for the process that parses formats of tracepoints");
		return h;
	}
	h->busy = shared;
	while (!h->has_table && h->failures < FAILURES_MAX) {
		h->has_table = start(h) && read_table(h, formats);
		if (!h->has_table)
			end_failed(h);
	}
	if (h->has_table)
		h->failures = 0;
	return h;
}

void tracehelper_close(struct tracehelper *h)
{
	if (!h)
		return;
	child_stop(&h->child);
	printfmts_release(&h->prints);
	if (h->busy)
		munmap(h->busy, sizeof(*h->busy));
	pthread_mutex_destroy(&h->lock);
	buf_release(&h->problem);
	free(h->broken);
	free(h);
}

void tracehelper_rest(struct tracehelper *h)
{
	pthread_mutex_lock(&h->lock);
	wait_for_programs(h);
	child_stop(&h->child);
	pthread_mutex_unlock(&h->lock);
}

void tracehelper_take_problem(struct tracehelper *h, struct buf *out)
{
	pthread_mutex_lock(&h->lock);
	buf_add(out, h->problem.p, h->problem.len);
	buf_reset(&h->problem);
	pthread_mutex_unlock(&h->lock);
}

/* ---- texts ---- */

void tracehelper_texts(struct tracehelper *h, struct tracetexts *texts)
{
	texts->list.n = 0;
	pthread_mutex_lock(&h->lock);
	wait_for_programs(h);
	if (texts->request.len > CHILD_REQUEST_MAX ||
	    !exchange_until_answered(h, texts, &texts->reply))
		buf_reset(&texts->reply);
	else
		h->texts += texts->n;
	pthread_mutex_unlock(&h->lock);
	tracetexts_read(texts);
}

const struct printfmt *tracehelper_program(struct tracehelper *h, const struct tracefmt *format)
{
	if (!h->has_programs) {
		pthread_mutex_lock(&h->lock);
		wait_for_programs(h);
		pthread_mutex_unlock(&h->lock);
	}
	return printfmts_find(&h->prints, format->number);
}

bool tracehelper_print(struct tracehelper *h, const struct tracefmt *format, const void *raw,
		       size_t len, const struct printrun_names *names, struct buf *out)
{
	const struct printfmt *print = tracehelper_program(h, format);

	return print && printrun_text(print, raw, len, names, out);
}
