/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/candidates.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "cli/cli_recording.h"
#include "folders.h"
#include "recording/reader.h"
#include "recording/reader_text.h"

enum {
	WAIT_MS = 300,	    /* ms to wait for a first part of an index */
	THREADS_MAX = 4096, /* threads that are read */
	CONFIG_BYTES = 64 << 10
};

static const char *const names[] = {
	[CANDIDATES_EVENTS] = "events",
	[CANDIDATES_COMMS] = "comms",
	[CANDIDATES_SPANS] = "spans",
};

const char *candidates_name(enum candidates what)
{
	return what < sizeof(names) / sizeof(names[0]) ? names[what] : NULL;
}

/* Append a line. Names that would need several lines are left out. */
static void add_line(struct buf *out, const char *text, size_t len)
{
	if (!len || memchr(text, '\n', len))
		return;
	text_escape(out, text, len);
	buf_addc(out, '\n');
}

static void add_events(struct recording *recording, struct buf *out)
{
	const struct events *events = &recording_file(recording, 0)->events;

	for (size_t i = 0; i < events->list.n; i++)
		add_line(out, events->list.v[i].name, strlen(events->list.v[i].name));
}

/* Append the last name of each thread in the index so far. */
static void add_comms(struct recording *recording, struct buf *out)
{
	const struct index *index = recording_index(recording, 0);
	uint64_t n = index_threads(index), rows = index_rows(index);
	struct reader *reader = reader_open(recording);
	struct buf name = BUF_INIT;

	for (uint64_t i = 0; i < n && i < THREADS_MAX && rows; i++) {
		const struct thread_entry *thread = index_thread(index, i);
		struct row_info info = {
			.type = RECORD_SAMPLE,
			.row = rows - 1,
			.pid = thread->pid,
			.tid = thread->tid,
			.has_tid = true,
		};

		buf_reset(&name);
		if (reader_comm_bytes(reader, &info, &name))
			add_line(out, name.p, name.len);
	}
	buf_release(&name);
	reader_close(reader);
}

/* A recording without an index gets none, because nobody asked for new files. */
static void add_of_file(enum candidates what, const char *file, struct buf *out)
{
	static const struct options none = { .max = UINT64_MAX };
	struct recording_options how = cli_recording_options(&none);
	struct recording *recording;
	struct buf index = BUF_INIT;
	struct err err = ERR_INIT;

	buf_addf(&index, "%s.pnx", file);
	how.no_index = access(index.p, R_OK) != 0;
	buf_release(&index);
	recording = recording_new(&how);
	if (!recording_add(recording, file, &err)) {
		recording_start(recording);
		if (what == CANDIDATES_COMMS) {
			recording_wait_for(recording, WAIT_MS);
			add_comms(recording, out);
		} else {
			add_events(recording, out);
		}
	}
	recording_close(recording);
}

/* Append the texts after define-span in the config file. */
static void add_spans(struct buf *out)
{
	static const char command[] = "define-span ";
	struct buf path = BUF_INIT, text = BUF_INIT;
	int fd = -1;

	if (folders_config(&path)) {
		buf_adds(&path, "/config");
		fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	}
	if (fd >= 0) {
		buf_added(&text, io_read(fd, buf_room(&text, CONFIG_BYTES), CONFIG_BYTES));
		close(fd);
	}
	for (const char *p = text.p; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		const char *line = p + strspn(p, " \t:");

		if (text_begins_with(line, command))
			add_line(out, line + strlen(command),
				 strcspn(line, "\n") - strlen(command));
	}
	buf_release(&path);
	buf_release(&text);
}

int candidates_write(enum candidates what, const char *const *files, size_t n)
{
	struct buf out = BUF_INIT;
	int status;

	if (what == CANDIDATES_SPANS)
		add_spans(&out);
	for (size_t i = 0; i < (n ? n : 1) && what != CANDIDATES_SPANS; i++) {
		const char *file = n ? files[i] : cli_default_file;
		struct stat st;

		/* The command that is being typed will need data that can be read only once. */
		if (!stat(file, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
			add_of_file(what, file, &out);
	}
	status = cli_write(&out);
	buf_release(&out);
	return status;
}
