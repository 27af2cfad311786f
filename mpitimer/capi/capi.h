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
SLOW const struct gohpc_capi_name *gohpc_capi_find_other(const char *text); /* of an environment: none stands for it */

/* What stands for names beyond those that are kept, engine's FurtherName; NULL while there are none. */
extern INTERNAL const struct gohpc_capi_name *gohpc_capi_further_name;
QUICK int is_further(const struct gohpc_capi_name *name) {
	return UNLIKELY(name == __atomic_load_n(&gohpc_capi_further_name, __ATOMIC_RELAXED));
}

/* The names that stood at addresses last: literals stay where they are, and buffers have another text at the next call. */
enum { ADDRESSES = 1 << 12 };
extern INTERNAL const struct gohpc_capi_name *gohpc_capi_names[ADDRESSES];

QUICK const struct gohpc_capi_name **address_of(const char *text) {
	return &gohpc_capi_names[(uint64_t)(uintptr_t)text * SPREAD >> 52];
}

/* Whether the bytes of a mask are alike in a name and a text. A call of strcmp costs a sixth of a pair. What is read beyond the
 * end of the text is in its page, and a name has zeros behind it. */
#if defined(__x86_64__)
__attribute__((no_sanitize("address"))) QUICK int alike(const struct gohpc_capi_name *n, const char *text, uint64_t mask) {
	__m128i low = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)n->text), _mm_loadu_si128((const __m128i *)text));
	__m128i high = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(n->text + 16)), _mm_loadu_si128((const __m128i *)(text + 16)));
	return ((uint32_t)_mm_movemask_epi8(low) & mask) == (mask & 0xffff) &&
		((uint64_t)(uint32_t)_mm_movemask_epi8(high) << 16 & mask) == (mask & 0xffff0000u);
}
#define IS_QUICK(n, text) ((n)->mask != 0 && ((uintptr_t)(text) & 4095) <= 4096 - 32)
#else
QUICK int alike(const struct gohpc_capi_name *n, const char *text, uint64_t mask) {
	(void)mask;
	return strcmp(n->text, text) == 0;
}
#define IS_QUICK(n, text) 0
#endif

/* The name at an address if that is found without a call, which would cost registers; else NULL. */
QUICK const struct gohpc_capi_name *quick_name(const char *text) {
	const struct gohpc_capi_name *n = __atomic_load_n(address_of(text), __ATOMIC_ACQUIRE);
	return LIKELY(n && text && IS_QUICK(n, text) && alike(n, text, n->mask)) ? n : NULL;
}

/* As quick_name, of a text that ends after its length. */
QUICK const struct gohpc_capi_name *quick_text(const char *text, size_t length) {
	const struct gohpc_capi_name *n = __atomic_load_n(address_of(text), __ATOMIC_ACQUIRE);
	return LIKELY(n && text && n->length == length && IS_QUICK(n, text) && alike(n, text, n->mask >> 1)) ? n : NULL;
}

#endif
