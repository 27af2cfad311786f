//go:build mpi && cgo

package main

/*
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#define WORDS 32

static MPI_Datatype record;
static MPI_Op sum;

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
	(void)type;
	const int64_t *a = in;
	int64_t *b = inout;
	for (long i = 0; i < (long)*n * WORDS; i++) {
		b[i] += a[i];
	}
}

static int reference_begin(void) {
	int code = MPI_Type_contiguous(WORDS * 8, MPI_BYTE, &record);
	if (code == MPI_SUCCESS) code = MPI_Type_commit(&record);
	if (code == MPI_SUCCESS) code = MPI_Op_create(add, 1, &sum);
	return code;
}

static int reference_reduce(void *from, void *to, int n) {
	return MPI_Reduce(from, to, n, record, sum, 0, MPI_COMM_WORLD);
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// recordBytes is the size of the record that stats.Reduce sends for each region.
const recordBytes = 32 * 8

// reference is one MPI_Reduce of records of recordBytes, with an operator in C that adds integers of
// 64 bits: the least that any reduction over MPI can cost.
type reference struct {
	from, to []byte
	records  int
}

func newReference(records int) (*reference, error) {
	if code := C.reference_begin(); code != 0 {
		return nil, fmt.Errorf("MPI code %d on making the operator", code)
	}
	n := records * recordBytes
	return &reference{make([]byte, n), make([]byte, n), records}, nil
}

func (r *reference) reduce() error {
	if code := C.reference_reduce(unsafe.Pointer(&r.from[0]), unsafe.Pointer(&r.to[0]), C.int(r.records)); code != 0 {
		return fmt.Errorf("MPI code %d of MPI_Reduce", code)
	}
	return nil
}
