// Command byhand calls MPI through cgo, without a binding. Rank 0 gathers what the others send it, in the order of
// arrival, and asks for it time and again. MPI_STATUS_IGNORE is never in a variable of Go: with MPICH it is the
// address 1, and Go ends a program in which it finds a pointer of that kind.
package main

/*
#include <mpi.h>
#include <stdlib.h>

static MPI_Comm world(void) { return MPI_COMM_WORLD; }
static MPI_Datatype doubles(void) { return MPI_DOUBLE; }
*/
import "C"

import (
	"fmt"
	"os"
	"time"
	"unsafe"
)

const rounds = 20

func main() {
	C.MPI_Init(nil, nil)
	defer C.MPI_Finalize()
	var rank, size C.int
	C.MPI_Comm_rank(C.world(), &rank)
	C.MPI_Comm_size(C.world(), &size)
	sum := 0.0
	for range rounds {
		if rank == 0 {
			sum += probe(int(size) - 1)
			sum += test(int(size) - 1)
		} else {
			slow()
			give(float64(rank), 1)
			slow()
			give(float64(rank), 2)
		}
	}
	if rank == 0 {
		fmt.Println("sum", sum)
	}
	if len(os.Args) > 1 {
		fmt.Println(os.Args[1:])
	}
}

// slow is what rank 0 waits for.
func slow() {
	for end := time.Now().Add(2 * time.Millisecond); time.Now().Before(end); {
	}
}

func give(x float64, tag C.int) {
	C.MPI_Send(unsafe.Pointer(&x), 1, C.doubles(), 0, tag, C.world())
}

// probe asks whether there is a message, and receives it then.
func probe(n int) (sum float64) {
	for range n {
		var status C.MPI_Status
		for found := C.int(0); found == 0; {
			C.MPI_Iprobe(C.MPI_ANY_SOURCE, 1, C.world(), &found, &status)
		}
		var x float64
		C.MPI_Recv(unsafe.Pointer(&x), 1, C.doubles(), status.MPI_SOURCE, 1, C.world(), &status)
		sum += x
	}
	return sum
}

// test asks whether what it has begun to receive is there.
func test(n int) (sum float64) {
	for range n {
		x := (*C.double)(C.malloc(8))
		var request C.MPI_Request
		var status C.MPI_Status
		C.MPI_Irecv(unsafe.Pointer(x), 1, C.doubles(), C.MPI_ANY_SOURCE, 2, C.world(), &request)
		for done := C.int(0); done == 0; {
			C.MPI_Test(&request, &done, &status)
		}
		sum += float64(*x)
		C.free(unsafe.Pointer(x))
	}
	return sum
}
