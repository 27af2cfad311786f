//go:build mpi && cgo

/* Whose call it is. */
#include "core.h"

static const volatile uintptr_t *(*word)(void); /* of package whose */
static const volatile uintptr_t nobody;

void gohpc_mpiwrap_whose(uintptr_t function) {
	__atomic_store_n(&word, (const volatile uintptr_t *(*)(void))function, __ATOMIC_RELEASE);
}

void gohpc_mpiwrap_first(struct thread *t) {
	static uint32_t threads, foreigners;
	const volatile uintptr_t *(*find)(void) = __atomic_load_n(&word, __ATOMIC_ACQUIRE);
	const volatile uintptr_t *found = find ? find() : NULL;
	gohpc_mpiwrap_mark();
	t->foreign = found == NULL;
	/* Number 0 is the first thread that is not Go's. */
	if (t->foreign && __atomic_fetch_add(&foreigners, 1, __ATOMIC_RELAXED) == 0) {
		t->number = 0;
	} else {
		t->number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	}
	t->goroutine = found ? found : &nobody;
}
