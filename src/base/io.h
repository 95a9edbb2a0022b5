/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Read and write all of len bytes: calls that a signal interrupts are repeated, calls that do a
 * part are continued. The functions with an offset do not change the descriptor's own offset, so
 * that any thread can use them.
 */

/*
 * Return the number of bytes read. If they are fewer than len, errno is 0 at the end of the file,
 * otherwise it tells the error.
 */
size_t io_read(int fd, void *to, size_t len);
size_t io_read_at(int fd, uint64_t off, void *to, size_t len);

/*
 * False: errno has the reason, and part of the bytes may be written. If the other side is full,
 * wait, even if the descriptor is nonblocking (O_NONBLOCK), because another program may have made
 * it so.
 */
bool io_write(int fd, const void *from, size_t len);
bool io_write_at(int fd, uint64_t off, const void *from, size_t len);

/* As io_write_at(), or a function that does more if that fails. */
typedef bool io_write_at_fn(int fd, uint64_t off, const void *from, size_t len);

/*
 * Copy len bytes from offset off of a file to the beginning of another one. False: the file has
 * fewer bytes, or a call failed; part of the bytes may be written.
 */
bool io_copy_at(int from, uint64_t off, int to, uint64_t len, io_write_at_fn *write_at);

/* Why the last read of bytes that this process has written gave too few bytes, for a message. */
const char *io_why_few(void);

#endif
