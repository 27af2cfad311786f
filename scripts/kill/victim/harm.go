//go:build linux && mpi && cgo

package main

/*
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// crash makes a true SIGSEGV, in C code.
static void crash(void) { *(volatile int *)16 = 1; }

static void *crash_thread(void *unused) {
	(void)unused;
	crash();
	return NULL;
}

// crash_beside crashes on a thread unknown to Go.
static int crash_beside(void) {
	pthread_t thread;
	return pthread_create(&thread, NULL, crash_thread, NULL);
}

// eat takes all the memory that malloc gives, and does not look whether it did.
static void eat(void) {
	for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}

static void hang(void) {
	for (;;) pause();
}

static int abort_all(void) { return MPI_Abort(MPI_COMM_WORLD, 13); }
*/
import "C"

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// harm is what a rank does to itself: on its main goroutine, inside whatever region it is in when the time
// has come, or on another, at any moment.
type harm struct {
	onMain bool
	do     func(*rank)
}

// harms by the names that the command line knows.
var harms = map[string]*harm{
	"segv":         {true, func(*rank) { C.crash() }},
	"segv-beside":  {false, func(*rank) { C.crash_beside() }},
	"exit":         {true, func(*rank) { os.Exit(3) }},
	"exit-beside":  {false, func(*rank) { os.Exit(3) }},
	"panic":        {true, func(*rank) { panic("harm") }},
	"panic-beside": {false, func(*rank) { panic("harm") }},
	"oom":          {true, func(r *rank) { limitMemory(); eat(1 << 40) }},
	"oom-beside":   {false, func(r *rank) { limitMemory(); eat(1 << 40) }},
	"oom-c":        {false, func(r *rank) { limitMemory(); C.eat() }},
	"oom-group":    {false, func(r *rank) { eat(1 << 30) }}, // the limit comes from outside
	"abort":        {true, func(*rank) { C.abort_all() }},
	"hang":         {true, hangHere},
	"hang-barrier": {true, hangInBarrier},
}

// arm makes this rank do its harm when the time has come, if it is the one.
func (r *rank) arm() {
	if r.settings.harm == "" || r.comm.Rank() != r.settings.harmed {
		return
	}
	r.harm = harms[r.settings.harm]
	time.AfterFunc(r.settings.after, func() {
		if r.harm.onMain {
			r.due.Store(true)
		} else {
			r.harm.do(r)
		}
	})
}

// harmIfDue does the harm on the main goroutine.
func (w *worker) harmIfDue() {
	if w == w.rank.main && w.rank.due.CompareAndSwap(true, false) {
		w.rank.harm.do(w.rank)
	}
}

// limitMemory leaves the process little more address space than it has.
func limitMemory() {
	var pages uint64
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), &pages)
	}
	limit := pages*uint64(os.Getpagesize()) + 64<<20
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "victim: limit of memory:", err)
		os.Exit(8)
	}
}

// eat takes up to the given number of bytes. If it returns, nobody has stopped it.
func eat(most int) {
	var eaten [][]byte
	for taken := 0; taken < most; {
		piece := make([]byte, 1<<20)
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		eaten = append(eaten, piece)
		taken += len(piece)
	}
	fmt.Fprintf(os.Stderr, "victim: ate %d MiB and lives\n", len(eaten))
	os.Exit(8)
}

// hangHere never comes to where the others wait.
func hangHere(r *rank) {
	r.main.region("stuck", func() {
		r.book.Stuck()
		C.hang()
	})
}

// hangInBarrier waits in a collective that the others do not take part in.
func hangInBarrier(r *rank) {
	r.main.region("stuck", func() {
		r.book.Stuck()
		_ = r.comm.Barrier()
		C.hang() // the others came to a barrier of their own
	})
}
