package main

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-hpc/timers/mpitimer"
)

// Tags of the messages to the northern and to the southern neighbour.
const (
	tagNorth = 1
	tagSouth = 2
)

// The hints let the GEOPM report say how much of the time was communication and how much computation, across
// regions.
var (
	halo       = mpitimer.Define("halo", mpitimer.Hint("network"))
	tendencies = mpitimer.Define("tendencies", mpitimer.Hint("memory"))
	friction   = mpitimer.Define("friction", mpitimer.Hint("compute"))
)

// exchange fills the margins of s: rows -1 and rows from the neighbours, columns 0 and nx+1 from
// the other end of each row.
func (m *model) exchange(s *state) error {
	defer halo.Start().Stop()
	for _, f := range s.fields() {
		for j := range m.band.rows {
			wrap(f.row(j))
		}
	}
	north := (m.comm.Rank() + 1) % m.comm.Size()
	south := (m.comm.Rank() + m.comm.Size() - 1) % m.comm.Size()
	if err := m.shift(s, north, south, m.band.rows-1, -1, tagNorth); err != nil {
		return err
	}
	return m.shift(s, south, north, 0, m.band.rows, tagSouth)
}

// shift sends row out of all fields to rank to, and receives row in from rank from.
//
// A Send may wait for its receiver. Ranks with even numbers send first and the others receive first: in a
// ring of two or more ranks at least one receives first, and those behind it follow.
func (m *model) shift(s *state, to, from, out, in, tag int) error {
	if to == m.comm.Rank() {
		for _, f := range s.fields() {
			copy(f.row(in), f.row(out))
		}
		return nil
	}
	send := func() error { return m.comm.Send(to, tag, packRows(s, out), 0) }
	recv := func() error {
		message, err := m.comm.Recv(from, tag, 0)
		if err != nil {
			return err
		}
		return unpackRows(s, in, message)
	}
	first, second := send, recv
	if m.comm.Rank()%2 == 1 {
		first, second = recv, send
	}
	if err := first(); err != nil {
		return fmt.Errorf("halo exchange: %w", err)
	}
	if err := second(); err != nil {
		return fmt.Errorf("halo exchange: %w", err)
	}
	return nil
}

// packRows returns row j of the three fields, margins included, as a message.
func packRows(s *state, j int) []byte {
	message := make([]byte, 0, 3*8*s.h.stride)
	for _, f := range s.fields() {
		message = appendFloats(message, f.row(j))
	}
	return message
}

func unpackRows(s *state, j int, message []byte) error {
	if want := 3 * 8 * s.h.stride; len(message) != want {
		return fmt.Errorf("got a message of %d bytes, expected %d", len(message), want)
	}
	for _, f := range s.fields() {
		message = takeFloats(f.row(j), message)
	}
	return nil
}

func appendFloats(message []byte, values []float64) []byte {
	for _, v := range values {
		message = binary.LittleEndian.AppendUint64(message, math.Float64bits(v))
	}
	return message
}

// takeFloats fills values from the front of message and returns the rest of it.
func takeFloats(values []float64, message []byte) []byte {
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(message[8*i:]))
	}
	return message[8*len(values):]
}
