package engine

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

var update = flag.Bool("update", false, "write capi/layout.h anew")

const headerOfC = "../../capi/layout.h"

// A member is a field as C declares it, and where it stands in Go. Of a list C has the pointer, and behind it how many it has.
type member struct {
	declared string
	at, size uintptr
}

// sizeInC is how many bytes what is declared takes.
func sizeInC(t *testing.T, declared string) uintptr {
	kind, _, _ := strings.Cut(declared, " ")
	if strings.Contains(declared, "*") {
		return unsafe.Sizeof(uintptr(0))
	}
	bits, err := strconv.Atoi(strings.TrimSuffix(strings.TrimLeft(kind, "uint"), "_t"))
	if err != nil {
		t.Fatalf("%q: %v", declared, err)
	}
	return uintptr(bits / 8)
}

// structOf writes a struct of C whose members stand where those of Go do, and which is as large as that, or ends with its last one
// if size is 0.
func structOf(t *testing.T, b *bytes.Buffer, name string, members []member, size uintptr) {
	fmt.Fprintf(b, "struct %s {\n", name)
	end, pads := uintptr(0), 0
	pad := func(to uintptr) {
		if to < end {
			t.Fatalf("struct %s: something ends at %d that should begin at %d", name, end, to)
		}
		if to > end {
			pads++
			fmt.Fprintf(b, "\tunsigned char unused%d[%d];\n", pads, to-end)
		}
	}
	for _, m := range members {
		if in := sizeInC(t, m.declared); m.size != 0 && m.size != in {
			t.Errorf("struct %s: %s of %d bytes, which has %d in Go", name, m.declared, in, m.size)
		}
		pad(m.at)
		fmt.Fprintf(b, "\t%s;\n", m.declared)
		end = m.at + sizeInC(t, m.declared)
	}
	if size != 0 {
		pad(size)
	}
	b.WriteString("};\n\n")
}

// The members of a Track, in the order of Layout; of some the one behind them.
var ofTrack = []struct{ declared, behind string }{
	{"uint64_t id", ""}, {"struct record *records", ""}, {"struct cold *cold", ""}, {"uint32_t count", ""}, {"char **names", ""},
	{"uint32_t special", ""}, {"uint32_t current", ""}, {"uint32_t expect", ""}, {"uint32_t last", ""}, {"int64_t depth", ""},
	{"int32_t level", ""}, {"uint32_t trust", ""}, {"uint64_t nanos", ""}, {"struct frame *stack", "int64_t frames"}, {"uint64_t salt", ""},
	{"uint16_t prefix", ""}, {"int32_t learning", ""}, {"uint32_t base", ""}, {"struct edge *edges", "uint64_t edges_count"},
	{"uint64_t edges_shift", ""}, {"int64_t right", ""}, {"void *attached", ""}, {"uint64_t changes", ""},
	{"struct left_out *left", "uint64_t lefts"}, {"int64_t skipped", ""}, {"uint32_t serial", ""},
	{"struct too_many *too_many", "uint64_t too_manies"}, {"struct by_name *by_name", ""},
}

