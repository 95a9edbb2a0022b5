/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the columns that each character takes, as this machine's C library has them, for programs
 * that cannot ask the C library (ui/static_libc.c).
 */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	unsigned first = 0;

	if (!setlocale(LC_CTYPE, "C.UTF-8")) {
		fputs("widths: there is no locale C.UTF-8\n", stderr);
		return 1;
	}
	for (unsigned cp = 1; cp <= 0x110000; cp++) {
		int width = wcwidth((wchar_t)first);

		if (cp < 0x110000 && wcwidth((wchar_t)cp) == width)
			continue;
		if (width >= 0)
			printf("WIDTH(0x%x, 0x%x, %d)\n", first, cp - 1, width);
		first = cp;
	}
	return 0;
}
