/* Records of single calls; the layout is that of package calls. */
#ifndef GOHPC_MPIWRAP_EVENT_H
#define GOHPC_MPIWRAP_EVENT_H

#include "core.h"

enum { EVENT_WORDS = 4096, EVENT_CUT = 1, EVENT_FAILED = 2, EVENT_REPEATED = 4 };

/* The record that a thread is writing. */
struct event {
	uint32_t words, flags;
	uint32_t count;  /* where the number of elements stands */
	uint32_t before; /* where the element begins that is being written */
	uint64_t *last;      /* in the buffer, a record to which calls of the same kind may be added */
	uint32_t generation; /* of that buffer */
	uint64_t word[EVENT_WORDS];
};

/* Begins a record, NULL where none can be made, which is then counted as dropped. */
SLOW struct event *gohpc_mpiwrap_event(struct call *c, int result);
SLOW void gohpc_mpiwrap_event_end(struct call *c, struct event *e);
SLOW void gohpc_mpiwrap_event_text(struct event *e, const char *text);

static inline void put(struct event *e, int64_t word) {
	if (e->words < EVENT_WORDS) {
		e->word[e->words++] = (uint64_t)word;
	} else {
		e->flags |= EVENT_CUT;
	}
}

/* A list of elements: begin_list, and for each element begin_element, its attributes, end_element.
 * Elements that do not fit are left out. */
static inline void begin_list(struct event *e) {
	e->count = e->words;
	put(e, 0);
}

static inline void begin_element(struct event *e) { e->before = e->words; }

static inline void end_element(struct event *e) {
	/* Behind the last element there must be room for the counts of lists that follow. */
	if (e->words > EVENT_WORDS - 8) {
		e->words = e->before;
		e->flags |= EVENT_CUT;
	} else if (!(e->flags & EVENT_CUT)) {
		e->word[e->count]++;
	} else {
		e->words = e->before;
	}
}

#endif
