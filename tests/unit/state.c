/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two browsers made of the same state is merged, each thing by itself. */
#include "session/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "session/state_merge.h"
#include "tap.h"

static const char head[] = "perfnav-state 1\nidentity \n";

/* Lines as they are in the file. */
static void read_lines(struct state *state, const char *lines)
{
	struct buf text = BUF_INIT;
	const char *identity;

	buf_addf(&text, "%s%s", head, lines);
	buf_addf(&text, "end %016llx\n", (unsigned long long)hash_stable(text.p, text.len));
	state_init(state);
	if (state_read(state, text.p, text.len, &identity, NULL) < 0)
		abort();
	buf_release(&text);
}

static void add_lines(const struct state *state, struct buf *out)
{
	struct buf text = BUF_INIT;

	state_write(state, "", &text);
	buf_add(out, text.p + sizeof(head) - 1,
		text.len - (sizeof(head) - 1) - (sizeof("end 0123456789abcdef\n") - 1));
	buf_release(&text);
}

static const struct {
	const char *what, *base, *mine, *theirs, *want;
} merges[] = {
	{ "nothing", "", "", "", "" },
	{ "marks of both", "", "mark a 5\n", "mark b 7\n", "mark a 5\nmark b 7\n" },
	{ "a mark that both moved", "mark a 1\n", "mark a 5\n", "mark a 7\n", "mark a 5\n" },
	{ "a mark that they moved", "mark a 1\n", "mark a 1\n", "mark a 7\n", "mark a 7\n" },
	{ "a mark that they dropped", "mark a 1\n", "mark a 1\n", "", "" },
	{ "a mark that I dropped", "mark a 1\n", "", "mark a 1\n", "" },
	{ "a place where I stayed", "row 1\n", "row 1\n", "row 7\n", "row 7\n" },
	{ "... and where I went", "row 1\n", "row 5\n", "row 7\n", "row 5\n" },
	{ "their filter", "", "", "filter on\nchip cpu == 1\n", "filter on\nchip cpu == 1\n" },
	{ "my filter", "filter on\nchip cpu == 0\n", "filter on\nchip pid == 1\n",
	  "filter on\nchip-off cpu == 0\n", "filter on\nchip pid == 1\n" },
	{ "a condition that I turned off", "filter on\nchip cpu == 0\n",
	  "filter on\nchip-off cpu == 0\n", "filter on\nchip cpu == 0\n",
	  "filter on\nchip-off cpu == 0\n" },
	{ "columns of two events", "", "columns n,ip\nof-event x\n", "columns n\nof-event y\n",
	  "columns n,ip\nof-event x\ncolumns n\nof-event y\n" },
	{ "columns that they changed", "columns n\nof-event x\n", "columns n\nof-event x\n",
	  "columns ip\nof-event x\n", "columns ip\nof-event x\n" },
	{ "columns that they dropped", "columns n\nof-event x\n", "columns n\nof-event x\n", "",
	  "" },
	{ "definitions of both", "", "define a() 1\n", "define ab() 2\n",
	  "define a() 1\ndefine ab() 2\n" },
	{ "a definition that they changed", "define a(x) $x\n", "define a(x) $x\n",
	  "define a(y) $y\n", "define a(y) $y\n" },
	{ "a definition that both changed", "define a 1\n", "define a 2\n", "define a 3\n",
	  "define a 2\n" },
	{ "their format of times", "", "", "time-format cpu\n", "time-format cpu\n" },
	{ "their view", "", "", "view overview\n", "view overview\n" },
	{ "mine, if both changed it", "", "view overview\n", "view threads\n", "view overview\n" },
	{ "their order", "order file\n", "order file\n", "order time\n", "order time\n" },
	{ "source paths of both", "map-path a b\n", "map-path a b\nmap-path c d\n",
	  "map-path a b\nmap-path e f\n", "map-path a b\nmap-path c d\nmap-path e f\n" },
	{ "... which is usual again", "time-format cpu\n", "time-format cpu\n", "", "" },
	{ "my time zero", "", "time-zero 5\n", "time-zero 7\n", "time-zero 5\n" },
	{ "notes of both", "flag 1\n", "flag 1\nflag 2\n", "note 3 x\n", "flag 2\nnote 3 x\n" },
};

int main(void)
{
	for (size_t i = 0; i < sizeof(merges) / sizeof(merges[0]); i++) {
		struct state base, mine, theirs, copy;
		struct buf text = BUF_INIT;

		read_lines(&base, merges[i].base);
		read_lines(&mine, merges[i].mine);
		read_lines(&theirs, merges[i].theirs);
		state_init(&copy);
		state_copy(&copy, &mine);
		state_merge(&copy, &base, &theirs);
		add_lines(&copy, &text);
		is_str(text.p, merges[i].want, "%s", merges[i].what);
		state_release(&base);
		state_release(&mine);
		state_release(&theirs);
		state_release(&copy);
		buf_release(&text);
	}
	return done_testing();
}
