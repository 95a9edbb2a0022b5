/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/shortname.h"

#include <locale.h>

#include "base/text.h"
#include "tap.h"

static void check(const char *name, int cols, const char *want)
{
	struct buf out = BUF_INIT;

	shortname_add(name, cols, &out);
	is_str(out.p, want, "%s in %d columns", name, cols);
	buf_release(&out);
}

static void check_text(const char *text, const char *want)
{
	struct buf out = BUF_INIT;

	shortname_add_text(text, &out);
	is_str(out.p, want, "%s without versions", text);
	buf_release(&out);
}

int main(void)
{
	const char *vector = "std::vector<int, std::allocator<int>>::push_back(int const&)";
	bool wide = false;

	setlocale(LC_ALL, "C.UTF-8");
	check("main", 4, "main");
	check("main", 3, "ma…");
	check("main", 1, "…");
	check(vector, 60, vector);
	check(vector, 59, "std::vector<int, std::allocator<int>>::push_back");
	check(vector, 47, "std::vector::push_back");
	check(vector, 21, "…push_back");
	check(vector, 9, "push_bac…");
	check("f(int) const", 8, "f");
	check("(anonymous namespace)::run(char)", 30, "(anonymous namespace)::run");
	check("(anonymous namespace)::run", 20, "…run");
	check("A::operator()(int, long)", 20, "A::operator()");
	check("A::operator()", 12, "…operator()");
	check("<lambda>", 6, "<lamb…");
	check("net/http.(*Server).Serve", 20, "…Serve");
	check("pthread_mutex_lock@@GLIBC_2.2.5", 31, "pthread_mutex_lock@@GLIBC_2.2.5");
	check("pthread_mutex_lock@@GLIBC_2.2.5", 18, "pthread_mutex_lock");
	check("pthread_mutex_lock@GLIBC_2.2.5", 10, "pthread_m…");
	check("blur_row.constprop.0.cold", 12, "blur_row");
	check("libfoo.so.6", 8, "…so.6");
	check("a::b::", 5, "…b::");
	check("[libc.so.6]", 7, "[libc.…");
	check_text("user f@@GLIBC_2.2.5+0x4 g@OTHER_1", "user f+0x4 g");
	check_text("f@plt a@b.c @@GLIBC_2 x@Y-z", "f@plt a@b.c @@GLIBC_2 x@Y-z");
	check("", 5, "");
	check(")", 1, ")");
	check("))((", 3, "))…");
	check("日本語", 5, "日本…");
	for (int cols = 1; cols < 70; cols++) {
		struct buf out = BUF_INIT;

		shortname_add(vector, cols, &out);
		wide |= (int)text_columns(out.p, out.len) > cols;
		buf_release(&out);
	}
	ok(!wide, "never wider than it may be");
	return done_testing();
}
