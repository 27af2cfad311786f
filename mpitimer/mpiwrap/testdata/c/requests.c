/* The table of requests against a plain list, with handles of which many share a bucket, some are there
 * several times, and some persist. "same OPERATIONS" in the end. */
#include "../../requests.c"

#include <stdio.h>
#include <stdlib.h>

volatile int gohpc_mpiwrap_several;

/* Nothing is received here. */
struct gohpc_mpiwrap_partner gohpc_mpiwrap_partners[GOHPC_MPIWRAP_PARTNERS];
struct gohpc_mpiwrap_partner *gohpc_mpiwrap_find_partner(uint64_t where, uint64_t who) { return NULL; }
void gohpc_mpiwrap_add_elsewhere(int rank, unsigned direction, uint64_t size) {}

enum { HANDLES = 40, ROOM = 5000, OPERATIONS = 400000 };
static uint64_t handles[HANDLES];

/* The requests that there should be, the oldest first. */
static struct request model[ROOM];
static int count, numbers;

static int oldest(uint64_t handle) {
	int i;
	for (i = 0; i < count && model[i].handle != handle; i++) {}
	return i;
}

static void fail(const char *what, int at) {
	printf("%s differs at operation %d\n", what, at);
	exit(1);
}

static void make(uint64_t handle, int operation) {
	struct request r = {.handle = handle, .kind = A_READ, .persistent = 1, .sent = (uint64_t)operation};
	int lasting = rand() % 4 == 0;
	int rid = lasting ? gohpc_mpiwrap_request_add(&r) : request_made(handle, NULL, A_RECEIVE, -1);
	if (rid != numbers++) fail("the number", operation);
	model[count] = r;
	model[count].kind = lasting ? A_READ : A_RECEIVE;
	model[count].active = !lasting;
	model[count++].rid = rid;
}

static void start_one(uint64_t handle, int operation) {
	int i = oldest(handle);
	struct request r;
	if (gohpc_mpiwrap_request_start(handle, &r) != (i < count)) fail("a start", operation);
	if (i == count) return;
	model[i].active = 1;
	if (r.rid != model[i].rid || model[i].kind == A_READ && r.sent != model[i].sent) fail("what was started", operation);
}

/* As the wrappers of MPI_Wait do it, and as the others. */
static void end_one(uint64_t handle, int operation) {
	int i = oldest(handle), gone = rand() % 3 > 0, known = i < count;
	struct call c = {.state = GOHPC_MPIWRAP_RECORD};
	struct single s = {.known = 1, .before = (MPI_Request)(uintptr_t)handle, .at = request_at(handle)};
	struct request r = {.active = 0};
	if (rand() % 2) {
		single_done(&c, &s, gone ? MPI_REQUEST_NULL : s.before, 1, NULL);
		if (s.finished != (known && model[i].active)) fail("completion of one", operation);
		if (s.finished && s.done.rid != model[i].rid) fail("the number of one", operation);
	} else {
		if (gohpc_mpiwrap_request_done(handle, gone, &r) != known) fail("completion", operation);
		if (known && (r.rid != model[i].rid || r.kind != model[i].kind || r.active != model[i].active)) fail("what completed", operation);
	}
	if (!known) return;
	model[i].active = 0;
	if (!gone) return;
	for (count--; i < count; i++) model[i] = model[i + 1];
}

int main(void) {
	int i, n = 0;
	for (i = 0; n < HANDLES; i++) { /* the first thirty in one bucket, which is not that of the rest */
		uint64_t handle = 64 * (uint64_t)(i + 1);
		if (n >= 30 || bucket_of(handle) == bucket_of(64)) handles[n++] = handle;
	}
	for (i = 0; i < OPERATIONS; i++) {
		uint64_t handle = handles[rand() % HANDLES];
		int at = oldest(handle), lean = i / 10000 % 2; /* it fills, and empties */
		gohpc_mpiwrap_several = i / 1000 % 3 == 0;
		switch (rand() % 8) {
		case 0:
			start_one(handle, i);
			break;
		case 1:
			if (gohpc_mpiwrap_request_id(handle) != (at < count ? model[at].rid : -1)) fail("the number of a handle", i);
			break;
		case 2:
		case 3:
		case 4:
			if (lean || count > 900) {
				end_one(handle, i);
				break;
			} /* fall through */
		case 5:
			if (count < 900) make(handle, i);
			break;
		default:
			end_one(handle, i);
		}
		if (gohpc_mpiwrap_requests != (uint32_t)count) fail("how many there are", i);
	}
	printf("same %d\n", OPERATIONS);
	return 0;
}
