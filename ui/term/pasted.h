/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_PASTED_H
#define TERM_PASTED_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum {
	PASTED_WAIT_MS = 25 /* for the rest of a sequence or a character */
};

/*
 * Input that arrives faster than a person types. It is read in pieces, because curses makes two
 * system calls for each byte. Zeroed before the first use.
 */
struct pasted {
	char *bytes;	/* NULL: nothing was read yet */
	size_t at, end; /* the bytes from at to end are not keys yet */
};

void pasted_release(struct pasted *pasted);

/* Are bytes left? */
bool pasted_has(const struct pasted *pasted);

/* If none are left: read the input if it is such. Returns false if it is not. */
bool pasted_read(struct pasted *pasted, int fd);

/* Is the next byte a control character, with which a sequence can begin? */
bool pasted_is_control(const struct pasted *pasted);

/*
 * Take a sequence of bytes that known() turns into a code above 0; below 0: such a sequence can
 * begin with the bytes. Returns the code; 0: there is no such sequence.
 */
int pasted_sequence(struct pasted *pasted, int fd, int (*known)(const char *sequence));

/* Take a character. False: a byte that is not part of one was dropped. */
bool pasted_char(struct pasted *pasted, int fd, wchar_t *wch);

#endif
