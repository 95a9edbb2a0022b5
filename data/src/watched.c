/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watched - keeps a tally of notes: a variable for breakpoints and a function for uprobes.
 *
 * usage: watched [NOTES]
 */
#include <stdio.h>
#include <stdlib.h>

long add_note(long amount, const char *author);

volatile long tally;		/* watched by a breakpoint */
static volatile long largest;

/* Probed at its entry, with both arguments, and at its return. */
long add_note(long amount, const char *author)
{
	tally += author[0] == 'a' ? amount : -amount;
	if (tally > largest)
		largest = tally;
	return tally;
}

int main(int argc, char **argv)
{
	static const char *const authors[] = { "ada", "grace", "alan" };
	int notes = argc > 1 ? atoi(argv[1]) : 60;

	for (int i = 0; i < notes; i++)
		add_note((long)i * i % 97, authors[i % 3]);
	printf("%ld %ld\n", tally, largest);
	return 0;
}
