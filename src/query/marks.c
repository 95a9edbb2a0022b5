/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/marks.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "file/spool.h"

int marks_open(struct marks *marks, const char *spool_dir, struct err *err)
{
	marks->fd = spool_file(spool_dir, err);
	return marks->fd < 0 ? ERR_IO : 0;
}

void marks_close(struct marks *marks)
{
	if (marks->fd >= 0)
		close(marks->fd);
}

static int failed(struct err *err, ssize_t n)
{
	return err_set(err, ERR_IO, "cannot keep the selection in a temporary file: %s",
		       n < 0 ? strerror(errno) : "no progress");
}

int marks_put(struct marks *marks, uint64_t block, const struct rows *rows, struct err *err)
{
	const char *p = (const char *)rows->bits;
	size_t done = 0;

	while (done < sizeof(rows->bits)) {
		ssize_t n = pwrite(marks->fd, p + done, sizeof(rows->bits) - done,
				   (off_t)(block * sizeof(rows->bits) + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return failed(err, n);
		done += (size_t)n;
	}
	return 0;
}

int marks_get(struct marks *marks, uint64_t block, struct rows *rows, struct err *err)
{
	size_t done = 0;
	char *p;

	memset(rows, 0, sizeof(*rows));
	p = (char *)rows->bits;
	while (done < sizeof(rows->bits)) {
		ssize_t n = pread(marks->fd, p + done, sizeof(rows->bits) - done,
				  (off_t)(block * sizeof(rows->bits) + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return failed(err, n);
		if (!n)
			break;
		done += (size_t)n;
	}
	return 0;
}
