/* What Go sees of the C side: no MPI here. Words and layouts are those of package mpicall. */
#ifndef GOHPC_MPIWRAP_API_H
#define GOHPC_MPIWRAP_API_H

#include <stdint.h>

/* Only MPI's functions are for others to see: a program and a library that is preloaded into it may
 * both have all this. */
#pragma GCC visibility push(hidden)

#define GOHPC_MPIWRAP_MAGIC 0x4d504943u
#define GOHPC_MPIWRAP_VERSION 1

struct gohpc_mpiwrap_entry {
	uint32_t node;
	uint32_t kind;  /* function in the low half, communicator in the high one */
	uint32_t owner; /* track and one; 0 is a free entry. Written last */
	uint32_t claimed;
	uint64_t version; /* odd while the entry is being changed */
	uint64_t start;
	uint64_t calls, total, min, max;
	uint64_t low, high; /* of the sum of squares */
	uint64_t sent, received;
	uint64_t partner; /* of the call that runs: in the low half whom it waits for, in the high one how */
	int32_t others[6]; /* whom it waits for besides */
};

/* How a call waits for a rank, by its number (see gohpc_mpiwrap_renumber): for a message from it, or until it takes one; for all ranks of the
 * communicator, which for ALL is that of the entry or, if whom it waits for is not 0, the one before that number. 0: as
 * the function tells, or it is not known. SEVERAL: it is one of several; from bit OTHERS on stands
 * how many of the others there are. MORE: there are more than find room. */
enum {
	GOHPC_MPIWRAP_FROM = 1, GOHPC_MPIWRAP_TO, GOHPC_MPIWRAP_ALL,
	GOHPC_MPIWRAP_SEVERAL = 4, GOHPC_MPIWRAP_MORE = 8, GOHPC_MPIWRAP_OTHERS = 8
};

#define GOHPC_MPIWRAP_PARTS 256

struct gohpc_mpiwrap_table {
	uint32_t magic, version, capacity, used;
	uint64_t lost;
	uint32_t clock; /* that all its times are of */
	uint32_t groups; /* how many stand behind the entries, that of communicator 0 first */
	uint64_t touched[GOHPC_MPIWRAP_PARTS / 64]; /* a bit for each part of the entries of which one is in use: others need not be looked at */
	struct gohpc_mpiwrap_entry entries[];
};

/* Who is in a communicator, of both groups where there are two: numbers of ranks, ascending. */
#define GOHPC_MPIWRAP_RANGES 9
#define GOHPC_MPIWRAP_ENTRIES 16 /* for each group */
struct gohpc_mpiwrap_group {
	uint32_t ranges; /* 0: it is not known, or there is no room for it. Written last */
	uint32_t size;
	uint32_t number; /* how many of the same members were made until then, with this one; 0: not known */
	uint32_t range[GOHPC_MPIWRAP_RANGES][3]; /* first, last, stride */
	uint32_t reserved[2];
};

/* A goroutine's call tree, by the address of the goroutine's descriptor. Go fills it in. */
struct gohpc_mpiwrap_track {
	uintptr_t slot;
	const volatile uint32_t *current; /* NULL: no longer there */
	uint32_t number;
	volatile int32_t muted;
};

#define GOHPC_MPIWRAP_TRACKS (1 << 14) /* a power of two */
#define GOHPC_MPIWRAP_FOREIGN 0x8000
extern struct gohpc_mpiwrap_track gohpc_mpiwrap_tracks[GOHPC_MPIWRAP_TRACKS];
extern struct gohpc_mpiwrap_track gohpc_mpiwrap_main_track;
extern volatile uint32_t gohpc_mpiwrap_tracks_version; /* changes when a track is added or replaced */

static inline uint32_t gohpc_mpiwrap_place(uintptr_t slot) {
	return (uint32_t)(((uint64_t)slot * 0x9e3779b97f4a7c15u) >> 50) & (GOHPC_MPIWRAP_TRACKS - 1);
}

enum { GOHPC_MPIWRAP_OFF = 1, GOHPC_MPIWRAP_RECORD = 2, GOHPC_MPIWRAP_SYNCHRONISE = 4, GOHPC_MPIWRAP_TIME_ONLY = 8 };

