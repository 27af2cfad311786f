//go:build mpi && cgo

#include "event.h"

#include <stdlib.h>
#include <string.h>

/* The buffer is changed while no call runs, or is never given back: a thread that has seen it may
 * still write a record. */
static struct buffer {
	uint64_t *words, length;
	uint64_t used, dropped;
} buffer;

void gohpc_mpiwrap_record(uint64_t *words, uint64_t length) {
	gohpc_mpiwrap_switch(GOHPC_MPIWRAP_RECORD, 0);
	__atomic_store_n(&buffer.length, 0, __ATOMIC_SEQ_CST);
	buffer.words = words;
	buffer.used = 0;
	buffer.dropped = 0;
	if (!words) return;
	__atomic_store_n(&buffer.length, length, __ATOMIC_SEQ_CST);
	gohpc_mpiwrap_switch(GOHPC_MPIWRAP_RECORD, 1);
}

uint64_t gohpc_mpiwrap_recorded(uint64_t *dropped) {
	*dropped = __atomic_load_n(&buffer.dropped, __ATOMIC_ACQUIRE);
	return __atomic_load_n(&buffer.used, __ATOMIC_ACQUIRE);
}

/*
 * A call that finds no room closes the buffer: what is in it is all calls up to some moment, on which
 * those rely who match messages by their order.
 */
static void drop(void) {
	__atomic_store_n(&buffer.length, 0, __ATOMIC_RELEASE);
	__atomic_fetch_add(&buffer.dropped, 1, __ATOMIC_RELAXED);
}

struct event *gohpc_mpiwrap_event(struct call *c, int result) {
	struct event *e = c->thread->event;
	if (!e && !(e = c->thread->event = malloc(sizeof *e))) {
		drop();
		return NULL;
	}
	settle(c);
	e->flags = result == MPI_SUCCESS ? 0 : EVENT_FAILED;
	e->word[1] = c->node | (uint64_t)(c->owner - 1) << 32;
	e->word[2] = c->start;
	e->word[3] = c->end;
	e->words = 4;
	return e;
}

/* A string: its length in bytes and the bytes, padded to words. One that is too long is cut. */
void gohpc_mpiwrap_event_text(struct event *e, const char *text) {
	size_t length = text ? strlen(text) : 0, room = EVENT_WORDS / 4 * 8, words;
	if (length > room) {
		length = room;
		e->flags |= EVENT_CUT;
	}
	words = (length + 7) / 8;
	if (e->words + 1 + words > EVENT_WORDS) {
		e->flags |= EVENT_CUT;
		put(e, 0);
		return;
	}
	put(e, (int64_t)length);
	if (words == 0) return;
	e->word[e->words + words - 1] = 0;
	memcpy(&e->word[e->words], text, length);
	e->words += (uint32_t)words;
}

void gohpc_mpiwrap_event_end(struct call *c, struct event *e) {
	uint64_t used = __atomic_load_n(&buffer.used, __ATOMIC_RELAXED), length;
	uint64_t first = (c->kind & 0xffff) | (uint64_t)e->words << 16 | (uint64_t)(c->thread->number & 0xffff) << 32 |
	                 (uint64_t)e->flags << 48;
	uint64_t *to;
	do {
		length = __atomic_load_n(&buffer.length, __ATOMIC_ACQUIRE);
		if (used > length || e->words > length - used) {
			drop();
			return;
		}
	} while (!__atomic_compare_exchange_n(&buffer.used, &used, used + e->words, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	to = buffer.words + used;
	memcpy(to + 1, e->word + 1, (e->words - 1) * sizeof *to);
	__atomic_store_n(to, first, __ATOMIC_RELEASE);
}
