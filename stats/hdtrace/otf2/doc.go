// Package otf2 writes projects of HDTrace as traces of OTF2, the format of Score-P that Vampir, Scalasca and Traveler
// read, with that format's own library: in programs built with the tag otf2 and cgo, and in no others.
//
// Hosts become nodes of the system tree, ranks processes, threads locations. States are regions that are entered and
// left. Calls of MPI are also what OTF2 has for them: sends and receives with partner, communicator, tag and bytes,
// requests that begin and complete, and collective operations. Statistics are metrics, each value over the time since
// the one before. An event is a region that is left when it is entered. Relations have no place in OTF2.
//
// Times are nanoseconds since the earliest of the project; the clock properties have when that was. What the project says of
// the clocks of its traces becomes clock offsets of the locations, with their errors as standard deviations: readers of OTF2 add
// them to the times, which stand in the trace as they were recorded.
package otf2

import (
	"errors"
	"math"
)

// ErrNoLibrary is returned by programs built without the tag otf2, or without cgo.
var ErrNoLibrary = errors.New("this program was built without OTF2's library: build it with -tags otf2, where Debian's libotf2-trace-dev is, or the like")

// ErrNothing is returned for a project without traces and statistics: OTF2's tools refuse traces without locations.
var ErrNothing = errors.New("the project has neither traces nor statistics")

// Written is what a trace holds.
type Written struct {
	Locations, Regions, Communicators, Metrics int
	Events                                     uint64

	// Unmatched are the calls, or messages of them, that are regions only: their communicator, partner, tag, bytes or request
	// is not known.
	Unmatched int64
	// Plain are the calls that move data and that are regions only because OTF2 has nothing for them: neighbour
	// collectives, and those that do not block.
	Plain int64
	// Relations are files that have no place in OTF2.
	Relations int
}

// kind is a kind of event.
type kind uint8

const (
	enter kind = iota
	leave
	send
	receive
	sendBegin
	sendEnd
	receiveBegin
	receiveEnd
	collectiveBegin
	collectiveEnd
	cancelled
)

// none stands for a root, a communicator or the like that there is not.
const none = math.MaxUint32

// event is an event of a location, whose fields are those that its kind has.
type event struct {
	kind                kind
	at                  uint64
	region              uint32
	peer, communicator  uint32
	tag                 uint32
	bytes, receivedSize uint64
	request             uint64
	operation           uint8
}

// value is a metric's, of the type that its member has.
type value struct {
	integer int64
	float   float64
}

// archive is a trace that is being written: first the events of one location after the other, then what they mean.
type archive interface {
	begin(location uint64) error
	event(e *event) error
	metric(at uint64, metric uint32, members []member, values []value) error
	end() (events uint64, err error)
	define(d *definitions) error
	close() error
}

// definitions are what the numbers in events mean. Those of strings are places in texts.
type definitions struct {
	texts []string
	place map[string]uint32

	start, length uint64 // nanoseconds since 1970, and of the trace
	regions       []region
	nodes         []node
	groups        []group
	locations     []location
	communicators []communicator
	processes     []uint64 // the location of each process of MPI, by world rank
	metrics       []metric
}

type region struct {
	name uint32
	mpi  bool
}

// node is one of the system tree.
type node struct{ name, class, parent uint32 }

// group is the locations of a process, or of what is no process.
type group struct {
	name, node uint32
	process    bool
}

type location struct {
	name, group uint32
	metric      bool
	events      uint64
	clock       []clockOffset // none if its clock is that of all, or not known
}

type communicator struct {
	name    uint32
	members []uint64 // places in processes
}

type metric struct {
	members []member
	first   uint32 // number of the first of them
}

type member struct {
	name, unit uint32
	float      bool
}

// text returns the number of a string.
func (d *definitions) text(s string) uint32 {
	if d.place == nil {
		d.place = make(map[string]uint32)
	}
	at, known := d.place[s]
	if !known {
		at = uint32(len(d.texts))
		d.place[s] = at
		d.texts = append(d.texts, s)
	}
	return at
}
