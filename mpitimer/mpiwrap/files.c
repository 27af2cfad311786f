//go:build mpi && cgo

/* The files that are open through MPI. */
#include "registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct file {
	int comm, closed;
	int64_t size;
	char *name;
};
enum { FILES = 1 << 16 };
static struct file *files[FILES];
static int file_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t file_size(MPI_File file) {
	MPI_Offset size = -1;
	return PMPI_File_get_size(file, &size) == MPI_SUCCESS ? (int64_t)size : -1;
}

int gohpc_mpiwrap_opened(const struct comm *comm, const char *name, MPI_File file) {
	struct file *f = calloc(1, sizeof *f);
	int id = -1;
	if (!f || !(f->name = malloc(strlen(name) + 1))) {
		free(f);
		return -1;
	}
	strcpy(f->name, name);
	f->comm = comm ? comm->id : -1;
	f->size = file_size(file);
	pthread_mutex_lock(&lock);
	if (file_count < FILES) files[id = file_count++] = f;
	pthread_mutex_unlock(&lock);
	if (id >= 0) gohpc_mpiwrap_put(A_FILE, HANDLE(file), (void *)(intptr_t)(id + 1));
	return id;
}

int gohpc_mpiwrap_file_of(MPI_File file) {
	void *known = gohpc_mpiwrap_get(A_FILE, HANDLE(file));
	return known ? (int)(intptr_t)known - 1 : -1;
}

int gohpc_mpiwrap_closing(MPI_File file) {
	int id = gohpc_mpiwrap_file_of(file);
	int64_t size;
	if (id < 0) return -1;
	size = file_size(file);
	gohpc_mpiwrap_drop(A_FILE, HANDLE(file));
	pthread_mutex_lock(&lock);
	files[id]->closed = 1;
	if (size > files[id]->size) files[id]->size = size;
	pthread_mutex_unlock(&lock);
	return id;
}

int gohpc_mpiwrap_file(int id, struct gohpc_mpiwrap_file *out) {
	const struct file *f;
	pthread_mutex_lock(&lock);
	f = id >= 0 && id < file_count ? files[id] : NULL;
	if (f) {
		out->comm = f->comm;
		out->closed = f->closed;
		out->size = f->size;
		out->name = f->name;
	}
	pthread_mutex_unlock(&lock);
	return f != NULL;
}
