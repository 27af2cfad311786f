// Package mpi implements machenv.Communicator over any MPI library, through cgo.
//
// # Building
//
// Without the build tag mpi the package compiles everywhere and World returns ErrNotBuilt.
//
//	go build -tags mpi               the MPI that pkg-config calls mpi
//	go build -tags mpi,mpi_openmpi   Open MPI, where several MPIs are installed (pkg-config ompi-c)
//	go build -tags mpi,mpi_mpich     MPICH, where several MPIs are installed (pkg-config mpich)
//	CC=mpicc go build -tags mpi,mpi_cc   no flags of ours: the compiler wrapper knows
//
// Go's build cache does not notice that a .pc file now names another MPI. To change from one MPI
// to the other change the tag or CC, both of which the cache does look at.
//
// # Who starts and who ends MPI
//
// World initialises MPI if nobody has, and only then does Finalize end it. A program without a call of
// Finalize leaves this to mpitimer.Finalize; a program that uses MPI after it must call Finalize, best
// by defer right after World. A program that starts MPI itself, through any other binding, also ends
// it. After the end every call of this package returns ErrFinalized. All communicators of this package
// are duplicates of their own: messages cannot meet the program's, and only on the duplicates do errors
// return instead of aborting the run. There are no global C symbols and no finalizers that call MPI.
//
// # Threads
//
// World asks for MPI_THREAD_SERIALIZED. A lock makes the calls of this package one at a time; no
// wait holds it for more than a few milliseconds, so that one goroutine may wait in Recv while
// another sends on another communicator. The lock does not know of the program's own MPI calls:
// unless MPI grants MPI_THREAD_MULTIPLE, the program must not call MPI while another goroutine
// is in this package.
//
// A call that makes or frees a communicator waits for the other ranks in the same way. One that makes a
// communicator calls MPI only when all of them are there and none of them is making another one. Goroutines
// of a rank may therefore make communicators from several others at a time, in any order.
//
// If MPI grants less than MPI_THREAD_SERIALIZED to World, all calls are made from the one thread that
// initialised MPI, at the cost of a switch of goroutines per call, and the program must not call MPI itself.
// If the program initialised MPI with less, calls are made from the thread of the calling goroutine, one at a
// time: Open MPI and MPICH tolerate that, but the standard requires the goroutine that initialised MPI to
// have called runtime.LockOSThread and to be the one that calls here. ThreadLevel returns what was granted.
//
// # Timeouts
//
// A Send or Recv that timed out may leave MPI a buffer that it still reads or writes. The package keeps
// such buffers alive, and a later call releases them once MPI is done with them. If the other rank
// never takes part again, their memory is lost.
//
// # mpirun
//
// A program linked with one MPI and started by another one's mpirun runs as that many programs of one
// rank each, and each believes that it is alone. World detects this from the environment that mpirun
// sets and returns ErrWrongLauncher. Launched detects it without any MPI.
package mpi
