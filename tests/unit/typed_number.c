/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/typed_number.h"

#include <string.h>

#include "tap.h"

static const struct {
	const char *text;
	uint64_t value; /* an integer without a unit is in ms, one with decimals too */
	enum typed_unit unit;
	size_t len;
} good[] = {
	{ "0", 0, TYPED_NO_UNIT, 1 },
	{ "42", 42000000, TYPED_NO_UNIT, 2 },
	{ "010", 10000000, TYPED_NO_UNIT, 3 },
	{ "0x1F", 31000000, TYPED_NO_UNIT, 4 },
	{ "0x", 0, TYPED_BAD_UNIT, 1 },
	{ "0x10ms", 16000000, TYPED_NO_UNIT, 4 },
	{ "0.001", 1000, TYPED_NO_UNIT, 5 },
	{ "5s", 5000000000, TYPED_TIME, 2 },
	{ "12.5ms", 12500000, TYPED_TIME, 6 },
	{ "1.000000001s", 1000000001, TYPED_TIME, 12 },
	{ "7ns)", 7, TYPED_TIME, 3 },
	{ "64Ki", 65536, TYPED_COUNT, 4 },
	{ "1.5K..", 1500, TYPED_COUNT, 4 },
	{ "3..5", 3000000, TYPED_NO_UNIT, 1 },
	{ "3.", 3000000, TYPED_NO_UNIT, 1 },
	{ "12.5%", 12500000000, TYPED_PERCENT, 5 },
	{ "100%..", 100000000000, TYPED_PERCENT, 4 },
	{ "10%3", 10000000, TYPED_NO_UNIT, 2 },
	{ "10%a", 10000000, TYPED_NO_UNIT, 2 },
	{ "18446744073709551615ns", UINT64_MAX, TYPED_TIME, 22 },
	{ "1e3", 0, TYPED_BAD_UNIT, 1 },
	{ "5min", 0, TYPED_BAD_UNIT, 1 },
};

static const struct {
	const char *text;
	const char *error;
} wrong[] = {
	{ "18446744073709551616", "64 bits" },
	{ "0x10000000000000000", "64 bits" },
	{ "18446744073709551615us", "64 bits" },
	{ "1.0000000001s", "nine digits" },
	{ "1.5ns", "decimal places than its unit" },
	{ "0.0000001", "decimal places than its unit" },
	{ "100.1%", "100%" },
	{ "101%", "100%" },
	{ "5min", "not a unit" },
};

static void test_good(void)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct typed_number n;
		uint64_t value = 0;

		is_int(typed_number_read(&n, good[i].text, strlen(good[i].text), 0, NULL), 0, "%s",
		       good[i].text);
		is_int(n.unit, good[i].unit, "%s: its unit", good[i].text);
		is_int(n.len, good[i].len, "%s: its length", good[i].text);
		if (good[i].unit == TYPED_BAD_UNIT)
			continue;
		is_int(typed_number_value(&n, 1000000, &value, NULL), 0, "%s is whole",
		       good[i].text);
		ok(value == good[i].value, "%s: its value", good[i].text);
	}
}

static void test_wrong(void)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char text[64] = "> ";
		struct err err = ERR_INIT;
		struct typed_number n;
		uint64_t value;
		int rc;

		strcat(text, wrong[i].text);
		rc = typed_number_read(&n, text, strlen(text), 2, &err);
		if (!rc)
			rc = typed_number_value(&n, 1000000, &value, &err);
		is_int(rc, ERR_PARSE, "%s is rejected", wrong[i].text);
		ok(strstr(err.msg, wrong[i].error), "%s: %s", wrong[i].text, err.msg);
		is_int(err.offset, strcmp(wrong[i].text, "5min") ? 2 : 3, "%s: its column",
		       wrong[i].text);
	}
}

static void test_count(void)
{
	uint64_t value = 0;

	ok(typed_number_parse_count("010", &value) && value == 10, "010 is decimal");
	ok(typed_number_parse_count("512Mi", &value) && value == 512 * 1048576, "512Mi");
	ok(!typed_number_parse_count("5s", &value), "5s is a time");
	ok(!typed_number_parse_count("5%", &value), "5%% is a percentage");
	ok(!typed_number_parse_count("1.5", &value), "1.5 is not whole");
	ok(!typed_number_parse_count("5 ", &value), "a blank after a number");
	ok(!typed_number_parse_count("-5", &value), "a sign");
	ok(!typed_number_parse_count("", &value), "no text");
	ok(!typed_number_parse_count("18446744073709551616", &value), "too large");
}

int main(void)
{
	test_good();
	test_wrong();
	test_count();
	return done_testing();
}
