//go:build cgo

package capi

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// layout is where the fields stand that C uses, in bytes from the beginning of a Track, and how large what it reads is; nil
// if it is not found.
func layout() []uintptr {
	track := reflect.TypeFor[engine.Track]()
	var list []uintptr
	sizes := make(map[string]uintptr)
	for _, name := range strings.Fields(`Records Cold id special Current expect last Depth level trust nanos stack salt learning
		base edges.Places edges.Shift right attached byName names count changes left Skipped serial
		tooMany`) {
		at, is := offsetIn(track, strings.Split(name, "."))
		if is == nil {
			return nil
		}
		list = append(list, at)
		if sizes[name] = is.Size(); is.Kind() == reflect.Slice {
			sizes[name] = is.Elem().Size()
		}
	}
	return append(list, sizes["left"], sizes["stack"], sizes["edges.Places"], sizes["tooMany"], sizes["Records"], sizes["Cold"])
}

// offsetIn is where a field stands, which may be one of a field, and its type, nil if there is none.
func offsetIn(in reflect.Type, names []string) (at uintptr, is reflect.Type) {
	for _, name := range names {
		field, found := in.FieldByName(name)
		if !found {
			return 0, nil
		}
		for i := range field.Index { // of the structs that it is embedded in, too
			at += in.FieldByIndex(field.Index[:i+1]).Offset
		}
		in = field.Type
	}
	return at, in
}

// toChanges is the offsets that lead from a track to its rank, to the registry of that, and to the number of its changes.
// Finding them takes microseconds.
var toChanges = sync.OnceValue(func() []uintptr {
	var list []uintptr
	in := reflect.TypeFor[engine.Track]()
	for _, name := range []string{"rank", "Registry", "changes"} {
		at, is := offsetIn(in, []string{name})
		if is == nil || is.Size() != 8 {
			return nil
		}
		if list = append(list, at); is.Kind() == reflect.Pointer {
			in = is.Elem()
		}
	}
	return list
})

// changesOf is where the number of changes of a track's environments stands; nil if it is not found.
func changesOf(t *engine.Track) unsafe.Pointer {
	to := toChanges()
	if to == nil {
		return nil
	}
	rank := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t), to[0]))
	registry := *(*unsafe.Pointer)(unsafe.Add(rank, to[1]))
	return unsafe.Add(registry, to[2])
}
