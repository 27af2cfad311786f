/* What the C files of this package know of each other. */
#ifndef GOHPC_CAPI_CAPI_H
#define GOHPC_CAPI_CAPI_H

#include "hot.h"

struct mpitimer_region {
	uint64_t key;
	int32_t gate;    /* the level; larger than any where Go has to look closer */
	uint8_t levelled, sampled, placed; /* it has a level, is sampled, runs in an environment: and nothing else */
	const struct gohpc_capi_name *name;
	uint64_t number; /* of the region, in Go */
};

/* Leaves a call to Go. */
SLOW void gohpc_capi_ask(int what, const struct gohpc_capi_name *name, const struct gohpc_capi_name *environment,
	const struct mpitimer_region *region);

extern INTERNAL volatile uint32_t gohpc_capi_on;
INTERNAL int gohpc_capi_forked(void);

SLOW const struct gohpc_capi_name *gohpc_capi_find_name(const char *text);
SLOW const struct gohpc_capi_name *gohpc_capi_find_text(const char *text, size_t length);

/* The names that stood at addresses last: literals stay where they are, and buffers have another text at the next call. */
enum { ADDRESSES = 1 << 12 };
extern INTERNAL const struct gohpc_capi_name *gohpc_capi_names[ADDRESSES];

QUICK const struct gohpc_capi_name **address_of(const char *text) {
	return &gohpc_capi_names[(uint64_t)(uintptr_t)text * SPREAD >> 52];
}

QUICK const struct gohpc_capi_name *name_at(const char *text) {
	const struct gohpc_capi_name *n = __atomic_load_n(address_of(text), __ATOMIC_ACQUIRE);
	return LIKELY(n && text && strcmp(n->text, text) == 0) ? n : gohpc_capi_find_name(text);
}

/* As name_at, of a text that ends after its length. */
QUICK const struct gohpc_capi_name *gohpc_capi_name_of(const char *text, size_t length) {
	const struct gohpc_capi_name *n = __atomic_load_n(address_of(text), __ATOMIC_ACQUIRE);
	return LIKELY(n && n->length == length && memcmp(n->text, text, length) == 0) ? n : gohpc_capi_find_text(text, length);
}

#endif
