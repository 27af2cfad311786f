/* Texts of Fortran. */
#ifndef GOHPC_CGPTL_TEXTS_H
#define GOHPC_CGPTL_TEXTS_H

#include "names.h"

#include <string.h>

static inline long trimmed(const char *text, long length) {
	while (length > 0 && text[length - 1] == ' ') length--;
	return length;
}

static inline name_t *named(const char *text, long length) { return gohpc_capi_name_in(text, (size_t)trimmed(text, length)); }

/* A text that ends with a zero byte, until the next but one of this thread. One that is longer than any name stays. */
static inline char *ended(const char *text, long length) {
	static __thread char texts[2][256];
	static __thread int last;
	length = trimmed(text, length);
	if (length >= (long)sizeof texts[0]) return (char *)gohpc_capi_other_in(text, (size_t)length)->text;
	last = !last;
	memcpy(texts[last], text, (size_t)length);
	texts[last][length] = 0;
	return texts[last];
}

/* A text with blanks up to the length that it has room for. */
static inline void padded(char *to, long room, const char *text) {
	long length = (long)strlen(text);
	if (length > room) length = room;
	if (room > 0) memset(to, ' ', (size_t)room);
	memcpy(to, text, (size_t)length);
}

#endif
