/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/pageregs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * The number of a register of 64 or 32 bits, and the text after it. PAGEREGS: it is another
 * register.
 */
static unsigned take_reg(const char **text)
{
	const char *p = *text;
	char *end;
	unsigned long number;

	if ((*p != 'x' && *p != 'w') || !isdigit((unsigned char)p[1]))
		return PAGEREGS;
	number = strtoul(p + 1, &end, 10);
	if (number >= PAGEREGS)
		return PAGEREGS;
	*text = end;
	return (unsigned)number;
}

static bool take_text(const char **text, const char *wanted)
{
	size_t len = strlen(wanted);

	if (strncmp(*text, wanted, len) != 0)
		return false;
	*text += len;
	return true;
}

/* "#0x10", "#-8" */
static bool take_number(const char **text, uint64_t *number)
{
	const char *p = *text;
	char *end;
	bool minus;

	if (!take_text(&p, "#"))
		return false;
	minus = take_text(&p, "-");
	if (!isdigit((unsigned char)*p))
		return false;
	*number = strtoull(p, &end, 0);
	if (minus)
		*number = 0 - *number;
	*text = end;
	return true;
}

static bool has_page(const struct pageregs *regs, unsigned reg)
{
	return reg < PAGEREGS && regs->known >> reg & 1;
}

/*
 * Compute the address of the operands p: a register and perhaps a number that is added to it, such
 * as "x1, #0x10", followed by the text `end` and nothing else.
 */
static bool sum_at(const struct pageregs *regs, const char *p, const char *end, uint64_t *addr)
{
	unsigned reg = take_reg(&p);
	uint64_t number = 0;

	if (!has_page(regs, reg) || (take_text(&p, ", ") && !take_number(&p, &number)) ||
	    strcmp(p, end) != 0)
		return false;
	*addr = regs->page[reg] + number;
	return true;
}

/* Forget all registers that are written: those in the operands up to len. */
static void forget_written(struct pageregs *regs, const char *operands, size_t len)
{
	for (const char *p = operands; p < operands + len;) {
		unsigned reg = take_reg(&p);

		if (reg < PAGEREGS)
			regs->known &= ~(UINT32_C(1) << reg);
		p += strcspn(p, " [");
		p += strspn(p, " [");
	}
}

/* Does the instruction only read its registers? An exclusive store writes one: its result. */
static bool is_store(const char *text)
{
	return !strncmp(text, "st", 2) && strncmp(text, "stx", 3) != 0 &&
	       strncmp(text, "stlx", 4) != 0;
}

/* The result of an ADRP. */
static void set_page(struct pageregs *regs, const char *operands)
{
	unsigned reg = take_reg(&operands);
	uint64_t page;

	if (reg >= PAGEREGS || !take_text(&operands, ", ") || !take_number(&operands, &page))
		return;
	regs->page[reg] = page;
	regs->known |= UINT32_C(1) << reg;
}

/* Does the instruction make or access an address in a known page? */
static bool find_address(const struct pageregs *regs, const char *text, const char *operands,
			 uint64_t *addr)
{
	const char *bracket = strchr(operands, '['), *second = strstr(operands, ", ");

	if (bracket)
		return sum_at(regs, bracket + 1, "]", addr);
	return !strncmp(text, "add ", 4) && second && sum_at(regs, second + 2, "", addr);
}

/* Forget the registers that the instruction changes. */
static void forget_results(struct pageregs *regs, const char *text, const char *operands)
{
	const char *bracket = strchr(operands, '[');
	const char *close = bracket ? strchr(bracket, ']') : NULL;

	if (!bracket)
		forget_written(regs, operands, strcspn(operands, ","));
	else if (close && close[1]) /* the instruction changes the register in the brackets, too */
		forget_written(regs, operands, strlen(operands));
	else if (!is_store(text))
		forget_written(regs, operands, (size_t)(bracket - operands));
}

bool pageregs_take(struct pageregs *regs, const char *text, uint64_t *addr)
{
	const char *operands = strchr(text, ' ');
	bool found;

	if (!operands)
		return false;
	operands++;
	found = find_address(regs, text, operands, addr);
	forget_results(regs, text, operands);
	if (!strncmp(text, "adrp ", 5))
		set_page(regs, operands);
	return found;
}

void pageregs_forget(struct pageregs *regs)
{
	regs->known = 0;
}
