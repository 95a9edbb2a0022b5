/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: driver RECORDING [FILE], with one damage a line on standard input. FILE: the one that is
 * damaged of a recording that is a folder.
 *
 *	cut OFFSET			without the bytes from there on
 *	set OFFSET HEX			these bytes in place of those there
 *	fill OFFSET LENGTH BYTE		that byte, LENGTH times
 *
 * Reads the recording as it is, then once with each damage alone, all in one process: every row is
 * decoded and written as JSON, which is thrown away. A line of standard output tells of each how
 * the rows differ from the undamaged ones:
 *
 *	NUMBER opened|refused ROWS DAMAGES lost OFFSET... changed OFFSET... added COUNT
 *
 * lost are records that are no longer at their offset with their type and size, changed ones have
 * another pid, tid or time. Each is STREAM:OFFSET. The line of the recording as it is has the
 * number 0. One that takes more than LIMIT seconds ends the program by a signal.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/vec.h"
#include "out/json.h"
#include "recording/reader.h"

enum {
	LIMIT = 5,	   /* seconds of processor time */
	LIMIT_ASLEEP = 60, /* seconds of any kind, on a machine that does other things, too */
	LINE = 1 << 16
};

/* The parts of a record that must not change. */
struct fact {
	uint64_t offset, size, time;
	uint32_t stream, type, pid, tid;
	bool has_time, has_pid, has_tid;
};

typedef VEC(struct fact) facts_t;

/* The file as it is, and its copy that is damaged and repaired. */
struct patient {
	uint8_t *bytes;
	size_t size;
	int fd;
	struct buf path;   /* of the recording that is read */
	struct buf folder; /* copies of a folder's files, removed at the end */
	facts_t sound;
};

struct outcome {
	bool opened;
	uint64_t rows, damages;
	facts_t found;
};

