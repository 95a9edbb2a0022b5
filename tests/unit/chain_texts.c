/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of several frames: kept from the second time on, and found only for these addresses. */
#include "out/chain_texts.h"

#include "tap.h"

enum {
	MOST = 127, /* frames */
	CHAINS = 20000
};

static const char *find(struct chain_texts *chains, uint32_t space, const uint64_t *ips, size_t n)
{
	static char copy[64];
	uint32_t len;
	const char *text = chain_texts_find(chains, space, ips, n, &len);

	if (!text || len >= sizeof(copy))
		return text ? "too long" : NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

/* Act as a writer of texts: true if the text was known, and the right one. */
static bool see(struct chain_texts *chains, uint32_t space, const uint64_t *ips, size_t n,
		const char *text)
{
	const char *known = find(chains, space, ips, n);

	if (known)
		return !strcmp(known, text);
	chain_texts_keep(chains, space, ips, n, text, strlen(text));
	return false;
}

static void few(void)
{
	static const uint64_t ips[] = { 0x1000, 0x2000, 0x3000 }, other[] = { 0x1000, 0x2000, 0 };
	struct chain_texts chains = { 0 };

	ok(!see(&chains, 1, ips, 3, "one"), "nothing is known at first,");
	ok(!see(&chains, 1, ips, 3, "one"), "nor what was seen once;");
	is_str(find(&chains, 1, ips, 3), "one", "what was seen twice is");
	is_str(find(&chains, 2, ips, 3), NULL, "in its space,");
	is_str(find(&chains, 1, ips, 2), NULL, "of as many addresses,");
	is_str(find(&chains, 1, other, 3), NULL, "of these addresses");
	ok(!see(&chains, 1, ips, 0, "") && !see(&chains, 1, ips, 0, ""), "no addresses");
	is_str(find(&chains, 1, ips, 0), "", "have a text, too");
	is_str(find(&chains, 1, ips, 3), "one", "beside the others");
	chain_texts_release(&chains);
}

static void make(uint64_t *ips, char *text, size_t size, unsigned i)
{
	for (unsigned k = 0; k < MOST; k++)
		ips[k] = 0xffffffff81000000 + i * 16ull + k;
	snprintf(text, size, "chain %u", i);
}

/* More than there is room for. */
static void many(void)
{
	struct chain_texts chains = { 0 };
	unsigned known = 0, wrong = 0;
	uint64_t ips[MOST];
	char text[64];

	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < CHAINS; i++) {
			make(ips, text, sizeof(text), i);
			see(&chains, i % 3, ips, MOST, text);
			see(&chains, i % 3, ips, MOST, text);
			known += see(&chains, i % 3, ips, MOST, text);
		}
	}
	is_uint(known, 2 * CHAINS, "who comes three times in a row is known then");
	known = 0;
	for (unsigned i = 0; i < CHAINS; i++) {
		const char *found;

		make(ips, text, sizeof(text), i);
		found = find(&chains, i % 3, ips, MOST);
		known += found != NULL;
		wrong += found && strcmp(found, text) != 0;
	}
	is_uint(wrong, 0, "none of another");
	ok(known > 100 && known < CHAINS, "%u of %u are known", known, CHAINS);
	chain_texts_release(&chains);
}

int main(void)
{
	few();
	many();
	return done_testing();
}
