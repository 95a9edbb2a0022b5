/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions for callers that do not wait. */
#include "sym/insns.h"

#include <pthread.h>
#include <string.h>

#include "base/mem.h"
#include "sym/disasm.h"
#include "tap.h"

/* Code that is given when somebody opens the gate. */
struct gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool open;
	unsigned asked, woken;
};

static void code_of(void *arg, uint32_t module, uint64_t at, uint64_t time,
		    struct machinecode *code)
{
	static const uint8_t move[] = { 0x48, 0x89, 0xe5 };
	struct gate *gate = arg;

	pthread_mutex_lock(&gate->lock);
	gate->asked++;
	while (!gate->open)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
	code->len = module == 1 && at == 16 && time == 7 ? sizeof(move) : 0;
	memcpy(code->p, move, code->len);
}

static void wake(void *arg)
{
	struct gate *gate = arg;

	pthread_mutex_lock(&gate->lock);
	gate->woken++;
	pthread_cond_broadcast(&gate->changed);
	pthread_mutex_unlock(&gate->lock);
}

static void wait_for(struct gate *gate, unsigned woken)
{
	pthread_mutex_lock(&gate->lock);
	gate->open = true;
	pthread_cond_broadcast(&gate->changed);
	while (gate->woken < woken)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

static bool has_capstone(void)
{
	static uint8_t code[] = { 0xc3 };
	const struct machinecode machinecode = { code, sizeof(code), false };
	struct disasm *disasm = disasm_open(REGS_X86, false);
	struct buf text = BUF_INIT;
	bool has = disasm && disasm_text(disasm, &machinecode, 0, 0x1000, &text);

	disasm_close(disasm);
	buf_release(&text);
	return has;
}

int main(void)
{
	struct gate gate = { .lock = PTHREAD_MUTEX_INITIALIZER,
			     .changed = PTHREAD_COND_INITIALIZER };
	struct insns *in = insns_open(&(struct insns_options){
		.code = code_of, .code_arg = &gate, .wake = wake, .wake_arg = &gate });
	struct insns_place move = { 1, 16, 7, 0x401010, REGS_X86, false }, none = move,
			   foreign = move;
	struct insns_answer answer = INSNS_ANSWER_INIT;

	none.at = 17;
	foreign.arch = REGS_CSKY;
	ok(!insns_find(in, &move, &answer), "nobody waits for an instruction");
	ok(!insns_find(in, &move, &answer) && insns_pending(in) == 1,
	   "... and it is asked for once");
	ok(!insns_find(in, &none, &answer) && insns_pending(in) == 2, "... another one, too");
	wait_for(&gate, 2);
	if (has_capstone()) {
		ok(insns_find(in, &move, &answer), "then it is there");
		ok(answer.size == 3 && !strcmp(answer.hex.p, "48 89 e5"), "... its bytes");
		ok(!strcmp(answer.text.p, "movq %rsp, %rbp"), "... its text");
		ok(gate.asked == 2, "... and the code was read once for each");
	} else {
		skip(4, "libcapstone is not here");
	}
	ok(insns_find(in, &none, &answer) && !answer.size, "where there is no code there is none");
	ok(!insns_find(in, &foreign, &answer), "one of an architecture that nobody knows");
	wait_for(&gate, 3);
	ok(insns_find(in, &foreign, &answer) && !answer.size, "... is none");
	ok(insns_answered(in) == 3 && !insns_pending(in), "all are counted");
	insns_find(in, &(struct insns_place){ 1, 99, 7, 1, REGS_X86, false }, &answer);
	insns_close(in);
	buf_release(&answer.text);
	buf_release(&answer.hex);
	return done_testing();
}
