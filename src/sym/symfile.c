/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symfile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/text.h"

enum {
	RECORDED_MAX = 20 /* bytes of a build id */
};

void symfile_release(struct symfile *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	buf_release(&file->path);
}

/* Opening or reading some of the kernel's virtual files has side effects. */
static bool is_made_up(const char *path)
{
	struct statfs fs;

	if (!strcmp(path, "/proc/kallsyms") || !strcmp(path, "/proc/kcore"))
		return false;
	return statfs(path, &fs) || fs.f_type == PROC_SUPER_MAGIC || fs.f_type == SYSFS_MAGIC ||
	       fs.f_type == DEBUGFS_MAGIC || fs.f_type == TRACEFS_MAGIC;
}

/*
 * Do not open files that are not regular, because opening a FIFO or a device can have side effects.
 * Check again afterwards, because the file may have been replaced in between.
 */
enum sym_why symfile_open(struct symfile *file, const char *path)
{
	struct stat st;
	int fd;

	if (stat(path, &st))
		return errno == ENOENT || errno == ENOTDIR ? SYM_WHY_MISSING : SYM_WHY_REFUSED;
	if (!S_ISREG(st.st_mode) || is_made_up(path))
		return SYM_WHY_REFUSED;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return SYM_WHY_REFUSED;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return SYM_WHY_REFUSED;
	}
	buf_reset(&file->path);
	buf_adds(&file->path, path);
	file->fd = fd;
	file->size = (uint64_t)st.st_size;
	file->dev = st.st_dev;
	file->ino = st.st_ino;
	file->mtime_ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec;
	file->owner = st.st_uid;
	file->facts = (struct elf_facts){ .elf = false };
	return SYM_WHY_NONE;
}

void symfile_remember(const struct symfile *file, struct symfile_trace *trace)
{
	trace->size = file->size;
	trace->dev = file->dev;
	trace->ino = file->ino;
	trace->mtime_ns = file->mtime_ns;
	buf_reset(&trace->path);
	buf_adds(&trace->path, file->path.p);
}

int symfile_again(const struct symfile_trace *trace)
{
	struct symfile file = SYMFILE_INIT;
	int fd = -1;

	if (trace->path.len && !symfile_open(&file, trace->path.p) && file.dev == trace->dev &&
	    file.ino == trace->ino && file.size == trace->size &&
	    file.mtime_ns == trace->mtime_ns) {
		fd = file.fd;
		file.fd = -1;
	}
	symfile_release(&file);
	return fd;
}

static bool all_zero(const uint8_t *p, size_t len)
{
	while (len && !p[len - 1])
		len--;
	return !len;
}

bool symfile_is_trusted(const struct symfile *file)
{
	return !file->owner || file->owner == geteuid();
}

bool symfile_same_id(const uint8_t *a, size_t len_a, const uint8_t *b, size_t len_b)
{
	size_t len = len_a < len_b ? len_a : len_b;

	return len && !memcmp(a, b, len) &&
	       (len == RECORDED_MAX ||
		(all_zero(a + len, len_a - len) && all_zero(b + len, len_b - len)));
}

/* Remove padding in units of 4 bytes, because the last byte of an id can be 0. */
size_t symfile_id_len(const uint8_t *id, size_t len)
{
	while (len >= 12 && all_zero(id + len - 4, 4))
		len -= 4;
	return len;
}

/* ---- candidates ---- */

struct file_search {
	const struct symfile_places *places;
	struct symhelper *helper;
	const uint8_t *id; /* the required build id */
	size_t id_len;	   /* 0: any */
	bool dwarf;	   /* require debug information */
	bool crc;	   /* compute the checksum of files without a build id, too */
	bool outside;	   /* paths are not recorded ones, so do not look below roots */
	enum sym_why why;  /* for the best rejected candidate */
};

