/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of lines.s, which gives its lines numbers. */
volatile int sink;

static inline void leaf(int x)
{
	sink = x;
}

static inline void middle(int x)
{
	leaf(x + 1);
	sink++;
}

void work(int x)
{
	if (x)
		middle(x);
	sink--;
}

int main(void)
{
	work(3);
	return 0;
}
