/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of addresses: kept texts are found, and nothing else, whatever had to make room. */
#include "out/frame_texts.h"

#include "tap.h"

static const char *find(const struct frame_texts *texts, uint32_t space, uint64_t ip)
{
	static char copy[20000];
	uint32_t len;
	const char *text = frame_texts_find(texts, space, ip, &len);

	if (!text)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

static void keep(struct frame_texts *texts, uint32_t space, uint64_t ip, const char *text)
{
	frame_texts_keep(texts, space, ip, text, strlen(text));
}

static void few(void)
{
	struct frame_texts texts = { 0 };
	uint32_t a = frame_texts_space(&texts, 77), b = frame_texts_space(&texts, 78);
	static char longest[20000];

	is_str(find(&texts, a, 0x1000), NULL, "nothing is kept yet");
	ok(a != b && frame_texts_space(&texts, 77) == a, "a number for each space");
	keep(&texts, a, 0x1000, "one");
	keep(&texts, b, 0x1000, "two");
	keep(&texts, a, 0, "");
	is_str(find(&texts, a, 0x1000), "one", "an address of a space");
	is_str(find(&texts, b, 0x1000), "two", "the same of another");
	is_str(find(&texts, a, 0), "", "an empty text");
	is_str(find(&texts, b, 0), NULL, "nothing");
	memset(longest, 'x', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	keep(&texts, a, 0x2000, longest);
	is_str(find(&texts, a, 0x2000), NULL, "a very long one is not kept");
	frame_texts_release(&texts);
}

/* More than there is room for: a text is the right one, or there is none. */
static void many(void)
{
	enum {
		TEXTS = 200000
	};
	struct frame_texts texts = { 0 };
	unsigned known = 0, wrong = 0, lost = 0;
	char text[64];

	for (unsigned i = 0; i < TEXTS; i++) {
		snprintf(text, sizeof(text), "%u", i);
		keep(&texts, frame_texts_space(&texts, i % 100), i * 16, text);
		lost += !find(&texts, frame_texts_space(&texts, i % 100), i * 16);
	}
	for (unsigned i = 0; i < TEXTS; i++) {
		const char *found = find(&texts, frame_texts_space(&texts, i % 100), i * 16);

		snprintf(text, sizeof(text), "%u", i);
		known += found != NULL;
		wrong += found && strcmp(found, text) != 0;
	}
	is_uint(lost, 0, "what was kept last is there");
	is_uint(wrong, 0, "none of another");
	ok(known > 1000 && known < TEXTS, "%u of %u are known", known, TEXTS);
	frame_texts_release(&texts);
}

int main(void)
{
	few();
	many();
	return done_testing();
}
