/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/tracetexts.h"

#include <string.h>

#include "wire/bytes.h"

void tracetexts_init(struct tracetexts *texts)
{
	*texts = (struct tracetexts){ .request = BUF_INIT, .reply = BUF_INIT };
}

void tracetexts_release(struct tracetexts *texts)
{
	buf_release(&texts->request);
	buf_release(&texts->reply);
	vec_release(&texts->list);
}

void tracetexts_reset(struct tracetexts *texts)
{
	buf_reset(&texts->request);
	buf_reset(&texts->reply);
	texts->n = 0;
	texts->list.n = 0;
}

void tracetexts_add(struct tracetexts *texts, const struct tracefmt *format, uint32_t cpu,
		    const void *raw, size_t len)
{
	struct tracetexts_head head = { format->number, cpu, (uint32_t)len };

	buf_add(&texts->request, &head, sizeof(head));
	buf_add(&texts->request, raw, len);
	texts->n++;
}

void tracetexts_read(struct tracetexts *texts)
{
	struct cursor c = {
		.p = (const uint8_t *)texts->reply.p,
		.left = texts->reply.len,
	};

	for (uint32_t i = 0; i < texts->n; i++) {
		struct tracetext *text = vec_add(&texts->list);
		uint32_t len = TRACETEXTS_NONE;
		const uint8_t *p = cursor_take(&c, sizeof(len));

		if (p)
			memcpy(&len, p, sizeof(len));
		p = len == TRACETEXTS_NONE ? NULL : cursor_take(&c, len);
		if (!p)
			continue;
		text->has = true;
		text->off = (size_t)(p - (const uint8_t *)texts->reply.p);
		text->len = len;
	}
}
