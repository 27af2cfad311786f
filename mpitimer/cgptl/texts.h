/* Texts of Fortran. */
#ifndef GOHPC_CGPTL_TEXTS_H
#define GOHPC_CGPTL_TEXTS_H

#include <string.h>

static inline long trimmed(const char *text, long length) {
	while (length > 0 && text[length - 1] == ' ') length--;
	return length;
}

/* A text with blanks up to the length that it has room for. */
static inline void padded(char *to, long room, const char *text) {
	long length = (long)strlen(text);
	if (length > room) length = room;
	if (room > 0) memset(to, ' ', (size_t)room);
	memcpy(to, text, (size_t)length);
}

#endif
