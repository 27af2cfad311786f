//go:build mpi && cgo

#include "event.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

/* The buffer is changed while no call runs, or is never given back: a thread that has seen it may
 * still write a record. */
static struct buffer {
	uint64_t *words, length;
	uint64_t used, dropped;
	uint64_t apart; /* ticks between calls that are one wait */
	uint32_t generation;
} buffer;

void gohpc_mpiwrap_record(uint64_t *words, uint64_t length, uint64_t apart) {
	gohpc_mpiwrap_switch(GOHPC_MPIWRAP_RECORD, 0);
	__atomic_store_n(&buffer.length, 0, __ATOMIC_SEQ_CST);
	buffer.words = words;
	buffer.used = 0;
	buffer.dropped = 0;
	buffer.apart = apart;
	__atomic_fetch_add(&buffer.generation, 1, __ATOMIC_SEQ_CST);
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
	if (!e && !(e = c->thread->event = calloc(1, sizeof *e))) {
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

/* Whether the call has asked for something in vain, or for something that it has left where it is. */
static int asks(const struct call *c, const struct event *e) {
	if (e->flags) return 0;
	switch (c->kind & 0xffff) {
	case function_Test:
	case function_Testany:
	case function_Testall:
	case function_Testsome: /* word 4 is how many requests follow, and behind them stands how many are done */
		return e->words > 5 && e->words == 6 + e->word[4] && !e->word[e->words - 1];
	case function_Improbe: return (int64_t)e->word[4] < 0 && (int64_t)e->word[5] < 0;
	case function_Iprobe: return 1;
	default: return 0;
	}
}

/* A rank that asks in a loop would fill the buffer with the same record: it is added to the last one, if that is
 * the thread's, and says the same of a time just before. */
static int again(uint64_t first, struct event *e, uint64_t used) {
	uint64_t *to = e->last;
	if (!to || e->generation != __atomic_load_n(&buffer.generation, __ATOMIC_ACQUIRE) ||
	    !__atomic_load_n(&buffer.length, __ATOMIC_ACQUIRE) || to + e->words != buffer.words + used || to[0] != first ||
	    to[1] != e->word[1] || e->word[2] - to[3] > buffer.apart ||
	    memcmp(to + 4, e->word + 4, (e->words - 5) * sizeof *to)) {
		return 0;
	}
	to[3] = e->word[3];
	to[e->words - 1]++;
	return 1;
}

void gohpc_mpiwrap_event_end(struct call *c, struct event *e) {
	uint64_t used = __atomic_load_n(&buffer.used, __ATOMIC_RELAXED), length, first;
	uint64_t *to;
	int asked = asks(c, e);
	if (asked) {
		e->flags |= EVENT_REPEATED;
		put(e, 0);
	}
	first = (c->kind & 0xffff) | (uint64_t)e->words << 16 | (uint64_t)(c->thread->number & 0xffff) << 32 |
	        (uint64_t)e->flags << 48;
	if (asked && again(first, e, used)) return;
	e->last = NULL;
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
	if (asked) {
		e->last = to;
		e->generation = __atomic_load_n(&buffer.generation, __ATOMIC_ACQUIRE);
	}
}