static void die(const char *what)
{
	fprintf(stderr, "driver: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* Kills the program where a recording takes too long. */
static void set_limit(void)
{
	struct itimerval busy = { .it_value.tv_sec = LIMIT };

	setitimer(ITIMER_PROF, &busy, NULL);
	alarm(LIMIT_ASLEEP);
}

static void put(const struct patient *p, const void *bytes, size_t len, size_t offset)
{
	const char *from = bytes;

	while (len) {
		ssize_t n = pwrite(p->fd, from, len, (off_t)offset);

		if (n <= 0)
			die("writing to a file in memory");
		from += n;
		offset += (size_t)n;
		len -= (size_t)n;
	}
}

static void restore(const struct patient *p)
{
	if (ftruncate(p->fd, (off_t)p->size))
		die("a file in memory");
	put(p, p->bytes, p->size, 0);
}

static uint8_t *contents(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	size_t have = 0;
	uint8_t *bytes;

	if (fd < 0 || fstat(fd, &st))
		die(path);
	*size = (size_t)st.st_size;
	bytes = mem_alloc(*size + 1);
	while (have < *size) {
		ssize_t n = read(fd, bytes + have, *size - have);

		if (n <= 0)
			die(path);
		have += (size_t)n;
	}
	close(fd);
	return bytes;
}

static void admit_file(struct patient *p, const char *path)
{
	p->bytes = contents(path, &p->size);
	p->fd = memfd_create("recording", MFD_CLOEXEC);
	if (p->fd < 0)
		die("memfd_create");
	buf_addf(&p->path, "/proc/self/fd/%d", p->fd);
	restore(p);
}

static const char *temporary(void)
{
	const char *tmp = getenv("TMPDIR");

	return tmp ? tmp : "/tmp";
}

/* Another file of the folder is not damaged, so one copy of it is enough. */
static void admit_member(struct patient *p, const char *from, const char *name, bool damaged)
{
	struct buf source = BUF_INIT, copy = BUF_INIT;
	struct patient one = { 0 };

	buf_addf(&source, "%s/%s", from, name);
	buf_addf(&copy, "%s/%s", p->folder.p, name);
	one.bytes = contents(source.p, &one.size);
	one.fd = open(copy.p, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (one.fd < 0)
		die(copy.p);
	restore(&one);
	if (damaged) {
		p->bytes = one.bytes;
		p->size = one.size;
		p->fd = one.fd;
	} else {
		free(one.bytes);
		close(one.fd);
	}
	buf_release(&source);
	buf_release(&copy);
}

static void each_member(const char *folder, struct patient *p,
			void (*each)(struct patient *p, const char *folder, const char *name,
				     bool damaged),
			const char *damaged)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	if (!dir)
		die(folder);
	while ((entry = readdir(dir)))
		if (entry->d_type == DT_REG)
			each(p, folder, entry->d_name, damaged && !strcmp(entry->d_name, damaged));
	closedir(dir);
}

static void admit_folder(struct patient *p, const char *path, const char *damaged)
{
	buf_addf(&p->folder, "%s/damaged.XXXXXX", temporary());
	if (!mkdtemp(p->folder.p))
		die(p->folder.p);
	p->fd = -1;
	each_member(path, p, admit_member, damaged);
	if (p->fd < 0)
		die(damaged);
	buf_adds(&p->path, p->folder.p);
}

static void remove_member(struct patient *p, const char *folder, const char *name, bool damaged)
{
	struct buf path = BUF_INIT;

	(void)p;
	(void)damaged;
	buf_addf(&path, "%s/%s", folder, name);
	unlink(path.p);
	buf_release(&path);
}

static void discharge(struct patient *p)
{
	if (p->folder.len) {
		each_member(p->folder.p, p, remove_member, NULL);
		rmdir(p->folder.p);
	}
	close(p->fd);
	buf_release(&p->folder);
	buf_release(&p->path);
	vec_release(&p->sound);
	free(p->bytes);
}

static struct fact fact_of(const struct row_info *row)
{
	return (struct fact){
		.offset = row->offset,
		.size = row->size,
		.stream = row->stream,
		.time = row->has_time ? row->time : 0,
		.type = row->type,
		.pid = row->has_pid ? row->pid : 0,
		.tid = row->has_tid ? row->tid : 0,
		.has_time = row->has_time,
		.has_pid = row->has_pid,
		.has_tid = row->has_tid,
	};
}

static void read_rows(struct recording *recording, struct outcome *outcome)
{
	struct reader *reader = reader_open(recording);
	static const struct writer_options everything = { .n = 0 };
	struct writer *json = json_open(reader, &everything);
	struct buf line = BUF_INIT;

	outcome->rows = recording_rows(recording);
	for (uint64_t i = 0; i < outcome->rows; i++) {
		struct err err = ERR_INIT;
		struct row_info row;

		if (reader_row(reader, i, &row, &err)) {
			fprintf(stderr, "driver: row %llu: %s\n", (unsigned long long)i, err.msg);
			exit(2);
		}
		buf_reset(&line);
		json->row(json, &row, &line);
		if (row.type == RECORD_DAMAGE)
			outcome->damages++;
		else
			vec_push(&outcome->found, fact_of(&row));
	}
	buf_release(&line);
	json->close(json);
	reader_close(reader);
}

/* By stream, then by offset. */
static bool before(const struct fact *a, const struct fact *b)
{
	return a->stream != b->stream ? a->stream < b->stream : a->offset < b->offset;
}

static int in_order(const void *a, const void *b)
{
	return before(a, b) ? -1 : before(b, a);
}

static void sort(facts_t *facts)
{
	if (facts->n)
		qsort(facts->v, facts->n, sizeof(*facts->v), in_order);
}

static void examine(const struct patient *p, struct outcome *outcome)
{
	const struct recording_options how = {
		.no_index = true,
		.spool_dir = temporary(),
	};
	struct recording *recording;
	struct err err = ERR_INIT;

	*outcome = (struct outcome){ 0 };
	set_limit();
	if (recording_open(&recording, p->path.p, &how, &err))
		return;
	outcome->opened = recording_wait(recording) == INDEX_DONE;
	if (outcome->opened)
		read_rows(recording, outcome);
	sort(&outcome->found);
	recording_close(recording);
}

static bool same_place(const struct fact *a, const struct fact *b)
{
	return a->stream == b->stream && a->offset == b->offset && a->type == b->type &&
	       a->size == b->size;
}

static bool same_columns(const struct fact *a, const struct fact *b)
{
	return a->has_time == b->has_time && a->time == b->time && a->has_pid == b->has_pid &&
	       a->pid == b->pid && a->has_tid == b->has_tid && a->tid == b->tid;
}

/* Both lists are sorted. Call each with every sound record and the record found for it. */
static uint64_t compare(const facts_t *sound, const facts_t *found,
			void (*each)(const struct fact *was, const struct fact *is))
{
	uint64_t matched = 0;
	size_t k = 0;

	for (size_t i = 0; i < sound->n; i++) {
		const struct fact *was = &sound->v[i], *is = NULL;

		while (k < found->n && before(&found->v[k], was))
			k++;
		if (k < found->n && same_place(&found->v[k], was))
			is = &found->v[k];
		matched += is != NULL;
		each(was, is);
	}
	return found->n - matched;
}

static void tell_lost(const struct fact *was, const struct fact *is)
{
	if (!is)
		printf(" %u:%llu", was->stream, (unsigned long long)was->offset);
}

static void tell_changed(const struct fact *was, const struct fact *is)
{
	if (is && !same_columns(was, is))
		printf(" %u:%llu", was->stream, (unsigned long long)was->offset);
}

static void tell(const struct patient *p, const struct outcome *o, unsigned long number)
{
	uint64_t added;

	printf("%lu %s %llu %llu lost", number, o->opened ? "opened" : "refused",
	       (unsigned long long)o->rows, (unsigned long long)o->damages);
	added = compare(&p->sound, &o->found, tell_lost);
	fputs(" changed", stdout);
	compare(&p->sound, &o->found, tell_changed);
	printf(" added %llu\n", (unsigned long long)added);
	fflush(stdout);
}

static size_t from_hex(const char *hex, uint8_t *bytes, size_t max)
{
	size_t n = 0;
	unsigned byte;

	for (; n < max && sscanf(hex + 2 * n, "%2x", &byte) == 1; n++)
		bytes[n] = (uint8_t)byte;
	return n;
}

static void harm(const struct patient *p, const char *line)
{
	static uint8_t bytes[LINE];
	static char hex[LINE];
	size_t offset, len;
	unsigned byte;

	if (sscanf(line, "cut %zu", &offset) == 1 && offset <= p->size) {
		if (ftruncate(p->fd, (off_t)offset))
			die("a file in memory");
		return;
	}
	if (sscanf(line, "fill %zu %zu %u", &offset, &len, &byte) == 3 && len <= LINE) {
		memset(bytes, (int)byte, len);
	} else if (sscanf(line, "set %zu %65535s", &offset, hex) == 2) {
		len = from_hex(hex, bytes, LINE);
	} else {
		fprintf(stderr, "driver: what is %s", line);
		exit(2);
	}
	if (offset > p->size || len > p->size - offset) {
		fprintf(stderr, "driver: not in the file: %s", line);
		exit(2);
	}
	put(p, bytes, len, offset);
}

int main(int argc, char **argv)
{
	static char line[LINE];
	struct outcome outcome;
	struct patient p = { .path = BUF_INIT, .folder = BUF_INIT };

	if (argc != 2 && argc != 3) {
		fputs("usage: driver RECORDING [FILE] <DAMAGES\n", stderr);
		return 2;
	}
	if (argc == 3)
		admit_folder(&p, argv[1], argv[2]);
	else
		admit_file(&p, argv[1]);
	examine(&p, &outcome);
	p.sound = outcome.found;
	tell(&p, &outcome, 0);
	for (unsigned long number = 1; fgets(line, sizeof(line), stdin); number++) {
		harm(&p, line);
		examine(&p, &outcome);
		tell(&p, &outcome, number);
		vec_release(&outcome.found);
		restore(&p);
	}
	discharge(&p);
	return 0;
}
