/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/mem.h"

enum {
	COPY_BYTES = 1 << 18
};

int spool_file(const char *dir, struct err *err)
{
	struct buf name = BUF_INIT;
	int fd;

	if (!dir)
		dir = "/var/tmp";
	buf_addf(&name, "%s/perfnav-XXXXXX", dir);
	fd = mkostemp(name.p, O_CLOEXEC);
	if (fd >= 0)
		unlink(name.p);
	else
		err_set(err, ERR_IO, "cannot make a temporary file in %s: %s", dir,
			strerror(errno));
	buf_release(&name);
	return fd >= 0 ? fd : ERR_IO;
}

/* Who has the descriptor, too, may have made it one that does not wait. */
static void wait_for_input(int from)
{
	struct pollfd input = { .fd = from, .events = POLLIN };

	poll(&input, 1, -1);
}

static int copy(int from, int to, struct err *err)
{
	char *p = mem_alloc(COPY_BYTES);
	int rc = 0;

	while (!rc) {
		ssize_t n = read(from, p, COPY_BYTES);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN) {
			wait_for_input(from);
			continue;
		}
		if (n < 0)
			rc = err_set(err, ERR_IO, "cannot read the recording: %s", strerror(errno));
		if (n <= 0)
			break;
		if (!io_write(to, p, (size_t)n))
			rc = err_set(err, ERR_IO, "cannot write the temporary copy: %s",
				     strerror(errno));
	}
	free(p);
	return rc;
}

int spool_copy(int from, const char *dir, struct err *err)
{
	int fd = spool_file(dir, err), rc;

	if (fd < 0)
		return fd;
	rc = copy(from, fd, err);
	if (!rc)
		return fd;
	close(fd);
	return rc;
}
