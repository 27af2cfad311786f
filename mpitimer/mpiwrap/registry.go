//go:build mpi && cgo

package mpiwrap

// #include "api.h"
import "C"

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

// Communicators implements mpicall.Recorder.
func (r *recorder) Communicators() []mpicall.Communicator {
	var list []mpicall.Communicator
	var c C.struct_gohpc_mpiwrap_communicator
	for id := 0; C.gohpc_mpiwrap_communicator(C.int(id), &c) != 0; id++ {
		m := mpicall.Communicator{
			ID: id, Parent: int(c.parent), Name: C.GoString(&c.name[0]), Rank: int(c.rank),
			Ranks: ints(c.ranks, c.size), Inter: c.inter != 0, Freed: c.freed != 0,
		}
		if m.Inter {
			m.Remote = ints(c.remotes, c.remote)
		}
		list = append(list, m)
	}
	return list
}

func ints(at *C.int, n C.int) []int {
	list := make([]int, n)
	for i, v := range unsafe.Slice(at, int(n)) {
		list[i] = max(int(v), -1)
	}
	return list
}

// Datatypes implements mpicall.Recorder.
func (r *recorder) Datatypes() []mpicall.Datatype {
	var list []mpicall.Datatype
	var t C.struct_gohpc_mpiwrap_datatype
	for id := 0; C.gohpc_mpiwrap_datatype(C.int(id), &t) != 0; id++ {
		values := unsafe.Slice((*int64)(unsafe.Pointer(t.values)), int(t.integers+t.addresses+t.types))
		d := mpicall.Datatype{
			ID: id, Combiner: C.GoString(t.combiner), Name: C.GoString(&t.name[0]), Size: int64(t.size), Freed: t.freed != 0,
			Integers:  append([]int64(nil), values[:t.integers]...),
			Addresses: append([]int64(nil), values[t.integers:t.integers+t.addresses]...),
		}
		for _, v := range values[t.integers+t.addresses:] {
			d.Types = append(d.Types, int(v))
		}
		list = append(list, d)
	}
	return list
}

// Files implements mpicall.Recorder.
func (r *recorder) Files() []mpicall.File {
	var list []mpicall.File
	var f C.struct_gohpc_mpiwrap_file
	for id := 0; C.gohpc_mpiwrap_file(C.int(id), &f) != 0; id++ {
		list = append(list, mpicall.File{ID: id, Name: C.GoString(f.name), Size: int64(f.size), Comm: int(f.comm), Closed: f.closed != 0})
	}
	return list
}