/* Note a reason. Reasons that are more informative are later in this order. */
static void note_why(struct file_search *s, enum sym_why why)
{
	static const enum sym_why order[] = { SYM_WHY_MISSING, SYM_WHY_REFUSED, SYM_WHY_BROKEN,
					      SYM_WHY_DIED, SYM_WHY_DIFFERS };
	size_t was = 0, is = 0;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		was = order[i] == s->why ? i : was;
		is = order[i] == why ? i : is;
	}
	if (is >= was)
		s->why = why;
}

/* Try the file at this path. */
static bool try_file(struct file_search *s, struct symfile *file, const char *path)
{
	enum sym_why why = symfile_open(file, path);

	if (!why && !symhelper_facts(s->helper, file->fd, file->size, s->crc, &file->facts))
		why = SYM_WHY_DIED;
	else if (!why && !file->facts.elf)
		why = SYM_WHY_BROKEN;
	else if (!why && s->id_len &&
		 !symfile_same_id(file->facts.build_id, file->facts.build_id_len, s->id, s->id_len))
		why = SYM_WHY_DIFFERS;
	else if (!why && s->dwarf && !file->facts.dwarf)
		why = SYM_WHY_NO_DWARF;
	if (!why)
		return true;
	note_why(s, why);
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	return false;
}

/* Try the path below each root. */
static bool try_path(struct file_search *s, struct symfile *file, const char *path)
{
	struct buf full = BUF_INIT;
	const char *root;
	bool ok = false;

	if (s->outside)
		return try_file(s, file, path);
	for (size_t i = 0; !ok && (root = symfile_root(s->places, i)); i++) {
		buf_reset(&full);
		buf_adds(&full, root);
		buf_adds(&full, path);
		ok = try_file(s, file, full.p);
	}
	buf_release(&full);
	return ok;
}

/* Return the i-th string of a list that is followed by another string; NULL: after both. */
static const char *ith(const char *const *own, const char *last, size_t i)
{
	size_t n = 0;

	while (own && own[n]) {
		if (n == i)
			return own[n];
		n++;
	}
	return n == i ? last : NULL;
}

const char *symfile_root(const struct symfile_places *places, size_t i)
{
	return ith(places->own_roots, places->symfs ? places->symfs : "", i);
}

const char *symfile_cache(const struct symfile_places *places, size_t i)
{
	return ith(places->own_caches, places->buildid_dir, i);
}

const char *symfile_debug_dir(const struct symfile_places *places)
{
	return places->debug ? places->debug : "/usr/lib/debug";
}

static const char *debug_dir(const struct file_search *s)
{
	return symfile_debug_dir(s->places);
}

static size_t named_len(const struct file_search *s)
{
	return symfile_id_len(s->id, s->id_len);
}

/* Write DIR/.build-id/xx/yyyyy and a suffix. */
static void id_path(const struct file_search *s, const char *dir, const char *behind,
		    struct buf *path)
{
	buf_reset(path);
	buf_addf(path, "%s/.build-id/", dir);
	buf_add_hexbytes(path, s->id, 1);
	buf_addc(path, '/');
	buf_add_hexbytes(path, s->id + 1, named_len(s) - 1);
	buf_adds(path, behind);
}

static bool try_id(struct file_search *s, struct symfile *file, const char *dir, const char *behind)
{
	struct buf path = BUF_INIT;
	bool ok = false;

	if (s->id_len > 1) {
		id_path(s, dir, behind, &path);
		ok = try_path(s, file, path.p);
	}
	buf_release(&path);
	return ok;
}

/* Try a cache as filled by perf record, perf buildid-cache and perf archive. */
static bool try_cache(struct file_search *s, struct symfile *file, const char *dir,
		      const char *name)
{
	bool ok;

	s->outside = true;
	ok = try_id(s, file, dir, name);
	s->outside = false;
	return ok;
}

static bool try_caches(struct file_search *s, struct symfile *file, const char *name)
{
	const char *dir;
	bool ok = false;

	for (size_t i = 0; !ok && (dir = symfile_cache(s->places, i)); i++)
		ok = try_cache(s, file, dir, name);
	return ok;
}

