/* What package capi has for this one, in the same program. Weak, since cgo links each package by itself to see what it
 * takes. */
#ifndef GOHPC_CGPTL_NAMES_H
#define GOHPC_CGPTL_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct gohpc_capi_name {
	uint64_t key;
	uint32_t hash;
	uint32_t length;
	uint64_t mask; /* a bit for each byte and for the zero behind them, if these are 32 at most; else 0 */
	char text[];
};

#define OF_CAPI __attribute__((weak, visibility("hidden")))
extern OF_CAPI const struct gohpc_capi_name *gohpc_capi_name_at(const char *text);
extern OF_CAPI const struct gohpc_capi_name *gohpc_capi_name_in(const char *text, size_t length);
extern OF_CAPI const struct gohpc_capi_name *gohpc_capi_other_in(const char *text, size_t length); /* no region's */
extern OF_CAPI int gohpc_capi_start_named(const struct gohpc_capi_name *name, int64_t limit);
extern OF_CAPI int gohpc_capi_stop_named(const struct gohpc_capi_name *name, int64_t limit);
extern OF_CAPI int gohpc_capi_start_at(const char *text, int64_t limit);
extern OF_CAPI int gohpc_capi_stop_at(const char *text, int64_t limit);
extern OF_CAPI int gohpc_capi_start_by(const char *text, int *handle, int64_t limit);
extern OF_CAPI int gohpc_capi_stop_by(const char *text, int *handle, int64_t limit);
extern OF_CAPI void gohpc_capi_bind(void);
extern OF_CAPI uint64_t gohpc_capi_before(void);
extern OF_CAPI void gohpc_capi_begun(const struct gohpc_capi_name *name, uint64_t before);
extern OF_CAPI int gohpc_capi_is_absent(const struct gohpc_capi_name *name);
extern OF_CAPI void gohpc_capi_note_absent(const struct gohpc_capi_name *name);
extern OF_CAPI int gohpc_capi_is_prefixed(void);
extern OF_CAPI int gohpc_capi_forked(void);
extern OF_CAPI void gohpc_capi_at_exit(void);
extern OF_CAPI volatile uint32_t gohpc_capi_on; /* some start counts */

static inline int handle_of(const struct gohpc_capi_name *name) { return (int)name->hash; }

#define INTERNAL __attribute__((visibility("hidden")))
typedef const struct gohpc_capi_name name_t;

/* As GPTLstart and GPTLstop, of a name that is known. */
INTERNAL int gohpc_cgptl_start(name_t *name);
INTERNAL int gohpc_cgptl_stop(name_t *name);

INTERNAL int gohpc_cgptl_set_from(const char *file);

/* What package capi leaves. */
INTERNAL int gohpc_cgptl_start_late(const char *text);
INTERNAL int gohpc_cgptl_stop_late(const char *text);
INTERNAL int gohpc_cgptl_start_handle_late(const char *text, int *handle);
INTERNAL int gohpc_cgptl_stop_handle_late(const char *text, int *handle);

/* Whether it could be done without Go. */
INTERNAL int gohpc_cgptl_quick_start(name_t *name);
INTERNAL int gohpc_cgptl_quick_stop(name_t *name);

/* The address of engine.NamedLimit. */
INTERNAL void gohpc_cgptl_limit(const int64_t *limit);
extern INTERNAL const int64_t *gohpc_cgptl_limit_at;
#define LIMIT (*(const volatile int64_t *)gohpc_cgptl_limit_at)

/* The address of engine.NamedDirect. */
INTERNAL void gohpc_cgptl_direct(const int64_t *direct);

#endif
