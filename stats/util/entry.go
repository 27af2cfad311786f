package util

import (
	"encoding/binary"
	"math"
	"time"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
)

// Unknown is the value, in any type, for one that cannot be known. No known value is below 0. It is not NaN,
// because the Java reader of HDTrace shows NaN as 0, and integers have none.
const Unknown = -1

// Doubts counts values that were written as Unknown, by reason.
type Doubts struct {
	Absent     int64 // their subject was not there: an offline processor, an interface that has gone
	Fresh      int64 // it was not there before, so there is nothing to compare with
	Back       int64 // a counter went back: it was reset, or is wrong
	Leaped     int64 // a counter advanced by more than is possible
	Coarse     int64 // the interval was shorter than the 10 ms in which the kernel counts processor time
	Unreadable int64 // a file could not be read or understood
}

// Total returns their sum.
func (d Doubts) Total() int64 {
	return d.Absent + d.Fresh + d.Back + d.Leaped + d.Coarse + d.Unreadable
}

// add counts one.
func (d *Doubts) add(v verdict) {
	switch v {
	case absent:
		d.Absent++
	case fresh:
		d.Fresh++
	case back:
		d.Back++
	case leaped:
		d.Leaped++
	case coarse:
		d.Coarse++
	case garbled:
		d.Unreadable++
	}
}

// entry holds the values of one sample, in the form of the file.
type entry struct {
	data    []byte
	elapsed time.Duration // since the sample before
	doubts  Doubts
	wraps   int64
}

func (e *entry) begin(elapsed time.Duration) {
	*e = entry{data: e.data[:0], elapsed: elapsed}
}

func (e *entry) int64(value uint64, v verdict) {
	if v.known() && value > math.MaxInt64 {
		v = leaped
	}
	if !v.known() {
		value = math.MaxUint64 // -1
		e.doubts.add(v)
	}
	if v == wrapped {
		e.wraps++
	}
	e.data = binary.BigEndian.AppendUint64(e.data, value)
}

func (e *entry) float(value float64, v verdict) {
	if !v.known() {
		value = Unknown
		e.doubts.add(v)
	}
	e.data = binary.BigEndian.AppendUint32(e.data, math.Float32bits(float32(value)))
}

// unknownEntry appends an entry in which every value is unknown.
func unknownEntry(data []byte, values []hdstat.Value) []byte {
	for i := range values {
		switch values[i].Type {
		case hdstat.TypeFloat:
			data = binary.BigEndian.AppendUint32(data, math.Float32bits(Unknown))
		default:
			data = binary.BigEndian.AppendUint64(data, math.MaxUint64)
		}
	}
	return data
}

// most returns how much a counter that grows by at most the given amount per second can have grown since the
// sample before. Some drivers ask their device only every second or two.
func (e *entry) most(perSecond float64) uint64 {
	return uint64(min(perSecond*(e.elapsed.Seconds()+3), math.MaxInt64))
}

// A collector samples some sources.
type collector interface {
	// values describes them.
	values() []hdstat.Value

	// forget makes the next sample one without anything to compare with.
	forget()

	// sample reads and appends the values.
	sample(e *entry)

	close()
}
