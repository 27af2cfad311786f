//go:build cgo

/* Names of regions, each kept once. What C programs pass need not stay, and may have another text at the same address
 * later, so the timers are given a copy. */
#include "capi.h"

#include <pthread.h>
#include <stdlib.h>

const struct gohpc_capi_name *gohpc_capi_names[ADDRESSES];

/* A hash table with open addressing, of which a larger one takes the place: who reads the old one finds nothing wrong
 * in it. The hashes stand apart, 0 for a free place, so that a name that is not there is looked for in few lines of cache. */
struct table {
	uint64_t places, used;
	const struct gohpc_capi_name **names;
	uint32_t hashes[];
};

static struct table *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* For where there is no memory left, and for what is no name. */
static const struct {
	struct gohpc_capi_name name;
	char text[32];
} nameless = {{0, 0, 1, 3}, "?"};

/* How many names are kept for regions; those that come later share a region, as engine's MostPaths. The others are of
 * environments, and long texts of Fortran. */
enum { MOST_NAMES = 1 << 15, MOST_OF_ALL = 2 * MOST_NAMES };

const struct gohpc_capi_name *gohpc_capi_further_name;

static uint32_t hash_of(const char *text, size_t length) {
	uint64_t h = length;
	for (size_t i = 0; i < length; i += 8) { /* eight bytes at a time: a first call waits for this */
		uint64_t word = 0;
		memcpy(&word, text + i, length - i < 8 ? length - i : 8);
		h = (h ^ word) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 29;
	}
	return ((uint32_t)(h ^ h >> 32) & 0x7fffffff) | 1; /* it is also GPTL's handle of the name, an int that is not 0 */
}

static const struct gohpc_capi_name *find(const struct table *t, const char *text, size_t length, uint32_t hash) {
	if (!t) return NULL;
	for (uint64_t at = hash >> 1;; at++) { /* its last bit is that of all */
		uint32_t there = __atomic_load_n(&t->hashes[at & (t->places - 1)], __ATOMIC_ACQUIRE);
		if (there == 0) return NULL;
		if (there != hash) continue;
		const struct gohpc_capi_name *n = t->names[at & (t->places - 1)];
		if (n->length == length && memcmp(n->text, text, length) == 0) return n;
	}
}

static void put(struct table *t, const struct gohpc_capi_name *n) {
	uint64_t at = n->hash >> 1;
	while (t->hashes[at & (t->places - 1)]) at++;
	t->names[at & (t->places - 1)] = n;
	__atomic_store_n(&t->hashes[at & (t->places - 1)], n->hash, __ATOMIC_RELEASE);
	__atomic_store_n(&t->used, t->used + 1, __ATOMIC_RELAXED);
}

/* The table, with room for another name. Called with the lock held; the old one stays, as others may be reading it. */
static struct table *roomy(void) {
	struct table *old = all, *t;
	uint64_t places = old ? 2 * old->places : 1024;
	if (old && 2 * old->used < old->places) return old;
	t = calloc(1, sizeof *t + places * (sizeof t->hashes[0] + sizeof t->names[0]));
	if (!t) return NULL;
	t->places = places;
	t->names = (const struct gohpc_capi_name **)(t->hashes + places);
	for (uint64_t i = 0; old && i < old->places; i++) {
		if (old->hashes[i]) put(t, old->names[i]);
	}
	__atomic_store_n(&all, t, __ATOMIC_RELEASE);
	return t;
}

/* Memory of zeroes that stays, a piece of what is allocated for many names. Called with the lock held. */
static void *stay(size_t size) {
	static char *rest;
	static size_t left;
	enum { PIECE = 1 << 14 };
	size = (size + 15) & ~(size_t)15;
	if (size > PIECE / 4) return calloc(1, size);
	if (size > left) {
		char *piece = calloc(1, PIECE);
		if (!piece) return NULL;
		rest = piece, left = PIECE;
	}
	void *found = rest;
	rest += size, left -= size;
	return found;
}

static struct gohpc_capi_name *make(const char *text, size_t length, uint32_t hash) {
	struct gohpc_capi_name *n = stay(sizeof *n + length + 32);
	if (!n) return NULL;
	memcpy(n->text, text, length);
	n->mask = length < 32 ? (1ull << (length + 1)) - 1 : 0;
	n->hash = hash;
	n->length = (uint32_t)length;
	n->key = length < 0xffff ? (uint64_t)(uintptr_t)n->text | (uint64_t)length << 48 : 0;
	return n;
}

static const struct gohpc_capi_name *add(const char *text, size_t length, uint32_t hash) {
	struct table *t = roomy();
	const struct gohpc_capi_name *n = t ? make(text, length, hash) : NULL;
	if (!n) return &nameless.name;
	put(t, n);
	return n;
}

/* What stands for a name beyond those that are kept. */
static const struct gohpc_capi_name *one_of_further(void) {
	const struct gohpc_capi_name *n = __atomic_load_n(&gohpc_capi_further_name, __ATOMIC_ACQUIRE);
	if (n) return n;
	static const char text[] = "further regions";
	pthread_mutex_lock(&lock);
	n = gohpc_capi_further_name;
	if (!n && (n = make(text, sizeof text - 1, hash_of(text, sizeof text - 1)))) {
		__atomic_store_n(&gohpc_capi_further_name, n, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&lock);
	return n ? n : &nameless.name;
}

static const struct gohpc_capi_name *find_up_to(uint64_t most, const char *text, size_t length) {
	if (!text || length > INT32_MAX) return &nameless.name;
	const struct gohpc_capi_name *last = __atomic_load_n(address_of(text), __ATOMIC_ACQUIRE);
	if (last && last->length == length && memcmp(last->text, text, length) == 0) return last;
	uint32_t hash = hash_of(text, length);
	const struct table *t = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
	const struct gohpc_capi_name *n = find(t, text, length, hash);
	if (!n && t && __atomic_load_n(&t->used, __ATOMIC_RELAXED) >= most) return most == MOST_NAMES ? one_of_further() : &nameless.name;
	if (!n) {
		pthread_mutex_lock(&lock);
		n = find(all, text, length, hash);
		if (!n) n = add(text, length, hash);
		pthread_mutex_unlock(&lock);
	}
	__atomic_store_n(address_of(text), n, __ATOMIC_RELEASE);
	return n;
}

const struct gohpc_capi_name *gohpc_capi_find_text(const char *text, size_t length) { return find_up_to(MOST_NAMES, text, length); }

const struct gohpc_capi_name *gohpc_capi_find_name(const char *text) {
	return gohpc_capi_find_text(text, text ? strlen(text) : 0);
}

const struct gohpc_capi_name *gohpc_capi_find_other(const char *text) {
	return gohpc_capi_other_in(text, text ? strlen(text) : 0);
}

const struct gohpc_capi_name *gohpc_capi_other_in(const char *text, size_t length) {
	return find_up_to(MOST_OF_ALL, text, length);
}
