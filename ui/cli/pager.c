/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pager.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"

static bool allowed;
static pid_t pager;

void pager_allow(void)
{
	allowed = isatty(STDOUT_FILENO);
}

/* Is there such a program in $PATH? */
static bool is_there(const char *name)
{
	const char *path = getenv("PATH");
	struct buf file = BUF_INIT;
	bool found = false;

	for (const char *p = path ? path : "", *end; *p && !found; p = *end ? end + 1 : end) {
		end = strchrnul(p, ':');
		buf_reset(&file);
		buf_add(&file, p, (size_t)(end - p));
		buf_addf(&file, "/%s", name);
		found = !access(file.p, X_OK);
	}
	buf_release(&file);
	return found;
}

/* The command for the shell. NULL: no pager. */
static const char *find_command(void)
{
	const char *command = getenv("PERFNAV_PAGER");

	if (!command)
		command = getenv("PAGER");
	if (!command)
		return is_there("less") ? "less" : NULL;
	return *command && strcmp(command, "cat") ? command : NULL;
}

/* The pager ends at the end of its input, but its user may read on for long. */
static void wait_for_pager(void)
{
	close(STDOUT_FILENO);
	waitpid(pager, NULL, 0);
}

/* The pager uses the terminal as long as it runs: the shell must not get it earlier. */
static void end_by_signal(int number)
{
	wait_for_pager();
	signal(number, SIG_DFL);
	raise(number);
}

/* Only the pager may have the read end, as its standard input. */
static bool spawn(const char *command, const int ends[2])
{
	char name[] = "sh", option[] = "-c", *text = mem_strdup(command);
	char *const argv[] = { name, option, text, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t usual;
	bool ok;

	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXFSZ);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigdefault(&attr, &usual);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
	ok = !posix_spawn(&pager, "/bin/sh", &files, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	free(text);
	return ok;
}

void pager_start(void)
{
	static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction end = { .sa_handler = end_by_signal, .sa_flags = SA_RESTART };
	const char *command;
	int ends[2];

	if (!allowed)
		return;
	allowed = false;
	command = find_command();
	if (!command || pipe2(ends, O_CLOEXEC))
		return;
	/* As git sets less: quit if all fits the screen, and leave the text there. */
	setenv("LESS", "FRX", false);
	if (spawn(command, ends) && dup2(ends[1], STDOUT_FILENO) >= 0) {
		atexit(wait_for_pager);
		sigfillset(&end.sa_mask);
		for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++)
			sigaction(caught[i], &end, NULL);
	}
	close(ends[0]);
	close(ends[1]);
}
