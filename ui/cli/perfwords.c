/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/perfwords.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct {
	const char *word; /* perf's command */
	struct {
		const char *command, *shows;
	} here[2]; /* what to type in its place */
} words[] = {
	{ "report", { { "perfnav FILE", "browse; vf is the flame graph, vg the call tree" },
	    { "perfnav count --by comm,dso,sym --pivot event FILE", "a table of functions" } } },
	{ "script", { { "perfnav print --format perf-script FILE", "the lines of perf script" },
	    { "perfnav print -F time,comm,ip,sym FILE", "chosen fields" } } },
	{ "evlist", { { "perfnav info FILE", "events, header, feature sections" } } },
	{ "buildid-list", { { "perfnav info FILE", "events, header, feature sections" } } },
	{ "sched", { { "perfnav --cmd ':spans offcpu' FILE", "each time off the CPU, longest first" },
	    { "perfnav --cmd ':offcpu' FILE", "a flame graph of the waits" } } },
	{ "trace", { { "perfnav --cmd ':spans syscall' FILE", "each system call, longest first" },
	    { "perfnav count --by span.name --agg 'sum(span.dur)' FILE", "a table of them" } } },
	{ "lock", { { "perfnav --cmd ':spans lock' FILE", "each wait for a lock, longest first" } } },
	{ "kmem", { { "perfnav --cmd ':spans mem' FILE", "each allocation until it was freed" } } },
	{ "mem", { { "perfnav --cmd ':mem' FILE", "accesses by level and latency" } } },
	{ "c2c", { { "perfnav --cmd ':mem line' FILE", "cache lines: which threads read and write them" } } },
	{ "diff", { { "perfnav --cmd ':compare OLD' NEW", "functions of two recordings" } } },
	{ "timechart", { { "perfnav FILE", "browse; vo is threads over time" } } },
	{ "top", { { "perf record -a -o FILE & perfnav --follow FILE", "a recording in progress" } } },
	{ "record", { { "perf record -o FILE COMMAND", "perf records; perfnav FILE shows it" } } },
	{ "stat", { { "perf stat record -o FILE COMMAND", "perf counts; perfnav FILE shows it" } } },
};
/* clang-format on */

bool perfwords_report(const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i].word, word) != 0)
			continue;
		fprintf(stderr, "perfnav: %s is a command of perf. Here:\n", word);
		for (size_t k = 0; k < 2 && words[i].here[k].command; k++)
			fprintf(stderr, "  %s\n      %s\n", words[i].here[k].command,
				words[i].here[k].shows);
		return true;
	}
	return false;
}