/* Try caches next to the recording before those of this machine. */
static bool try_own_caches(struct file_search *s, struct symfile *file, const char *name)
{
	bool ok = false;

	for (size_t i = 0; !ok && s->places->own_caches && s->places->own_caches[i]; i++)
		ok = try_cache(s, file, s->places->own_caches[i], name);
	return ok;
}

static struct file_search search_of(const struct module *module,
				    const struct symfile_places *places, struct symhelper *helper)
{
	return (struct file_search){
		.places = places,
		.helper = helper,
		.id = module->build_id,
		.id_len = module->build_id_len,
		.why = SYM_WHY_MISSING,
	};
}

/* ---- the file itself ---- */

/* Write the recorded name as a path. A deleted file may exist again unchanged. */
static bool recorded_path(const struct module *module, struct buf *path)
{
	static const char deleted[] = " (deleted)";

	if (!module->dso_len || module->dso[0] != '/' || memchr(module->dso, '\0', module->dso_len))
		return false;
	buf_add(path, module->dso, module->dso_len);
	if (module->build_id_len && text_ends_with(path->p, deleted))
		buf_truncate(path, path->len - (sizeof(deleted) - 1));
	return true;
}

enum sym_why symfile_of_module(struct symfile *file, const struct module *module,
			       const struct symfile_places *places, struct symhelper *helper)
{
	struct file_search s = search_of(module, places, helper);
	struct buf path = BUF_INIT;
	bool ok = (recorded_path(module, &path) && try_path(&s, file, path.p)) ||
		  try_caches(&s, file, "/elf") || try_id(&s, file, debug_dir(&s), "");

	if (!ok && s.why == SYM_WHY_DIFFERS && places->other_builds) {
		s.id_len = 0;
		ok = file->differs = try_path(&s, file, path.p);
	}
	buf_release(&path);
	return ok ? SYM_WHY_NONE : s.why;
}

/* ---- separate debug files ---- */

static size_t folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

/*
 * Try the file name of a debug link in some folders. If the file has no build id, the checksum must
 * match.
 */
static bool try_link(struct file_search *s, struct symfile *debug, const struct symfile *file,
		     const char *recorded)
{
	const char *link = file->facts.debuglink;
	int dir = (int)folder_len(recorded);
	struct buf path = BUF_INIT;
	bool ok = false;

	for (int i = 0; i < 3 && !ok && *link && !strchr(link, '/'); i++) {
		buf_reset(&path);
		if (i == 2)
			buf_adds(&path, debug_dir(s));
		buf_addf(&path, "%.*s/%s%s", dir, recorded, i == 1 ? ".debug/" : "", link);
		s->crc = !s->id_len;
		ok = try_path(s, debug, path.p);
		s->crc = false;
		if (ok && !s->id_len && debug->facts.crc != file->facts.debuglink_crc) {
			close(debug->fd);
			debug->fd = -1;
			ok = false;
		}
	}
	buf_release(&path);
	return ok;
}

static bool try_path_debug(struct file_search *s, struct symfile *debug, const char *recorded,
			   const char *behind)
{
	struct buf path = BUF_INIT;
	bool ok;

	buf_addf(&path, "%s%s%s", debug_dir(s), recorded, behind);
	ok = s->id_len && try_path(s, debug, path.p);
	buf_release(&path);
	return ok;
}

/* Try perf's copy of the file from before it was stripped. */
static bool try_full(struct file_search *s, struct symfile *debug)
{
	if (!try_caches(s, debug, "/elf"))
		return false;
	if (debug->facts.symtab || s->dwarf)
		return true;
	close(debug->fd);
	debug->fd = -1;
	return false;
}

static bool has_debug(struct symfile *debug)
{
	if (debug->facts.symtab || debug->facts.dwarf)
		return true;
	close(debug->fd);
	debug->fd = -1;
	return false;
}

bool symfile_fetched(struct symfile *debug, const char *path, const uint8_t *id, size_t id_len,
		     struct symhelper *helper)
{
	struct file_search s = { .helper = helper, .id = id, .id_len = id_len, .outside = true };

	return id_len && try_path(&s, debug, path) && has_debug(debug);
}

