// Libmpitimer builds the timers as a shared library that times the MPI calls of a program in C or
// Fortran that was not written for it:
//
//	go build -tags mpi -buildmode=c-shared -o libmpitimer.so github.com/go-hpc/timers/cmd/libmpitimer
//	mpirun -n 4 env LD_PRELOAD=$PWD/libmpitimer.so ./program
package main
