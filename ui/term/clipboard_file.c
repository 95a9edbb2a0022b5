/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/clipboard_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/io.h"
#include "folders.h"

bool clipboard_file_write(const char *text, size_t len, struct buf *path)
{
	bool good;
	int fd;

	if (!folders_state(path))
		return false;
	buf_adds(path, "/clipboard");
	fd = open(path->p, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
		  0600);
	if (fd < 0)
		return false;
	good = io_write(fd, text, len);
	return close(fd) == 0 && good;
}