bool symfile_debug(struct symfile *debug, const struct symfile *file, const struct module *module,
		   const struct symfile_places *places, struct symhelper *helper, bool dwarf)
{
	struct file_search s = search_of(module, places, helper);
	struct buf recorded = BUF_INIT;
	bool ok;

	s.dwarf = dwarf;
	if (file && file->facts.build_id_len) {
		s.id = file->facts.build_id;
		s.id_len = file->facts.build_id_len;
	}
	ok = try_own_caches(&s, debug, "/debug") || try_id(&s, debug, debug_dir(&s), ".debug") ||
	     try_caches(&s, debug, "/debug") || try_full(&s, debug);
	if (!ok && recorded_path(module, &recorded))
		ok = (file && try_link(&s, debug, file, recorded.p)) ||
		     try_path_debug(&s, debug, recorded.p, ".debug") ||
		     try_path_debug(&s, debug, recorded.p, "");
	buf_release(&recorded);
	return ok && has_debug(debug);
}

/* ---- the kernel ---- */

static bool try_release(struct file_search *s, struct symfile *file, const char *release)
{
	static const char *const names[] = {
		"/boot/vmlinux-%s",
		"/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux",
		"/usr/lib/debug/lib/modules/%s/vmlinux",
		"/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	struct buf path = BUF_INIT;
	bool ok = false;

	if (strchr(release, '/'))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !ok; i++) {
		const char *hole = strchr(names[i], '%');

		buf_reset(&path);
		buf_add(&path, names[i], (size_t)(hole - names[i]));
		buf_adds(&path, release);
		buf_adds(&path, hole + 2);
		ok = try_path(s, file, path.p);
	}
	buf_release(&path);
	return ok;
}

/*
 * Without a build id the release is not sufficient, because a release can be built several times.
 */
enum sym_why symfile_vmlinux(struct symfile *file, const char *given, const struct module *module,
			     const struct symfile_places *places, struct symhelper *helper)
{
	struct file_search s = search_of(module, places, helper);
	bool ok;

	if (given) {
		s.outside = true;
		return try_path(&s, file, given) ? SYM_WHY_NONE : s.why;
	}
	if (!s.id_len)
		return SYM_WHY_KERNEL;
	ok = try_caches(&s, file, "/vmlinux") || try_caches(&s, file, "/elf") ||
	     try_id(&s, file, debug_dir(&s), ".debug") || try_id(&s, file, debug_dir(&s), "") ||
	     (module->release && try_release(&s, file, module->release));
	return ok ? SYM_WHY_NONE : s.why;
}

/*
 * Open a text in perf's cache. It contains no build id, so its identity is its place: the folder to
 * which the link with the build id leads.
 */
static enum sym_why open_kallsyms(const struct file_search *s, struct symfile *file,
				  const char *dir)
{
	struct buf path = BUF_INIT;
	enum sym_why why;

	id_path(s, dir, "/kallsyms", &path);
	why = symfile_open(file, path.p);
	if (why == SYM_WHY_MISSING) {
		buf_reset(&path);
		buf_addf(&path, "%s/[kernel.kallsyms]/", dir);
		buf_add_hexbytes(&path, s->id, named_len(s));
		buf_adds(&path, "/kallsyms");
		why = symfile_open(file, path.p);
	}
	buf_release(&path);
	return why;
}

enum sym_why symfile_kallsyms(struct symfile *file, const struct module *module,
			      const struct symfile_places *places)
{
	struct file_search s = search_of(module, places, NULL);
	enum sym_why why = SYM_WHY_MISSING;
	const char *dir;

	for (size_t i = 0; why && s.id_len > 1 && (dir = symfile_cache(places, i)); i++)
		why = open_kallsyms(&s, file, dir);
	return why;
}

/* ---- the vdso ---- */

enum sym_why symfile_vdso(struct symfile *file, const struct module *module,
			  const struct symfile_places *places, struct symhelper *helper)
{
	struct file_search s = search_of(module, places, helper);

	return try_caches(&s, file, "/vdso") ? SYM_WHY_NONE : s.why;
}
