// Package capi gives C, C++ and Fortran these timers: mpitimer.h and mpitimer.f90 in its directory
// declare the calls. A program in Go that imports it has one tree with what its kernels mark; others
// link the library that cmd/libmpitimer makes.
//
// Starts and stops run in C on the records of the rank (hot.h); what is new to them or wrong is left to Go.
package capi
