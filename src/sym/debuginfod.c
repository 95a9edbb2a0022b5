/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/sandbox.h"
#include "base/service.h"

enum {
	ID_MAX = 64, /* bytes of a build id */
	/* longest time without a message; libdebuginfod abandons a server after 90 s */
	SILENT_MS = 120000
};

/* The messages of the process. */
enum debuginfod_message {
	SAY_PATH,
	SAY_WHY_NOT,
	SAY_PROGRESS
};

struct debuginfod {
	struct service service;
};

/* ---- the process ---- */

/* From elfutils/debuginfod.h, which is not needed to build perfnav. */
typedef struct client client;

static struct {
	client *(*begin)(void);
	int (*find)(client *c, const unsigned char *id, int len, char **path);
	void (*set_progress)(client *c, int (*fn)(client *c, long a, long b));
	void (*end)(client *c);
} lib;

static bool load_library(void)
{
	static const char *const names[] = { "debuginfod_begin", "debuginfod_find_debuginfo",
					     "debuginfod_set_progressfn", "debuginfod_end" };
	void *handle = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
	void *found[4];

	for (size_t i = 0; i < 4; i++)
		if (!handle || !(found[i] = dlsym(handle, names[i])))
			return false;
	memcpy(&lib.begin, &found[0], sizeof(found[0]));
	memcpy(&lib.find, &found[1], sizeof(found[0]));
	memcpy(&lib.set_progress, &found[2], sizeof(found[0]));
	memcpy(&lib.end, &found[3], sizeof(found[0]));
	return true;
}

static bool say(enum debuginfod_message what, const void *p, size_t len)
{
	struct buf reply = BUF_INIT;
	bool ok;

	buf_add(&reply, p, len);
	ok = child_put(what, &reply);
	buf_release(&reply);
	return ok;
}

/* Report progress. Any result but 0 ends the transfer: nobody listens any more. */
static int send_progress(client *c, long a, long b)
{
	uint64_t numbers[] = { a > 0 ? (uint64_t)a : 0, b > 0 ? (uint64_t)b : 0 };

	(void)c;
	return !say(SAY_PROGRESS, numbers, sizeof(numbers));
}

static const char *why_not(int error)
{
	switch (error) {
	case ENOSYS:
		return "DEBUGINFOD_URLS names no server";
	case ENOENT:
		return "no server has it";
	default:
		return strerror(error);
	}
}

static bool answer(const struct buf *id)
{
	client *c = lib.begin ? lib.begin() : NULL;
	const char *why = lib.begin ? "libdebuginfod does not work" : "there is no libdebuginfod";
	char *path = NULL;
	int fd = -1;

	if (c) {
		lib.set_progress(c, send_progress);
		fd = lib.find(c, (const unsigned char *)id->p, (int)id->len, &path);
		why = fd < 0 ? why_not(-fd) : NULL;
		lib.end(c);
	}
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && path)
		return say(SAY_PATH, path, strlen(path));
	return say(SAY_WHY_NOT, why ? why : "", why ? strlen(why) : 0);
}

static void run_process(void *arg)
{
	struct buf id = BUF_INIT;
	uint32_t n;

	(void)arg;
	prctl(PR_SET_NAME, "perfnav-fetch");
	if (!load_library())
		lib.begin = NULL;
	sandbox_time(0); /* no limit: files can be of any size */
	while (child_get(&n, &id) && id.len && id.len <= ID_MAX && answer(&id))
		;
	buf_release(&id);
}

/* ---- this side ---- */

struct debuginfod *debuginfod_open(void)
{
	struct debuginfod *d = mem_zalloc(sizeof(*d));

	service_init(&d->service);
	return d;
}

void debuginfod_close(struct debuginfod *d)
{
	if (!d)
		return;
	service_release(&d->service);
	free(d);
}

void debuginfod_stop(struct debuginfod *d)
{
	service_interrupt(&d->service);
}

static bool ask_servers(struct debuginfod *d, const uint8_t *id, size_t len)
{
	struct buf request = BUF_INIT;
	bool ok = len && len <= ID_MAX && service_start(&d->service, run_process, NULL);

	buf_add(&request, id, len);
	ok = ok && child_send(&d->service.child, 1, &request, clock_ms() + SILENT_MS);
	buf_release(&request);
	return ok;
}

static void report_progress(const struct buf *reply, debuginfod_progress_fn *progress, void *arg)
{
	uint64_t numbers[2];

	if (reply->len != sizeof(numbers))
		return;
	memcpy(numbers, reply->p, sizeof(numbers));
	progress(arg, numbers[0], numbers[1]);
}

bool debuginfod_find(struct debuginfod *d, const uint8_t *id, size_t len,
		     debuginfod_progress_fn *progress, void *arg, struct buf *path)
{
	uint32_t what = SAY_PROGRESS;
	bool ok = ask_servers(d, id, len);

	while (ok && what == SAY_PROGRESS) {
		buf_reset(path);
		ok = child_receive(&d->service.child, &what, path, clock_ms() + SILENT_MS);
		if (ok && what == SAY_PROGRESS)
			report_progress(path, progress, arg);
	}
	if (!ok) {
		service_end(&d->service);
		buf_reset(path);
		buf_adds(path, "the download failed or took too long");
	}
	return ok && what == SAY_PATH;
}
