// Libgptl builds these timers as a replacement for GPTL's library: programs in C and Fortran that call
// GPTL run with it, by linking or by preloading:
//
//	go build -tags mpi -buildmode=c-shared -o libgptl.so github.com/go-hpc/timers/cmd/libgptl
//	mpirun -n 4 env LD_PRELOAD=$PWD/libgptl.so ./program
package main
