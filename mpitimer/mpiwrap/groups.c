//go:build mpi && cgo

/* Who is in a communicator, for those who look at the table. */
#include "registry.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

/* The members of both groups, ascending, to be freed; NULL where one has no number. */
static int *members_of(const struct comm *c, int *size) {
	int *list, i;
	*size = c->size + c->remote;
	if (!(list = malloc(((size_t)*size + 1) * sizeof *list))) return NULL;
	memcpy(list, c->ranks, (size_t)c->size * sizeof *list);
	if (c->remote) memcpy(list + c->size, c->peers, (size_t)c->remote * sizeof *list);
	for (i = 1; i < *size && list[i - 1] < list[i]; i++) {}
	if (i < *size) qsort(list, (size_t)*size, sizeof *list, ascending);
	if (*size > 0 && list[0] >= 0) return list;
	free(list);
	return NULL;
}

void gohpc_mpiwrap_describe_members(struct comm *c) {
	int size, i, *list = members_of(c, &size);
	if (!list) return;
	c->members = (uint64_t)size;
	for (i = 0; i < size; i++) c->members = (c->members ^ (uint32_t)list[i]) * 0x9e3779b97f4a7c15u + (c->members >> 29);
	if (!c->members) c->members = 1;
	free(list);
}

void gohpc_mpiwrap_describe_group(struct comm *c) {
	struct gohpc_mpiwrap_group *g = &c->group;
	int size, i, last, stride, *list = members_of(c, &size);
	g->ranges = 0;
	if (!list) return;
	g->size = (uint32_t)size;
	for (i = 0; i < size; i = last + 1) {
		if (g->ranges == GOHPC_MPIWRAP_RANGES) {
			g->ranges = 0;
			break;
		}
		stride = i + 1 < size ? list[i + 1] - list[i] : 1;
		for (last = i; last + 1 < size && list[last + 1] - list[last] == stride; last++) {}
		g->range[g->ranges][0] = (uint32_t)list[i];
		g->range[g->ranges][1] = (uint32_t)list[last];
		g->range[g->ranges++][2] = (uint32_t)stride;
	}
	free(list);
}

/* How many communicators there were of the same members. All of these make them, and in the same order, so that the
 * number tells on every rank which one it is; but not where one was made unseen, or two at once. */
enum { SETS = 1024 };
static struct {
	uint64_t members;
	uint32_t made;
	int uncertain;
} sets[SETS];

void gohpc_mpiwrap_number_group(struct comm *c, int certain) {
	uint32_t at = (uint32_t)(c->members % SETS), i;
	c->group.number = 0;
	if (!c->members) return;
	for (i = 0; i < SETS && sets[at].members && sets[at].members != c->members; i++) at = (at + 1) % SETS;
	if (sets[at].members && sets[at].members != c->members) return;
	sets[at].members = c->members;
	sets[at].made++;
	if (!certain) sets[at].uncertain = 1;
	if (!sets[at].uncertain) c->group.number = sets[at].made;
}

void gohpc_mpiwrap_put_group(const struct comm *c) {
	struct gohpc_mpiwrap_table *t = gohpc_mpiwrap_now_table;
	struct gohpc_mpiwrap_group *g = (struct gohpc_mpiwrap_group *)&t->entries[t->capacity];
	if (c->id < 0 || (uint32_t)c->id >= t->groups) return;
	g += c->id;
	__atomic_store_n(&g->ranges, 0, __ATOMIC_SEQ_CST);
	g->size = c->group.size;
	g->number = c->group.number;
	memcpy(g->range, c->group.range, sizeof g->range);
	__atomic_store_n(&g->ranges, c->group.ranges, __ATOMIC_RELEASE);
}
