/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/marks.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "file/spool.h"

int marks_open(struct marks *marks, const char *spool_dir, struct err *err)
{
	marks->fd = spool_file(spool_dir, err);
	return marks->fd < 0 ? ERR_IO : 0;
}

void marks_close(struct marks *marks)
{
	if (marks->fd >= 0)
		spool_close(marks->fd);
}

static int failed(struct err *err)
{
	return err_set(err, ERR_IO, "cannot keep the selection in a temporary file: %s",
		       strerror(errno));
}

int marks_put(struct marks *marks, uint64_t block, const struct rows *rows, struct err *err)
{
	return spool_write_at(marks->fd, block * sizeof(rows->bits), rows->bits, sizeof(rows->bits))
		       ? 0
		       : failed(err);
}

int marks_get(struct marks *marks, uint64_t block, struct rows *rows, struct err *err)
{
	const size_t len = sizeof(rows->bits);

	memset(rows, 0, sizeof(*rows));
	if (io_read_at(marks->fd, block * len, rows->bits, len) < len && errno)
		return failed(err);
	return 0;
}
