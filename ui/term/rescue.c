/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/rescue.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
	volatile sig_atomic_t armed;
	int fd;
	struct termios tio;
	bool has_tio;
	char text[256];
	size_t len;
} rescue;

void rescue_begin(int fd)
{
	rescue.fd = fd;
	rescue.has_tio = tcgetattr(fd, &rescue.tio) == 0;
	rescue.len = 0;
}

void rescue_add(const char *text)
{
	while (*text) {
		const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;

		if (end)
			text = end + 1;
		else if (rescue.len < sizeof(rescue.text))
			rescue.text[rescue.len++] = *text++;
		else
			return;
	}
}

void rescue_arm(bool on)
{
	rescue.armed = on;
}

void rescue_run(void)
{
	if (!rescue.armed)
		return;
	rescue.armed = 0;
	if (write(rescue.fd, rescue.text, rescue.len) < 0)
		return;
	if (rescue.has_tio)
		tcsetattr(rescue.fd, TCSANOW, &rescue.tio);
}
