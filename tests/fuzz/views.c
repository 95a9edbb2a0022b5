/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer: any bytes as a recording, whose last ones are keys of the browser. */
#include <fcntl.h>

#include "fuzz/fuzz.h"
#include "recording/recording.h"
#include "shell/tui.h"

enum {
	KEYS = 24 /* bytes at the end of the input, each a line of the script */
};

static const char *const lines[] = {
	"vr",
	"va",
	"ve",
	"vt",
	"vd",
	"vs",
	"vb",
	"vl",
	"vh",
	"vc",
	"vf",
	"vg",
	"vm",
	"vo",
	"v&",
	"vi",
	"v'",
	"j",
	"k",
	"G",
	"g",
	"<Enter>",
	"<Tab>",
	"<Left>",
	"<Right>",
	"+",
	"-",
	"=",
	",",
	"a",
	"L",
	"K",
	"c",
	"R",
	"z",
	"s",
	"S",
	"t",
	"T",
	"u",
	"mx",
	"'x",
	"]",
	"[",
	"}",
	"{",
	")",
	"(",
	"e",
	"E",
	"n",
	"N",
	"q<Esc>",
	"<F7>",
	"<F8>",
	"*",
	"i",
	"o",
	"d",
	"b",
	"x",
	"<Esc>",
	"::filter type == SAMPLE<Enter>",
	"::filter pid == 99999999<Enter>",
	"::clear<Enter>",
	"::count comm,sym<Enter>",
	"::count dso,type fold<Enter>",
	"::bytes<Enter>",
	"::branches from<Enter>",
	"::mem line<Enter>",
	"::lines<Enter>",
	"::maps 1<Enter>",
	"::columns n,time,comm,dso,line<Enter>",
	"::order time<Enter>",
	"::50%<Enter>",
	"::heat sum(period)<Enter>",
	"::chart ip<Enter>",
	"::tree up<Enter>",
	"/a<Enter>",
	":wait",
	":resize 20x5",
	":resize 132x43",
	":dump x",
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	/* Screens and messages of the browser; libFuzzer writes to standard error. */
	if (!freopen("/dev/null", "w", stdout))
		return -1;
	setenv("HOME", "/nowhere", 1);
	unsetenv("XDG_CONFIG_HOME");
	return 0;
}

static int make_script(const uint8_t *keys)
{
	static int fd;
	struct buf text = BUF_INIT;

	if (!fd)
		fd = memfd_create("keys", MFD_CLOEXEC);
	for (int i = 0; i < KEYS; i++)
		buf_addf(&text, "%s\n", lines[keys[i] % (sizeof(lines) / sizeof(lines[0]))]);
	buf_adds(&text, ":dump end\n");
	fuzz_write(fd, (const uint8_t *)text.p, text.len);
	buf_release(&text);
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct recording_options how = {
		.no_index = true,
		.live = true,
		.spool_dir = fuzz_folder(),
		.wake = tui_wake,
		.symbols = { .symfs = "/nowhere", .kallsyms = "/nowhere" },
	};
	struct tui_next next = { .row = UINT64_MAX };
	struct tui_options browser = {
		.row = UINT64_MAX, .no_state = true, .secure = true, .next = &next
	};
	struct buf path = BUF_INIT, script = BUF_INIT;
	struct recording *recording;
	struct err err = ERR_INIT;

	if (size < KEYS || tui_wake_init(&err))
		return 0;
	buf_addf(&path, "/proc/self/fd/%d", fuzz_file(data, size - KEYS));
	buf_addf(&script, "/proc/self/fd/%d", make_script(data + size - KEYS));
	browser.script = script.p;
	if (!recording_open(&recording, path.p, &how, &err)) {
		tui_run(recording, &browser, &err);
		recording_close(recording);
	}
	for (size_t i = 0; i < next.paths.n; i++)
		free(next.paths.v[i]);
	vec_release(&next.paths);
	buf_release(&path);
	buf_release(&script);
	return 0;
}
