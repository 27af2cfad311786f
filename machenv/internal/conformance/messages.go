package conformance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-hpc/timers/machenv"
)

func (s *suite) identity() error {
	if s.Size() < 1 || s.Rank() < 0 || s.Rank() >= s.Size() {
		return fmt.Errorf("rank %d, size %d", s.Rank(), s.Size())
	}
	return nil
}

// invalid: what cannot be is refused before anything is sent, with the error of machenv.
func (s *suite) invalid() error {
	var errs []error
	for _, m := range []struct{ rank, tag int }{
		{-1, 1}, {s.Size(), 1}, {s.Size() + 1000, 1}, {0, -1}, {0, machenv.MaxTag + 1},
	} {
		_, err := s.Recv(m.rank, m.tag, time.Second)
		errs = append(errs,
			want(fmt.Sprintf("send to rank %d under tag %d", m.rank, m.tag), s.Send(m.rank, m.tag, nil, time.Second), machenv.ErrInvalid),
			want(fmt.Sprintf("receive from rank %d under tag %d", m.rank, m.tag), err, machenv.ErrInvalid))
	}
	for _, ranks := range [][]int{nil, {}, {-1}, {s.Size()}, {0, 0}, make([]int, s.Size()+1)} {
		comm, err := s.Create(ranks)
		errs = append(errs, want(fmt.Sprintf("create from %.60s", fmt.Sprint(ranks)), err, machenv.ErrInvalid))
		if comm != nil {
			errs = append(errs, fmt.Errorf("create from %.60s gives a communicator", fmt.Sprint(ranks)))
		}
	}
	return errors.Join(errs...)
}

func (s *suite) ring() error {
	for i := range 10 {
		text := func(rank int) string { return fmt.Sprintf("turn %d of rank %d", i, rank) }
		if err := exchange(s, 1, text); err != nil {
			return err
		}
	}
	return exchange(s, machenv.MaxTag, func(rank int) string { return "under the largest tag" })
}

// order: messages between two ranks under one tag arrive as they were sent.
func (s *suite) order() error {
	const messages = 100
	if s.Rank() == 0 {
		for i := range messages {
			for to := 1; to < s.Size(); to++ {
				if err := s.Send(to, 0, fmt.Appendf(nil, "message %d", i), patience); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for i := range messages {
		if err := expect(s, 0, 0, fmt.Sprintf("message %d", i)); err != nil {
			return err
		}
	}
	return nil
}

func (s *suite) lengths() error {
	for _, n := range []int{0, 1, 7, 4096, 1<<16 + 1, 3 << 20} {
		text := func(rank int) string { return string(bytes.Repeat([]byte{byte(rank + n)}, n)) }
		if err := exchange(s, 2, text); err != nil {
			return err
		}
	}
	return nil
}

// ownership: the sender may change its data after Send, and the receiver what it got.
func (s *suite) ownership() error {
	if s.Size() == 1 {
		return nil
	}
	switch s.Rank() {
	case 0:
		data := []byte("aaaa")
		for range 3 {
			if err := s.Send(1, 3, data, patience); err != nil {
				return err
			}
			for i := range data {
				data[i]++
			}
		}
	case 1:
		first, err := s.Recv(0, 3, patience)
		if err != nil {
			return err
		}
		err = expect(s, 0, 3, "bbbb")
		if string(first) != "aaaa" {
			err = errors.Join(err, fmt.Errorf("first message has become %q", first))
		}
		_ = append(first, "overwritten"...)
		return errors.Join(err, expect(s, 0, 3, "cccc"))
	}
	return nil
}

// barrier: no rank leaves it before the last has entered. The ranks of one host have one clock,
// which they compare afterwards.
func (s *suite) barrier() error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	for late := range min(s.Size(), 3) {
		if s.Rank() == late {
			time.Sleep(20 * time.Millisecond)
		}
		report := binary.LittleEndian.AppendUint64(nil, uint64(time.Now().UnixNano()))
		if err := s.Barrier(); err != nil {
			return err
		}
		report = binary.LittleEndian.AppendUint64(report, uint64(time.Now().UnixNano()))
		all, err := machenv.Gather(s, 0, append(report, host...))
		if err != nil {
			return err
		}
		if s.Rank() == 0 {
			if err := inOrder(all, host); err != nil {
				return err
			}
		}
	}
	for range 50 {
		if err := s.Barrier(); err != nil {
			return err
		}
	}
	return nil
}

// inOrder checks the times of entry and exit of the ranks on one host.
func inOrder(reports [][]byte, host string) error {
	var lastEntry, firstExit int64 = 0, 1<<63 - 1
	for _, r := range reports {
		if string(r[16:]) == host {
			lastEntry = max(lastEntry, int64(binary.LittleEndian.Uint64(r)))
			firstExit = min(firstExit, int64(binary.LittleEndian.Uint64(r[8:])))
		}
	}
	if firstExit < lastEntry {
		return fmt.Errorf("a rank has left the barrier %v before the last has entered", time.Duration(lastEntry-firstExit))
	}
	return nil
}

// tags: a message is received by its tag, whatever else has come before.
func (s *suite) tags() error {
	const tags = 10
	if s.Rank() == 0 {
		for to := 1; to < s.Size(); to++ {
			for tag := range tags {
				if err := s.Send(to, tag, fmt.Appendf(nil, "tag %d", tag), patience); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for tag := tags - 1; tag >= 0; tag-- {
		if err := expect(s, 0, tag, fmt.Sprintf("tag %d", tag)); err != nil {
			return err
		}
	}
	return nil
}

func (s *suite) toItself() error {
	for i := range 3 {
		if err := s.Send(s.Rank(), 4, []byte{byte(i)}, patience); err != nil {
			return err
		}
	}
	for i := range 3 {
		if err := expect(s, s.Rank(), 4, string([]byte{byte(i)})); err != nil {
			return err
		}
	}
	return nil
}

// timeout: a wait ends, and a message that is sent later is not lost.
func (s *suite) timeout() error {
	from := (s.Rank() - 1 + s.Size()) % s.Size()
	_, err := s.Recv(from, 5, 20*time.Millisecond)
	if err := want("receive of what nobody sends", err, machenv.ErrTimeout); err != nil {
		return err
	}
	if err := s.Barrier(); err != nil {
		return err
	}
	return exchange(s, 5, func(rank int) string { return fmt.Sprintf("late, from %d", rank) })
}
