// SPDX-License-Identifier: GPL-2.0-only
/* judgements that the next operation need not wait for */
#include "later.h"

#include <glib.h>
#include "run.h"

struct judgement {
	int (*judge)(void *data);
	void (*release)(void *data);
	void *data;
};

struct later {
	GArray *list;
};

static void judgement_clear(void *data)
{
	struct judgement *judgement = data;

	judgement->release(judgement->data);
}

struct later *later_new(void)
{
	struct later *later = g_new0(struct later, 1);

	later->list = g_array_new(FALSE, FALSE, sizeof(struct judgement));
	g_array_set_clear_func(later->list, judgement_clear);
	return later;
}

void later_add(struct later *later, int (*judge)(void *), void (*release)(void *), void *data)
{
	struct judgement judgement = { judge, release, data };

	g_array_append_val(later->list, judgement);
}

int later_settle(struct later *later)
{
	int ret = run_beside_end();

	if (ret)
		return ret;
	for (unsigned int i = 0; i < later->list->len; i++) {
		struct judgement *judgement = &g_array_index(later->list, struct judgement, i);
		int err = judgement->judge(judgement->data);

		ret = ret ? ret : err;
	}
	return ret;
}

void later_free(struct later *later)
{
	if (!later)
		return;
	g_array_unref(later->list);
	g_free(later);
}
