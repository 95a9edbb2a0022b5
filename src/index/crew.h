/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CREW_H
#define INDEX_CREW_H

#include <pthread.h>
#include <stdbool.h>

#include "base/thread.h"

/*
 * The threads of a build. They scan pieces and pack blocks, whatever is next. The builder, the
 * thread that opens the crew, is one of its members: it packs blocks instead of waiting. As many
 * members are at work as there are processors; there are more of them, which work while others
 * wait.
 *
 * The crew's lock guards everything that the members share.
 */
enum crew_work {
	CREW_PACK, /* is done first */
	CREW_SCAN,
	CREW_WORKS
};

enum {
	CREW_PROCESSORS = 16, /* maximum; more would wait for the disk */
	CREW_MEMBERS = 2 * CREW_PROCESSORS
};

struct crew;

struct crew_member {
	struct crew *crew;
	struct thread thread; /* not of the builder */
	unsigned number;
};

struct crew {
	pthread_mutex_t lock;
	/* The following members are guarded by lock. */
	pthread_cond_t work;	/* a thread can do work, or must end */
	pthread_cond_t changed; /* see crew_tell() */
	/*
	 * Do the next piece of such work; the lock is released meanwhile. False: there is none now.
	 * NULL: there will be none.
	 */
	bool (*run[CREW_WORKS])(void *arg, unsigned member);
	void *arg[CREW_WORKS];
	int busy, limit; /* threads that work, and how many should, besides the builder */
	bool closing;

	unsigned threads; /* the builder has this number, the threads have those below it */
	struct crew_member members[CREW_MEMBERS];
};

/* processors: how many members should work at a time; 1: only the builder. */
void crew_open(struct crew *crew, unsigned processors);
void crew_close(struct crew *crew);

/* For the builder: from now on there is such work, or none if run is NULL. See struct crew. */
void crew_set(struct crew *crew, enum crew_work work, bool (*run)(void *arg, unsigned member),
	      void *arg);

/* Call these with the lock. */

/* There is more work. */
void crew_wake(struct crew *crew);

/* Something has happened for which the builder may wait. */
void crew_tell(struct crew *crew);

/*
 * For the builder: pack a block. If there is none, wait until crew_tell(). The builder does not
 * scan here: it would wait for the disk while rows before that place can be published.
 */
void crew_wait(struct crew *crew);

/* Call these without the lock: this member waits for the disk, and does not any more. */
void crew_pause(struct crew *crew);
void crew_resume(struct crew *crew);

#endif
