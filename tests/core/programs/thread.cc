// SPDX-License-Identifier: GPL-3.0-or-later
// A lambda that a thread runs: all between it and the function of the thread is inlined there.
#include <thread>

#include "touch.h"

int main()
{
	make_places();
	std::thread([] { touch(1); }).join();
	return 0;
}
