package machenv

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/internal/rankset"
)

// What a message of a round tells.
const (
	tellReady    = byte(1 + iota) // up: these ranks are here
	tellCall                      // from one that speaks for all: who is there?
	tellVerdict                   // from the same: this is how it stands
	tellTakeover                  // to one that should speak for all: somebody else will
	tellHere                      // the answer: no need to
	tellBack                      // from a rank that was given up: it has noticed
)

// message is any message of a round.
type message struct {
	kind       byte
	call, step uint64
	ballot     uint64

	direct  bool        // tellReady: of the sender alone
	host    uint64      // tellReady: hostKey of those it tells of; 0 for several
	placed  bool        // tellReady: they know where all ranks are
	kinds   []kindRanks // tellReady: the sender's own first
	body    []byte      // tellReady: what they bring
	verdict *verdict    // tellVerdict; tellCall: of the round before, if any
}

// kindRanks is ranks that call the same operation.
type kindRanks struct {
	kind  string
	ranks rankset.Set
}

// verdict is the end of a round.
type verdict struct {
	call, step uint64
	ballot     uint64
	root       int         // who has spoken
	present    rankset.Set // who took part
	told       rankset.Set // those of them that root tells itself
	spread     bool        // over several hosts
	placed     bool        // all that took part know where all ranks are
	last       bool
	mismatch   string // why there is no answer
	answer     []byte
}

// compare puts a message into the order of rounds.
func (m *message) compare(call, step uint64) int {
	return cmp.Or(cmp.Compare(m.call, call), cmp.Compare(m.step, step))
}

func (v *verdict) compare(call, step uint64) int {
	return cmp.Or(cmp.Compare(v.call, call), cmp.Compare(v.step, step))
}

func (m *message) encode() []byte {
	b := []byte{m.kind}
	for _, n := range []uint64{m.call, m.step, m.ballot} {
		b = binary.AppendUvarint(b, n)
	}
	switch m.kind {
	case tellReady:
		b = binary.AppendUvarint(appendFlag(appendFlag(b, m.direct), m.placed), m.host)
		b = binary.AppendUvarint(b, uint64(len(m.kinds)))
		for _, k := range m.kinds {
			b = appendRanks(appendBytes(b, []byte(k.kind)), k.ranks)
		}
		b = appendBytes(b, m.body)
	case tellCall, tellVerdict:
		b = appendFlag(b, m.verdict != nil)
		if m.verdict != nil {
			b = m.verdict.append(b)
		}
	}
	return b
}

func appendFlag(b []byte, flag bool) []byte {
	if flag {
		return append(b, 1)
	}
	return append(b, 0)
}

func (v *verdict) append(b []byte) []byte {
	for _, n := range []uint64{v.call, v.step, v.ballot, uint64(v.root)} {
		b = binary.AppendUvarint(b, n)
	}
	b = appendRanks(appendRanks(b, v.present), v.told)
	b = appendFlag(appendFlag(appendFlag(b, v.spread), v.placed), v.last)
	b = appendBytes(b, []byte(v.mismatch))
	return appendBytes(b, v.answer)
}

// parseMessage is the message of a rank of a communicator of so many.
func parseMessage(data []byte, size int) (message, error) {
	if len(data) == 0 {
		return message{}, fmt.Errorf("%w: it is empty", errRound)
	}
	r := reader{b: data[1:]}
	m := message{kind: data[0], call: r.uint(), step: r.uint(), ballot: r.uint()}
	switch m.kind {
	case tellReady:
		m.direct, m.placed, m.host = r.uint() == 1, r.uint() == 1, r.uint()
		for range r.uint() {
			m.kinds = append(m.kinds, kindRanks{string(r.bytes()), r.ranks(size)})
			if r.bad {
				break
			}
		}
		m.body = r.bytes()
	case tellCall, tellVerdict:
		if r.uint() == 1 {
			m.verdict = r.verdict(size)
		}
	}
	known := m.kind >= tellReady && m.kind <= tellBack
	incomplete := m.kind == tellReady && len(m.kinds) == 0 || m.kind == tellVerdict && m.verdict == nil
	if r.bad || !known || incomplete || len(r.b) > 0 {
		return message{}, fmt.Errorf("%w: %d bytes of kind %d", errRound, len(data), data[0])
	}
	return m, nil
}

func (r *reader) verdict(size int) *verdict {
	v := &verdict{call: r.uint(), step: r.uint(), ballot: r.uint()}
	root := r.uint()
	v.present, v.told = r.ranks(size), r.ranks(size)
	v.spread, v.placed, v.last = r.uint() == 1, r.uint() == 1, r.uint() == 1
	v.mismatch = string(r.bytes())
	v.answer = r.bytes()
	if root >= uint64(size) || len(v.present) == 0 {
		r.bad = true
	}
	v.root = int(root)
	return v
}

// addKinds adds ranks that call some operation.
func addKinds(list, more []kindRanks) []kindRanks {
	for _, k := range more {
		if i := slices.IndexFunc(list, func(l kindRanks) bool { return l.kind == k.kind }); i >= 0 {
			list[i].ranks = list[i].ranks.With(k.ranks)
		} else {
			list = append(list, k)
		}
	}
	return list
}

// tellKinds says who called what; blank if all called the same.
func tellKinds(list []kindRanks) string {
	if len(list) < 2 {
		return ""
	}
	order.By(list, func(a, b kindRanks) int { return cmp.Compare(a.ranks.At(0), b.ranks.At(0)) })
	var parts []string
	for _, k := range list {
		parts = append(parts, fmt.Sprintf("%s on %s", k.kind, named(k.ranks)))
	}
	return strings.Join(parts, ", ")
}
