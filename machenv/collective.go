package machenv

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
)

// The collective operations work on any Communicator, by Send and Recv along a binomial tree: the
// messages of a rank grow as log₂ of the size. All ranks of the communicator call the same
// operations in the same order. They wait for as long as it takes; where the communicator can tell
// that a rank is gone, they end with an error that matches ErrRankDead.

// FirstReservedTag and higher tags belong to this module's collective operations. Other messages use
// lower tags.
const FirstReservedTag = MaxTag - 31

const (
	tagBroadcast = MaxTag - 7 + iota
	tagGather
	tagReduce
	tagRanges
	tagRound // of Rounds: who is there
	tagClear // of Group: a long message is asked for
	tagBulk  // of Group: that message
)

// Broadcast sends the data of rank root to all ranks and returns them on all of them. On ranks
// other than root the argument data is ignored.
func Broadcast(comm Communicator, root int, data []byte) ([]byte, error) {
	if err := CheckMessage(root, tagBroadcast, comm.Size()); err != nil {
		return nil, fmt.Errorf("machenv: broadcast: %w", err)
	}
	return broadcast(comm, root, tagBroadcast, data)
}

func broadcast(comm Communicator, root, tag int, data []byte) ([]byte, error) {
	size := comm.Size()
	me := (comm.Rank() - root + size) % size // ranks counted from root
	bit := 1
	for ; bit < size; bit <<= 1 {
		if me&bit != 0 {
			var err error
			if data, err = comm.Recv((me-bit+root)%size, tag, 0); err != nil {
				return nil, err
			}
			break
		}
	}
	for bit >>= 1; bit > 0; bit >>= 1 {
		if me+bit < size {
			if err := comm.Send((me+bit+root)%size, tag, data, 0); err != nil {
				return nil, err
			}
		}
	}
	return data, nil
}

// Gather collects the data of all ranks on rank root, which gets them by rank; the others get nil.
// The data may differ in length.
func Gather(comm Communicator, root int, data []byte) ([][]byte, error) {
	size := comm.Size()
	if err := CheckMessage(root, tagGather, size); err != nil {
		return nil, fmt.Errorf("machenv: gather: %w", err)
	}
	own := append(binary.AppendUvarint(nil, uint64(len(data))), data...)
	all, err := combine(comm, root, tagGather, own, func(mine, theirs []byte) []byte {
		return append(mine, theirs...)
	})
	if err != nil || comm.Rank() != root {
		return nil, err
	}
	parts := make([][]byte, size)
	for i := range parts {
		length, n := binary.Uvarint(all)
		if n <= 0 || length > uint64(len(all)-n) {
			return nil, fmt.Errorf("machenv: gather: the part of rank %d is cut short", (i+root)%size)
		}
		all = all[n:]
		parts[(i+root)%size] = all[:length:length]
		all = all[length:]
	}
	return parts, nil
}

// combine folds the data of all ranks into one on rank root. The order is fixed: what a rank holds
// covers consecutive ranks, counted from root, and join gets those of the lower ranks first.
func combine(comm Communicator, root, tag int, data []byte, join func(lower, upper []byte) []byte) ([]byte, error) {
	size := comm.Size()
	me := (comm.Rank() - root + size) % size
	for bit := 1; bit < size; bit <<= 1 {
		if me&bit != 0 {
			return nil, comm.Send((me-bit+root)%size, tag, data, 0)
		}
		if me+bit < size {
			theirs, err := comm.Recv((me+bit+root)%size, tag, 0)
			if err != nil {
				return nil, err
			}
			data = join(data, theirs)
		}
	}
	return data, nil
}

// Op is an operation of Allreduce.
type Op int

// The operations of Allreduce. A sum of int64 that overflows wraps. If one number is NaN, the minimum
// and the maximum are NaN.
const (
	Sum Op = iota
	Min
	Max
)

// Allreduce combines the values of all ranks, element by element, and returns the result on all ranks.
// Each rank must pass the same number of values, or all ranks get an error. The order in which values
// are combined depends only on the size of the communicator, so a sum of float64 is the same bit for
// bit in every run and on every rank.
func Allreduce[T int64 | float64](comm Communicator, op Op, values []T) ([]T, error) {
	own := encodeValues(values)
	if op < Sum || op > Max {
		own = fault(fmt.Errorf("unknown operation %d", op))
	}
	all, err := combine(comm, 0, tagReduce, own, func(lower, upper []byte) []byte {
		a, err := decodeValues[T](lower)
		b, wrong := decodeValues[T](upper)
		if err = cmp.Or(err, wrong); err == nil && len(a) != len(b) {
			err = fmt.Errorf("some ranks gave %d values, others %d", len(a), len(b))
		}
		if err != nil {
			return fault(err)
		}
		for i := range a {
			switch op {
			case Sum:
				a[i] += b[i]
			case Min:
				a[i] = min(a[i], b[i])
			case Max:
				a[i] = max(a[i], b[i])
			}
		}
		return encodeValues(a)
	})
	if err == nil {
		all, err = broadcast(comm, 0, tagReduce, all)
	}
	if err != nil {
		return nil, err
	}
	result, err := decodeValues[T](all)
	if err != nil {
		return nil, fmt.Errorf("machenv: allreduce of %d values: %w", len(values), err)
	}
	return result, nil
}

// A message of Allreduce is one byte, valuesFollow or faultFollows, and the values or the text of
// the fault. A fault travels on like a value, so that no rank is left waiting.
const (
	valuesFollow = 0
	faultFollows = 1
)

func fault(err error) []byte { return append([]byte{faultFollows}, err.Error()...) }

func encodeValues[T int64 | float64](values []T) []byte {
	data, _ := binary.Append([]byte{valuesFollow}, binary.LittleEndian, values)
	return data
}

func decodeValues[T int64 | float64](data []byte) ([]T, error) {
	if len(data) == 0 || len(data)%8 != 1 && data[0] == valuesFollow {
		return nil, fmt.Errorf("message of %d bytes, expected 1 and 8 for each value", len(data))
	}
	if data[0] != valuesFollow {
		return nil, errors.New(string(data[1:]))
	}
	values := make([]T, len(data)/8)
	_, err := binary.Decode(data[1:], binary.LittleEndian, values)
	return values, err
}
