/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reading and writing all of so many bytes: a call that a signal has interrupted is made again, one
 * that did a part of it is gone on with. The functions with an offset leave the descriptor's place
 * alone, so that any thread can use them.
 */

/*
 * How many bytes were read. Where these are fewer than len, errno is 0 where the file has no more,
 * else it says what went wrong.
 */
size_t io_read(int fd, void *to, size_t len);
size_t io_read_at(int fd, uint64_t off, void *to, size_t len);

/*
 * False: errno says why, and some of the bytes may be written. What is full for now is waited for,
 * also where the descriptor does not wait (O_NONBLOCK): another program may have set it so.
 */
bool io_write(int fd, const void *from, size_t len);
bool io_write_at(int fd, uint64_t off, const void *from, size_t len);

/* As io_write_at(), or what does more where that fails. */
typedef bool io_write_at_fn(int fd, uint64_t off, const void *from, size_t len);

/*
 * Copy len bytes from the offset off of a file to the beginning of another. False: there are fewer,
 * or one of the calls failed; some of the bytes may be written.
 */
bool io_copy_at(int from, uint64_t off, int to, uint64_t len, io_write_at_fn *write_at);

/* Why the last reading of bytes that were written before gave too few, for a message. */
const char *io_why_few(void);

#endif
