// SPDX-License-Identifier: GPL-3.0-or-later
// Names that a C++ compiler makes.
#include "touch.h"

namespace shop
{
class Till
{
	int place;

      public:
	FUNCTION_ATTRIBUTES explicit Till(int at);
	void open() const;
	static void count(long, const char *);
	bool operator<(const Till &other) const;
	template <typename T> void take(T coin);
};

Till::Till(int at) : place(at)
{
	touch(1);
	STAY;
}

FUNCTION_ATTRIBUTES void Till::open() const
{
	touch(2);
	STAY;
}

FUNCTION_ATTRIBUTES void Till::count(long, const char *)
{
	touch(3);
	STAY;
}

FUNCTION_ATTRIBUTES bool Till::operator<(const Till &other) const
{
	touch(4);
	STAY;
	return place < other.place;
}

template <typename T> FUNCTION_ATTRIBUTES void Till::take(T coin)
{
	touch(5 + (int)sizeof(coin) / 8);
	STAY;
}

namespace
{
FUNCTION hidden(void)
{
	touch(7);
	STAY;
}
} // namespace
} // namespace shop

extern "C" FUNCTION plain_c(void)
{
	touch(8);
	STAY;
}

int main()
{
	make_places();
	shop::Till till(1), other(2);
	till.open();
	shop::Till::count(1, "");
	volatile bool less = till < other;
	till.take((char)less);
	till.take(1.5);
	shop::hidden();
	plain_c();
	auto unnamed = [](int place) __attribute__((noinline))
	{
		touch(place);
		STAY;
	};
	unnamed(9);
	return 0;
}
