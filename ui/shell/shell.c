/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"

void shell_ask(struct shell *shell, const char *command, int in)
{
	shell_release(shell);
	shell->command = mem_strdup(command);
	shell->in = in;
}

void shell_ask_editor(struct shell *shell, const char *file, unsigned line)
{
	const char *editor = getenv("VISUAL");
	struct buf command = BUF_INIT, place = BUF_INIT;

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	buf_addf(&command, "%s \"$@\"", editor && *editor ? editor : "vi");
	buf_addf(&place, "+%u", line);
	shell_ask(shell, command.p, -1);
	shell->place = buf_take(&place);
	buf_reset(&command);
	buf_addf(&command, "%s%s", *file == '/' ? "" : "./", file);
	shell->file = buf_take(&command);
}

void shell_release(struct shell *shell)
{
	free(shell->command);
	free(shell->place);
	free(shell->file);
	if (shell->in >= 0)
		close(shell->in);
	*shell = (struct shell)SHELL_INIT;
}

/*
 * The command gets signals as a shell gives them to a program, whatever the browser does with them.
 */
static int spawn(const struct shell *shell, int in, pid_t *pid)
{
	const char *path = getenv("SHELL");
	char name[] = "sh", option[] = "-c";
	/* Without a file the list ends before its place. */
	char *const argv[] = {
		name,	     option, shell->command, shell->file ? name : NULL, shell->place,
		shell->file, NULL
	};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t set;
	int rc;

	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	sigfillset(&set);
	posix_spawnattr_setsigdefault(&attr, &set);
	sigemptyset(&set);
	posix_spawnattr_setsigmask(&attr, &set);
	posix_spawn_file_actions_init(&files);
	if (in >= 0)
		posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
	else
		posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (shell->file || !path || !*path)
		path = "/bin/sh";
	rc = posix_spawn(pid, path, &files, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return rc;
}

static int wait_for(pid_t pid)
{
	int status;

	for (;;) {
		pid_t ended = waitpid(pid, &status, WUNTRACED);

		if (ended < 0 && errno != EINTR)
			return 127;
		if (ended == pid && WIFSTOPPED(status))
			raise(SIGSTOP);
		else if (ended == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
}

bool shell_run(struct shell *shell, int tty)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit, stop;
	pid_t pid;
	int rc;

	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	sigaction(SIGTSTP, &ignore, &stop);
	rc = spawn(shell, shell->in >= 0 ? shell->in : tty, &pid);
	if (rc == 0)
		shell->status = wait_for(pid);
	sigaction(SIGTSTP, &stop, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	sigaction(SIGINT, &interrupt, NULL);
	errno = rc;
	return rc == 0;
}
