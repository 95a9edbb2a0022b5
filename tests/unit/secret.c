/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where keys go in tables: the same in a process, elsewhere in another. */
#include "base/secret.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tap.h"

/* 0: it does not run as it is (with qemu). */
static uint64_t hash_of_another(const char *program)
{
	char command[4096], line[32] = "";
	FILE *f;

	snprintf(command, sizeof(command), "'%s' print 2>/dev/null", program);
	f = popen(command, "r");
	if (!f)
		abort();
	if (!fgets(line, sizeof(line), f))
		line[0] = '\0';
	pclose(f);
	return strtoull(line, NULL, 16);
}

int main(int argc, char **argv)
{
	uint64_t hash = secret_hash("key", 3), other;

	if (argc > 1) {
		printf("%" PRIx64 "\n", hash);
		return 0;
	}
	is_hex(secret_hash("key", 3), hash, "the same key, the same place");
	ok(secret_hash("kez", 3) != hash, "another key, another one");
	other = hash_of_another(argv[0]);
	if (other) {
		ok(other != hash, "another process, another one");
		ok(other != hash_of_another(argv[0]), "... each time");
	} else {
		skip(2, "programs of this architecture run in an emulator only");
	}
	return done_testing();
}
