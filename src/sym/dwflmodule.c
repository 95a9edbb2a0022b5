/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/dwflmodule.h"

Dwfl_Module *dwflmodule_report(Dwfl *dwfl, const char *name, uint64_t start, uint64_t end,
			       void *userdata)
{
	Dwfl_Module *mod;
	void **place;

	dwfl_report_begin_add(dwfl);
	mod = dwfl_report_module(dwfl, name, start, end);
	if (mod) {
		dwfl_module_info(mod, &place, NULL, NULL, NULL, NULL, NULL, NULL);
		*place = userdata;
	}
	dwfl_report_end(dwfl, NULL, NULL);
	return mod;
}

int dwflmodule_no_debuginfo(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			    const char *file_name, const char *debuglink, GElf_Word crc,
			    char **found)
{
	(void)mod, (void)userdata, (void)name, (void)base;
	(void)file_name, (void)debuglink, (void)crc, (void)found;
	return -1;
}
