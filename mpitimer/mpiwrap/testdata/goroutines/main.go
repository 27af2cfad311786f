//go:build mpi && cgo

// A program that calls MPI from several goroutines at once, whose call trees the wrappers know or not,
// and checks where each call was counted. Its argument is a shared library that calls MPI as well.
package main

/*
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int begin(void) {
	int provided;
	MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
	return provided == MPI_THREAD_MULTIPLE;
}
static void end(void) { MPI_Finalize(); }
static void ask(int times) {
	int i, n;
	for (i = 0; i < times; i++) MPI_Comm_rank(MPI_COMM_WORLD, &n);
}
static void talk(int tag, int bytes) {
	char data[8] = "";
	MPI_Sendrecv_replace(data, bytes, MPI_CHAR, 0, tag, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// A call that takes until it is released.
static volatile int waiting, released;
static int is_waiting(void) { return waiting; }
static void release(void) { released = 1; }
static int wait(MPI_Comm comm, int key, void *value, void *extra) {
	waiting = 1;
	while (!released) usleep(1000);
	return MPI_SUCCESS;
}
static void until_released(void) {
	int key;
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, wait, &key, NULL);
	MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	MPI_Comm_delete_attr(MPI_COMM_SELF, key);
	MPI_Comm_free_keyval(&key);
}
static int load(const char *name, int times) {
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	int (*talk)(int) = library ? (int (*)(int))dlsym(library, "library_talk") : NULL;
	return talk ? talk(times) : 2;
}
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
	"github.com/go-hpc/timers/stats/calls/functions"
)

var failed atomic.Bool

func check(ok bool, format string, arguments ...any) {
	if !ok {
		fmt.Printf("FAIL "+format+"\n", arguments...)
		failed.Store(true)
	}
}

const (
	workers = 8
	rounds  = 200
	library = 17
)

// track is what the timers have of a goroutine.
type track struct{ current uint32 }

// work opens regions 1 to 5 in turn and calls MPI in each as often as the region's number says.
func work(r mpicall.Recorder, number uint32) {
	t := new(track)
	check(r.Track(goroutine.Slot(), &t.current, number) == nil, "track %d", number)
	for i := range uint32(rounds) {
		t.current = 1 + i%5
		C.ask(C.int(t.current))
		C.talk(C.int(number), C.int(t.current))
		if i%7 == 0 {
			runtime.Gosched()
		}
	}
	check(r.Track(goroutine.Slot(), nil, 0) == nil, "track %d forgotten", number)
}

func muted(r mpicall.Recorder, number uint32) {
	t := &track{current: 6}
	slot := goroutine.Slot()
	check(r.Track(slot, &t.current, number) == nil, "track %d", number)
	C.ask(3)
	r.Mute(slot, true)
	r.Mute(slot, true)
	C.ask(1000)
	r.Mute(slot, false)
	C.ask(1000)
	r.Mute(slot, false)
	C.ask(4)
}

// The main goroutine has a thread of its own, so that others make calls too.
func init() { runtime.LockOSThread() }

const asleep = 50 * time.Millisecond

func main() {
	r := mpicall.Registered()
	fmt.Println("goroutines", r.Goroutines())
	begun, ended := 0, 0
	r.Lifecycle(func() { begun++ }, func() { ended++ })
	check(C.begin() != 0, "MPI_THREAD_MULTIPLE")
	C.ask(11) // before there is a table: without a track
	C.talk(0, 8)
	var wait sync.WaitGroup
	wait.Go(func() { C.until_released() }) // begins before there is a table, and ends when it has another clock
	for C.is_waiting() == 0 {
		time.Sleep(time.Millisecond)
	}
	memory := make([]byte, mpicall.Bytes(1024))
	check(r.Attach(memory, mpicall.Monotonic) == nil, "attach")
	check(r.Attach(memory[:100], 0) != nil, "a table of 100 bytes was taken")
	mainTrack := &track{current: 7}
	check(r.Track(0, &mainTrack.current, 0) == nil, "main track")
	check(r.Track(goroutine.Slot(), &mainTrack.current, 0) == nil, "own track")
	C.ask(13)

	time.Sleep(asleep)
	C.release()
	for i := range workers {
		wait.Go(func() { work(r, uint32(i+1)) })
		wait.Go(func() { C.ask(100) }) // nobody's: in the main track's node
	}
	if !r.Goroutines() {
		wait.Wait() // there is one track: it mutes everybody
	}
	wait.Go(func() { muted(r, workers+1) })
	for range 20 {
		runtime.GC()
	}
	wait.Wait()
	name := C.CString(os.Args[1])
	check(C.load(name, library) == 0, "the library %s", os.Args[1])
	C.free(unsafe.Pointer(name))
	C.end()
	judge(mpicall.Read(memory), r.Goroutines())
	judgePartners(r, false)
	check(r.Attach(make([]byte, mpicall.Bytes(16)), mpicall.Monotonic) == nil, "attach again")
	judgePartners(r, true) // the nodes were of the table before
	check(mpicall.Lost(memory) == 0, "%d calls lost", mpicall.Lost(memory))
	check(begun == 1 && ended == 1, "begun %d times, ended %d times", begun, ended)
	if failed.Load() {
		os.Exit(1)
	}
	fmt.Println("ok")
}

type key struct{ track, node uint32 }

func judge(entries []mpicall.Entry, exact bool) {
	asked := make(map[key]uint64)
	others := make(map[string]uint64)
	foreign := make(map[uint32]uint64) // by node
	for _, e := range entries {
		name := functions.List()[e.Function].Name
		if name == "Comm_delete_attr" {
			nanos := time.Duration(e.Total)
			check(nanos >= asleep && nanos < time.Hour && e.Running == 0, "it took %v: %+v", nanos, e)
		}
		if name != "Comm_rank" {
			others[name] += e.Calls
			continue
		}
		check(e.Comm == 0, "communicator %d", e.Comm)
		if e.Track >= mpicall.Foreign {
			foreign[e.Node] += e.Calls
		} else {
			asked[key{e.Track, e.Node}] += e.Calls
		}
	}
	check(others["Sendrecv"] == library, "%d calls of the library counted", others["Sendrecv"])
	check(others["Comm_delete_attr"] == 1, "others: %v", others)
	check(others["Init_thread"] == 1 && others["Finalize"] == 1, "others: %v", others)
	if !exact {
		for k := range asked {
			check(k.track == 0 && (k.node == 0 || k.node == 7), "track %d, node %d", k.track, k.node)
		}
		check(foreign[7] > 0 && asked[key{0, 0}]+foreign[0] == 11, "%v and %v", asked, foreign)
		return
	}
	for i := range uint32(workers) {
		for node := uint32(1); node <= 5; node++ {
			got, want := asked[key{i + 1, node}], uint64(rounds/5*node)
			check(got == want, "track %d, node %d: %d calls, want %d", i+1, node, got, want)
		}
	}
	check(asked[key{workers + 1, 6}] == 7, "muted: %d", asked[key{workers + 1, 6}])
	check(asked[key{0, 7}] == 13, "main: %d", asked[key{0, 7}])
	check(foreign[0] == 11 && foreign[7] == workers*100, "without a track: %v", foreign)
	check(len(asked) == workers*5+2, "%v", asked)
}

// judgePartners looks at the messages: of each worker in its regions, or all without a region.
func judgePartners(r mpicall.Recorder, without bool) {
	var messages, bytes uint64
	for _, p := range r.Partners() {
		check(p.Rank == 0 && !p.Elsewhere && p.Calls == p.Receives && p.Bytes == p.ReceivedBytes, "partner %+v", p)
		messages, bytes = messages+p.Calls, bytes+p.Bytes
		switch {
		case without:
			check(p.Node == 0 && p.Track == 0, "partner %+v of a table that is gone", p)
		case r.Goroutines() && p.Track > 0 && p.Track <= workers:
			check(p.Calls == rounds/5 && p.Bytes == rounds/5*uint64(p.Node), "partner %+v, expected %d calls", p, rounds/5)
		default:
			check(p.Node == 7 || p.Node == 0 && p.Calls == 1, "partner %+v", p)
		}
	}
	const own = workers * rounds
	check(messages == own+1+library && bytes >= own*3+8, "%d messages with %d bytes", messages, bytes)
}
