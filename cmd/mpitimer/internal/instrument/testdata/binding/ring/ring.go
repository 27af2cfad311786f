// Package ring is a binding of MPI of the kind that programs in Go use: a communicator with methods for slices.
package ring

/*
#include <mpi.h>

static MPI_Comm world(void) { return MPI_COMM_WORLD; }
static MPI_Datatype doubles(void) { return MPI_DOUBLE; }
static MPI_Op sum(void) { return MPI_SUM; }

// To Go these would give MPI_STATUS_IGNORE as a pointer. With MPICH it is the address 1, and Go ends a program in
// which it finds a pointer of that kind.
static int receive(void *data, int n, int from, int tag, MPI_Comm comm) {
	return MPI_Recv(data, n, MPI_DOUBLE, from, tag, comm, MPI_STATUS_IGNORE);
}
static int receive_message(void *data, int n, MPI_Message *message) {
	return MPI_Mrecv(data, n, MPI_DOUBLE, message, MPI_STATUS_IGNORE);
}
*/
import "C"

import "unsafe"

// Start begins MPI, for several threads or for one.
func Start(threads bool) {
	if !threads {
		C.MPI_Init(nil, nil)
		return
	}
	var provided C.int
	C.MPI_Init_thread(nil, nil, C.MPI_THREAD_MULTIPLE, &provided)
}

// Stop ends it.
func Stop() { C.MPI_Finalize() }

// Communicator is some ranks.
type Communicator struct{ comm C.MPI_Comm }

// World is all.
func World() *Communicator { return &Communicator{C.world()} }

// Rank is the own number.
func (c *Communicator) Rank() int {
	var n C.int
	C.MPI_Comm_rank(c.comm, &n)
	return int(n)
}

// Size is how many there are.
func (c *Communicator) Size() int {
	var n C.int
	C.MPI_Comm_size(c.comm, &n)
	return int(n)
}

// Send sends a slice.
func (c *Communicator) Send(data []float64, to, tag int) {
	C.MPI_Send(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), C.doubles(), C.int(to), C.int(tag), c.comm)
}

// Receive receives one.
func (c *Communicator) Receive(data []float64, from, tag int) {
	C.receive(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), C.int(from), C.int(tag), c.comm)
}

// Arrived reports whether there is a message, and takes hold of it.
func (c *Communicator) Arrived(from, tag int) (*Message, bool) {
	var found C.int
	var m Message
	var status C.MPI_Status
	C.MPI_Improbe(C.int(from), C.int(tag), c.comm, &found, &m.message, &status)
	m.From = int(status.MPI_SOURCE)
	return &m, found != 0
}

// Message is one that has come.
type Message struct {
	From    int
	message C.MPI_Message
}

// Receive receives it.
func (m *Message) Receive(data []float64) {
	C.receive_message(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), &m.message)
}

// Sum adds up over all ranks.
func (c *Communicator) Sum(x float64) float64 {
	var all float64
	C.MPI_Allreduce(unsafe.Pointer(&x), unsafe.Pointer(&all), 1, C.doubles(), C.sum(), c.comm)
	return all
}