/* In place of a function in entries of which only the time is recorded: of what a thread waits between two calls that ask whether
 * something has come, of such calls, and of all others that communicate. */
enum { GOHPC_MPIWRAP_BETWEEN = 0x7ffc, GOHPC_MPIWRAP_POLLED = 0x7ffd, GOHPC_MPIWRAP_TIMED = 0x7ffe };
void gohpc_mpiwrap_switch(uint32_t flag, int on);

/* 0, or -1 where the memory is too small. The early table is used where memory is NULL. */
int gohpc_mpiwrap_attach(void *memory, uint64_t bytes, uint32_t clock);

/* Ranks are known by other numbers from now on: rank i of n is that of world[i] in MPI_COMM_WORLD, and all others have none.
 * With n = 0 the numbers are those of MPI_COMM_WORLD. Attach comes afterwards. -1 if there is no memory, or no MPI. */
int gohpc_mpiwrap_renumber(const int *world, int n);

/* Takes the function of package whose that finds the goroutine. */
void gohpc_mpiwrap_whose(uintptr_t function);

/* Events. Calls that ask in vain and are no more than some ticks apart are one record. */
void gohpc_mpiwrap_record(uint64_t *words, uint64_t length, uint64_t apart);
uint64_t gohpc_mpiwrap_recorded(uint64_t *dropped);

/* What was seen of communicators, datatypes, files and ranks. Results are 0 past the last one. Memory
 * that they lead to stays. */
struct gohpc_mpiwrap_communicator {
	int parent, rank, size, remote, inter, freed;
	const int *ranks, *remotes;
	char name[256];
};
int gohpc_mpiwrap_communicator(int id, struct gohpc_mpiwrap_communicator *c);

struct gohpc_mpiwrap_datatype {
	const char *combiner;
	int freed, integers, addresses, types;
	int64_t size;
	const int64_t *values; /* integers, addresses, types */
	char name[256];
};
int gohpc_mpiwrap_datatype(int id, struct gohpc_mpiwrap_datatype *t);

struct gohpc_mpiwrap_file {
	int comm, closed;
	int64_t size;
	const char *name;
};
int gohpc_mpiwrap_file(int id, struct gohpc_mpiwrap_file *f);

/* Messages, or one-sided transfers, with another rank in one region. One thread at a time writes to it,
 * that of its owner, as to an entry of the table of calls. */
struct gohpc_mpiwrap_partner {
	uint64_t where; /* owner in the high half, node in the low one */
	uint64_t who;   /* rank in the high half, generation, direction in the lowest 3 bits; 0 is free. Written last */
	uint64_t calls, bytes;
};
enum { GOHPC_MPIWRAP_SENT = 1, GOHPC_MPIWRAP_RECEIVED, GOHPC_MPIWRAP_PUT, GOHPC_MPIWRAP_GOT };
#define GOHPC_MPIWRAP_PARTNERS (1 << 16) /* a power of two */
extern struct gohpc_mpiwrap_partner gohpc_mpiwrap_partners[GOHPC_MPIWRAP_PARTNERS];

/* Counts the tables that were attached. Nodes of other generations than this one are not known any more. */
extern volatile uint32_t gohpc_mpiwrap_generation;

/* What found no place there, by rank and direction. The ranks from chunk * GOHPC_MPIWRAP_CHUNK on, NULL
 * for none; chunks in all is the result of gohpc_mpiwrap_chunks. */
struct gohpc_mpiwrap_elsewhere {
	uint64_t calls[GOHPC_MPIWRAP_GOT + 1], bytes[GOHPC_MPIWRAP_GOT + 1];
};
#define GOHPC_MPIWRAP_CHUNK 256
const struct gohpc_mpiwrap_elsewhere *gohpc_mpiwrap_elsewhere(int chunk);
int gohpc_mpiwrap_chunks(void);

/* Whether Go is called after MPI_Init and before MPI_Finalize. */
void gohpc_mpiwrap_lifecycle(int begin, int end);

/* When MPI_Finalize was called, in ticks; 0 before that. The time on one of the clocks. */
uint64_t gohpc_mpiwrap_ending_at(int *function);
uint64_t gohpc_mpiwrap_tick(uint32_t clock);

#pragma GCC visibility pop

#endif
