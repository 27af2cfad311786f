/* What C knows of a track of package engine, and of the records of package table. Go checks that it is so. */
#ifndef GOHPC_CAPI_LAYOUT_H
#define GOHPC_CAPI_LAYOUT_H

#include <stdint.h>

struct record { /* table.Record */
	uint64_t key, start, calls, total, min, max, squares;
	uint32_t down, next;
};

struct cold { /* table.Cold */
	uint64_t squares_high, recursion, timed, place;
	uint32_t parent, environment, name, name_length, histogram, sample, countdown;
	int32_t level;
};

struct frame {
	uint32_t parent, kind;
};

struct edge {
	uint64_t mixed, key, where;
	uint32_t node, way;
};

struct left_out {
	void *region;
	uint32_t serial;
	int32_t depth;
	uint16_t prefix;
};

struct too_many {
	uint32_t node;
	int64_t count;
	uint64_t *warned;
};

struct latest {
	uint64_t ticks, count;
};

/* engine.byName */
struct by_name {
	uint64_t owner;
	int64_t beyond;
	uint64_t count;
	struct latest *latest;
	int64_t latests;
};

struct track { /* engine.Track, up to the last that is used here */
	uint64_t id;
	struct record *records;
	uint64_t unused1[2];
	struct cold *cold;
	uint64_t unused2[7];
	uint32_t count, unused16; /* nodes */
	char **names; /* of which the first word is the bytes */
	uint64_t unused3[63];
	uint32_t special, current, expect, last;
	int64_t depth;
	int32_t level;
	uint32_t trust;
	uint64_t nanos;
	struct frame *stack;
	int64_t frames, unused4;
	uint64_t salt;
	uint16_t prefix;
	int32_t learning;
	uint64_t brief;
	uint64_t unused5[5];
	uint32_t base;
	uint32_t unused6;
	uint64_t unused7[2];
	struct edge *edges;
	uint64_t edges_count, unused8[2];
	uint64_t edges_shift;
	int64_t right;
	uint64_t unused10[30];
	void *attached;
	uint64_t unused11[16];
	uint64_t changes; /* of environments, of which the track knows */
	uint64_t unused12[6];
	struct left_out *left;
	uint64_t lefts, unused13;
	int64_t skipped;
	uint32_t serial, unused14;
	struct too_many *too_many;
	uint64_t too_manies, unused15[2];
	struct by_name *by_name;
};

/* table.Writing, table.Amending */
#define WRITING (1ull << 63)
#define AMENDING (WRITING | 1ull << 62)

/* track.go */
#define SPREAD 0x9e3779b97f4a7c15ull
#define ENVIRONMENT_SPREAD 0xc2b2ae3d27d4eb4full
#define LAST_STOP (1u << 31)
enum { TIMED = 0, NESTED = 1, UNSAMPLED = 2, SEQUENCE = 8, HOLDS = 16, KIND = 7 };
enum { WINDING = 0, STRAIGHT = 1, AROUND = 2 };

/* target.go */
#define NO_KEY (0xffffull << 48 | 1)
enum { LESSON = 64, LEISURE = 1024 };

/* hot.go */
#define LONGEST (1ull << 62)

#endif
