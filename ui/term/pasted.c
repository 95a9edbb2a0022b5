/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/pasted.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	LEAST = 32, /* bytes that a person does not type before they are read */
	BYTES = 4096,
	SEQUENCE_MAX = 32
};

void pasted_release(struct pasted *p)
{
	free(p->bytes);
}

/* Read more bytes after those that are left. False: nothing arrives within ms milliseconds. */
static bool read_more(struct pasted *p, int fd, int ms)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	ssize_t n;

	if (p->at)
		memmove(p->bytes, p->bytes + p->at, p->end - p->at);
	p->end -= p->at;
	p->at = 0;
	if (poll(&poll_fd, 1, ms) <= 0)
		return false;
	n = read(fd, p->bytes + p->end, BYTES - p->end);
	if (n > 0)
		p->end += (size_t)n;
	return n > 0;
}

bool pasted_has(const struct pasted *p)
{
	return p->at < p->end;
}

bool pasted_read(struct pasted *p, int fd)
{
	int pending = 0;

	if (ioctl(fd, FIONREAD, &pending) < 0 || pending < LEAST)
		return false;
	if (!p->bytes)
		p->bytes = mem_alloc(BYTES);
	return read_more(p, fd, 0);
}

bool pasted_is_control(const struct pasted *p)
{
	unsigned char c = (unsigned char)p->bytes[p->at];

	return c < ' ' || c == 0x7f;
}

int pasted_sequence(struct pasted *p, int fd, int (*known)(const char *sequence))
{
	char sequence[SEQUENCE_MAX + 1] = { 0 };
	int code = -1;

	for (size_t n = 1; code < 0 && n <= SEQUENCE_MAX; n++) {
		if (p->at + n > p->end && !read_more(p, fd, PASTED_WAIT_MS))
			return 0;
		sequence[n - 1] = p->bytes[p->at + n - 1];
		code = sequence[n - 1] ? known(sequence) : 0;
		if (code > 0)
			p->at += n;
	}
	return code > 0 ? code : 0;
}

bool pasted_char(struct pasted *p, int fd, wchar_t *wch)
{
	mbstate_t state;
	size_t n = 0;

	do {
		memset(&state, 0, sizeof(state));
		n = mbrtowc(wch, p->bytes + p->at, p->end - p->at, &state);
	} while (n == (size_t)-2 && read_more(p, fd, PASTED_WAIT_MS));
	if (n == (size_t)-1 || n == (size_t)-2) {
		p->at++;
		return false;
	}
	p->at += n ? n : 1;
	return true;
}
