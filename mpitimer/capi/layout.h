/* What C knows of a track of package engine, and of the records of package table. The test of engine's layout.go makes it:
 * go test ./mpitimer/internal/engine -run TestLayoutOfC -update */
#ifndef GOHPC_CAPI_LAYOUT_H
#define GOHPC_CAPI_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

struct record {
	uint64_t key;
	uint64_t start;
	uint64_t calls;
	uint64_t total;
	uint64_t min;
	uint64_t max;
	uint64_t squares;
	uint32_t down;
	uint32_t next;
};

struct cold {
	uint64_t squares_high;
	uint64_t recursion;
	uint64_t timed;
	unsigned char unused1[8];
	uint32_t parent;
	unsigned char unused2[4];
	uint32_t name;
	uint32_t name_length;
	unsigned char unused3[4];
	uint32_t sample;
	uint32_t countdown;
	unsigned char unused4[4];
};

struct frame {
	uint32_t parent;
	uint32_t kind;
};

struct edge {
	uint64_t mixed;
	unsigned char unused1[16];
	uint32_t node;
	uint32_t way;
};

struct left_out {
	void *region;
	uint32_t serial;
	int32_t depth;
	uint16_t prefix;
	unsigned char unused1[6];
};

struct too_many {
	uint32_t node;
	unsigned char unused1[4];
	int64_t count;
	uint64_t *warned;
};

struct latest {
	uint64_t ticks;
	uint64_t count;
};

struct by_name {
	uint64_t owner;
	int64_t beyond;
	uint64_t count;
	struct latest *latest;
	int64_t latests;
	unsigned char unused1[8];
};

struct track {
	uint64_t id;
	struct record *records;
	unsigned char unused1[16];
	struct cold *cold;
	unsigned char unused2[56];
	uint32_t count;
	unsigned char unused3[4];
	char **names;
	unsigned char unused4[480];
	uint32_t special;
	uint32_t current;
	uint32_t expect;
	uint32_t last;
	int64_t depth;
	int32_t level;
	uint32_t trust;
	uint64_t nanos;
	struct frame *stack;
	int64_t frames;
	unsigned char unused5[8];
	uint64_t salt;
	uint16_t prefix;
	unsigned char unused6[2];
	int32_t learning;
	unsigned char unused7[48];
	uint32_t base;
	unsigned char unused8[20];
	struct edge *edges;
	uint64_t edges_count;
	unsigned char unused9[16];
	uint64_t edges_shift;
	int64_t right;
	unsigned char unused10[240];
	void *attached;
	unsigned char unused11[128];
	uint64_t changes;
	unsigned char unused12[48];
	struct left_out *left;
	uint64_t lefts;
	unsigned char unused13[8];
	int64_t skipped;
	uint32_t serial;
	unsigned char unused14[4];
	struct too_many *too_many;
	uint64_t too_manies;
	unsigned char unused15[16];
	struct by_name *by_name;
};

#define LAYOUT {offsetof(struct track, id), \
	offsetof(struct track, records), \
	offsetof(struct track, cold), \
	offsetof(struct track, count), \
	offsetof(struct track, names), \
	offsetof(struct track, special), \
	offsetof(struct track, current), \
	offsetof(struct track, expect), \
	offsetof(struct track, last), \
	offsetof(struct track, depth), \
	offsetof(struct track, level), \
	offsetof(struct track, trust), \
	offsetof(struct track, nanos), \
	offsetof(struct track, stack), \
	offsetof(struct track, salt), \
	offsetof(struct track, prefix), \
	offsetof(struct track, learning), \
	offsetof(struct track, base), \
	offsetof(struct track, edges), \
	offsetof(struct track, edges_shift), \
	offsetof(struct track, right), \
	offsetof(struct track, attached), \
	offsetof(struct track, changes), \
	offsetof(struct track, left), \
	offsetof(struct track, skipped), \
	offsetof(struct track, serial), \
	offsetof(struct track, too_many), \
	offsetof(struct track, by_name), \
	sizeof(struct record), \
	sizeof(struct cold), \
	sizeof(struct frame), \
	sizeof(struct edge), \
	sizeof(struct left_out), \
	sizeof(struct too_many), \
	sizeof(struct by_name), \
	sizeof(struct latest)}

#define WRITING 0x8000000000000000ull /* package table */
#define AMENDING 0xc000000000000000ull
#define SPREAD 0x9e3779b97f4a7c15ull /* package edges */
#define ENVIRONMENT_SPREAD 0xc2b2ae3d27d4eb4full
enum { STRAIGHT = 1, AROUND = 2 };
enum { TIMED = 0, NESTED = 1, UNSAMPLED = 2, SEQUENCE = 8, HOLDS = 16, KIND = 7 }; /* package engine */
#define LAST_STOP 0x80000000u
#define NO_KEY 0xffff000000000001ull
#define LONGEST 0x4000000000000000ull
enum { LESSON = 64 };

#endif
