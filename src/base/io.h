/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Read and write all of len bytes: a call that a signal interrupts is repeated, and a partial call
 * is continued. The functions with an offset do not change the offset of the descriptor, so any
 * thread can use them.
 */

/*
 * Return the number of bytes read. If it is less than len, errno is 0 at the end of the file, or
 * else the error.
 */
size_t io_read(int fd, void *to, size_t len);
size_t io_read_at(int fd, uint64_t off, void *to, size_t len);

/*
 * Write all bytes. If the other side is full, wait, even if the descriptor is nonblocking
 * (O_NONBLOCK), because another program may have set this flag. False: errno has the reason, and a
 * part of the bytes may be written.
 */
bool io_write(int fd, const void *from, size_t len);
bool io_write_at(int fd, uint64_t off, const void *from, size_t len);

/* The same as io_write_at(), or a function that handles some of its failures. */
typedef bool io_write_at_fn(int fd, uint64_t off, const void *from, size_t len);

/*
 * Copy len bytes from offset off of a file to the beginning of another one. False: the file has
 * fewer bytes, or a call failed; part of the bytes may be written.
 */
bool io_copy_at(int from, uint64_t off, int to, uint64_t len, io_write_at_fn *write_at);

/* The reason why a read returned too few bytes, for a message. error: its errno, 0 at the end. */
const char *io_why_few(int error);

#endif