// headerFor is layout.h.
func headerFor(t *testing.T) []byte {
	b := new(bytes.Buffer)
	b.WriteString(`/* What C knows of a track of package engine, and of the records of package table. The test of engine's layout.go makes it:
 * go test ./mpitimer/internal/engine -run TestLayoutOfC -update */
#ifndef GOHPC_CAPI_LAYOUT_H
#define GOHPC_CAPI_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

`)
	var r table.Record
	structOf(t, b, "record", []member{
		{"uint64_t key", unsafe.Offsetof(r.Key), unsafe.Sizeof(r.Key)}, {"uint64_t start", unsafe.Offsetof(r.Start), unsafe.Sizeof(r.Start)},
		{"uint64_t calls", unsafe.Offsetof(r.Calls), unsafe.Sizeof(r.Calls)}, {"uint64_t total", unsafe.Offsetof(r.Total), unsafe.Sizeof(r.Total)},
		{"uint64_t min", unsafe.Offsetof(r.Min), unsafe.Sizeof(r.Min)}, {"uint64_t max", unsafe.Offsetof(r.Max), unsafe.Sizeof(r.Max)},
		{"uint64_t squares", unsafe.Offsetof(r.Squares), unsafe.Sizeof(r.Squares)},
		{"uint32_t down", unsafe.Offsetof(r.Down), unsafe.Sizeof(r.Down)}, {"uint32_t next", unsafe.Offsetof(r.Next), unsafe.Sizeof(r.Next)},
	}, unsafe.Sizeof(r))
	var c table.Cold
	structOf(t, b, "cold", []member{
		{"uint64_t squares_high", unsafe.Offsetof(c.SquaresHigh), unsafe.Sizeof(c.SquaresHigh)},
		{"uint64_t recursion", unsafe.Offsetof(c.Recursion), unsafe.Sizeof(c.Recursion)},
		{"uint64_t timed", unsafe.Offsetof(c.Timed), unsafe.Sizeof(c.Timed)},
		{"uint32_t parent", unsafe.Offsetof(c.Parent), unsafe.Sizeof(c.Parent)},
		{"uint32_t name", unsafe.Offsetof(c.Name), unsafe.Sizeof(c.Name)},
		{"uint32_t name_length", unsafe.Offsetof(c.NameLength), unsafe.Sizeof(c.NameLength)},
		{"uint32_t sample", unsafe.Offsetof(c.Sample), unsafe.Sizeof(c.Sample)},
		{"uint32_t countdown", unsafe.Offsetof(c.Countdown), unsafe.Sizeof(c.Countdown)},
	}, unsafe.Sizeof(c))
	var f frame
	structOf(t, b, "frame", []member{
		{"uint32_t parent", unsafe.Offsetof(f.parent), unsafe.Sizeof(f.parent)}, {"uint32_t kind", unsafe.Offsetof(f.kind), unsafe.Sizeof(f.kind)},
	}, unsafe.Sizeof(f))
	var e edges.Edge
	structOf(t, b, "edge", []member{
		{"uint64_t mixed", unsafe.Offsetof(e.Mixed), unsafe.Sizeof(e.Mixed)}, {"uint32_t node", unsafe.Offsetof(e.Node), unsafe.Sizeof(e.Node)},
		{"uint32_t way", unsafe.Offsetof(e.Way), unsafe.Sizeof(e.Way)},
	}, unsafe.Sizeof(e))
	var l leftOut
	structOf(t, b, "left_out", []member{
		{"void *region", unsafe.Offsetof(l.region), unsafe.Sizeof(l.region)}, {"uint32_t serial", unsafe.Offsetof(l.serial), unsafe.Sizeof(l.serial)},
		{"int32_t depth", unsafe.Offsetof(l.depth), unsafe.Sizeof(l.depth)}, {"uint16_t prefix", unsafe.Offsetof(l.prefix), unsafe.Sizeof(l.prefix)},
	}, unsafe.Sizeof(l))
	var m tooMany
	structOf(t, b, "too_many", []member{
		{"uint32_t node", unsafe.Offsetof(m.node), unsafe.Sizeof(m.node)}, {"int64_t count", unsafe.Offsetof(m.count), unsafe.Sizeof(m.count)},
		{"uint64_t *warned", unsafe.Offsetof(m.warned), unsafe.Sizeof(m.warned)},
	}, unsafe.Sizeof(m))
	var last Latest
	structOf(t, b, "latest", []member{
		{"uint64_t ticks", unsafe.Offsetof(last.Ticks), unsafe.Sizeof(last.Ticks)}, {"uint64_t count", unsafe.Offsetof(last.Count), unsafe.Sizeof(last.Count)},
	}, unsafe.Sizeof(last))
	var n ByName
	latests := unsafe.Offsetof(n.Latest)
	structOf(t, b, "by_name", []member{
		{"uint64_t owner", unsafe.Offsetof(n.owner), unsafe.Sizeof(n.owner)}, {"int64_t beyond", unsafe.Offsetof(n.Beyond), unsafe.Sizeof(n.Beyond)},
		{"uint64_t count", unsafe.Offsetof(n.Count), unsafe.Sizeof(n.Count)},
		{"struct latest *latest", latests, 0}, {"int64_t latests", latests + unsafe.Sizeof(uintptr(0)), 0},
	}, unsafe.Sizeof(n))

	track(t, b)
	fmt.Fprintf(b, `#define WRITING %#xull /* package table */
#define AMENDING %#xull
#define SPREAD %#xull /* package edges */
#define ENVIRONMENT_SPREAD %#xull
enum { STRAIGHT = %d, AROUND = %d };
enum { TIMED = %d, NESTED = %d, UNSAMPLED = %d, SEQUENCE = %d, HOLDS = %d, KIND = %d }; /* package engine */
#define LAST_STOP %#xu
#define NO_KEY %#xull
#define LONGEST %#xull
enum { LESSON = %d };

#endif
`, uint64(table.Writing), uint64(table.Amending), uint64(edges.Spread), uint64(edges.EnvironmentSpread), edges.Straight, edges.Around,
		timed, nested, unsampled, sequence, holds, ^flags, uint32(lastStop), uint64(noKey), uint64(longest), lesson)
	return b.Bytes()
}

// track writes the struct of a Track, and the list that C compares with Layout.
func track(t *testing.T, b *bytes.Buffer) {
	layout := Layout()
	var members []member
	var list []string
	for i, m := range ofTrack {
		members = append(members, member{m.declared, layout[i], 0})
		if m.behind != "" {
			members = append(members, member{m.behind, layout[i] + unsafe.Sizeof(uintptr(0)), 0})
		}
		list = append(list, fmt.Sprintf("offsetof(struct track, %s)", strings.TrimLeft(m.declared[strings.LastIndex(m.declared, " ")+1:], "*")))
	}
	slices.SortFunc(members, func(m, n member) int { return cmp.Compare(m.at, n.at) })
	structOf(t, b, "track", members, 0) // up to the last that C uses
	for _, name := range []string{"record", "cold", "frame", "edge", "left_out", "too_many", "by_name", "latest"} {
		list = append(list, fmt.Sprintf("sizeof(struct %s)", name))
	}
	if len(list) != len(layout) {
		t.Fatalf("%d entries, %d of Layout", len(list), len(layout))
	}
	fmt.Fprintf(b, "#define LAYOUT {%s}\n\n", strings.Join(list, ", \\\n\t"))
}

// What C is compiled for is what the structs are.
func TestLayoutOfC(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("C leaves all calls to Go here")
	}
	want := headerFor(t)
	if *update {
		if err := os.WriteFile(headerOfC, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(headerOfC); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the structs are (%v); -update writes it anew", headerOfC, err)
	}
}
