/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/digits.h"

#include "tap.h"

static void check(const char *text, const char *want, int whole)
{
	struct buf out = BUF_INIT;
	size_t n;
	bool number;

	digits_add(text, &out);
	is_str(out.p, want, "%s in groups", text);
	number = digits_whole(out.p, &n);
	is_int(number ? (int)n : -1, whole, "... with these bytes before the point");
	buf_release(&out);
}

int main(void)
{
	check("0", "0", 1);
	check("999", "999", 3);
	check("1000", "1 000", 5);
	check("123456", "123 456", 7);
	check("18446744073709551615", "18 446 744 073 709 551 615", 26);
	check("1234567.8901", "1 234 567.8901", 9);
	check("-1234", "-1 234", 6);
	check("+1000 pp", "+1 000 pp", 6);
	check(">5000", ">5 000", 6);
	check("1897/s", "1 897/s", 5);
	check("12345 bytes", "12 345 bytes", 6);
	check("-", "-", 1);
	/* Not numbers: they stay as they are. */
	check("", "", -1);
	check("0x1234", "0x1234", -1);
	check("1234abcd", "1234abcd", -1);
	check("main", "main", -1);
	check("-x", "-x", -1);
	return done_testing();
}
