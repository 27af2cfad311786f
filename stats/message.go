package stats

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Messages of a reduction end, rather than begin, with what they are: so the records, which come
// first, can be sent from where they lie.
//
//	body, 4 bytes magic, 1 byte version, 1 byte kind, 2 bytes 0, 8 bytes epoch
const (
	messageMagic   = 0x73744761
	messageVersion = 1
	trailerSize    = 16

	keySize  = 16
	treeSize = keySize + 4 + 4 + 4
)

type kind byte

const (
	kindTree    kind = 1 + iota // up: records, keys, contexts and meta of a part of the tree
	kindAsk                     // down: for the names behind these keys
	kindNames                   // up: these names
	kindWindows                 // down: the window of each region
	kindBins                    // up: the distribution within the windows
	kindStop                    // down: the sender goes on without the receiver
)

func seal(body []byte, k kind, epoch uint64) []byte {
	body = binary.LittleEndian.AppendUint32(body, messageMagic)
	body = append(body, messageVersion, byte(k), 0, 0)
	return binary.LittleEndian.AppendUint64(body, epoch)
}

func open(message []byte) (body []byte, k kind, epoch uint64, err error) {
	at := len(message) - trailerSize
	if at < 0 || binary.LittleEndian.Uint32(message[at:]) != messageMagic {
		return nil, 0, 0, fmt.Errorf("%w: %d bytes that are of no reduction", errMessage, len(message))
	}
	if v := message[at+4]; v != messageVersion {
		return nil, 0, 0, fmt.Errorf("%w: version %d of the reduction, this is version %d", errMessage, v, messageVersion)
	}
	return message[:at:at], kind(message[at+5]), binary.LittleEndian.Uint64(message[at+8:]), nil
}

// message returns d as the body of a message, in the storage behind d.records as far as that goes.
func (d *partial) message() []byte {
	b := d.records
	for _, k := range d.keys {
		b = appendKey(b, k)
	}
	for i, k := range d.contexts.keys {
		b = appendKey(b, k)
		b = binary.LittleEndian.AppendUint64(b, d.contexts.first[i])
	}
	at := len(b)
	e := encoder{b}
	d.meta.encode(&e)
	size := len(e.b) - at
	b = appendKey(e.b, d.tree)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.keys)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.contexts.keys)))
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	d.records = b[:len(d.records)]
	return b
}

func appendKey(b []byte, k key) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, k.a), k.b)
}

func readKey(b []byte) key {
	return key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// remote is a partial as another rank sent it: keys without the names behind them. The keys of its
// regions stay as they came until they are needed.
type remote struct {
	partial
	regions int
	rawKeys []byte
}

func parseRemote(body []byte) (*remote, error) {
	at := len(body) - treeSize
	if at < 0 {
		return nil, fmt.Errorf("%w: %d bytes are no tree", errMessage, len(body))
	}
	tail := body[at:]
	regions := int(binary.LittleEndian.Uint32(tail[keySize:]))
	contexts := int(binary.LittleEndian.Uint32(tail[keySize+4:]))
	size := int(binary.LittleEndian.Uint32(tail[keySize+8:]))
	if int64(regions)*(recordSize+keySize)+int64(contexts)*(keySize+8)+int64(size) != int64(at) {
		return nil, fmt.Errorf("%w: %d regions, %d contexts and %d bytes in a tree of %d", errMessage, regions, contexts, size, at)
	}
	r := &remote{regions: regions}
	r.tree = readKey(tail)
	r.records, body = body[:regions*recordSize], body[regions*recordSize:]
	r.rawKeys, body = body[:regions*keySize], body[regions*keySize:]
	for range contexts {
		r.contexts.keys = append(r.contexts.keys, readKey(body))
		r.contexts.first = append(r.contexts.first, binary.LittleEndian.Uint64(body[keySize:]))
		body = body[keySize+8:]
	}
	if err := r.meta.decode(body[:size]); err != nil {
		return nil, err
	}
	return r, checkRecords(r.records, countRuns(r.meta.ranks))
}

// alignRemote is align for a tree that another rank sent.
func (d *partial) alignRemote(r *remote) alignment {
	if r.tree == d.tree && r.regions == len(d.keys) && len(r.contexts.keys) == len(d.contexts.keys) {
		return alignment{same: true, count: r.regions}
	}
	r.keys = make([]key, r.regions)
	for i := range r.keys {
		r.keys[i] = readKey(r.rawKeys[i*keySize:])
	}
	r.tree = key{} // Whatever it claims, it is another one.
	r.paths = make([]path, len(r.keys))
	r.contexts.uses = make([]ContextUse, len(r.contexts.keys))
	return d.align(&r.partial)
}

// encodeQuestion asks for the names of contexts and regions by their positions.
func encodeQuestion(contexts, regions []uint32) []byte {
	var e encoder
	for _, positions := range [][]uint32{contexts, regions} {
		e.uint(uint64(len(positions)))
		for _, p := range positions {
			e.uint(uint64(p))
		}
	}
	return e.b
}

// answer returns the contexts and paths that question asks for.
func (d *partial) answer(question []byte) ([]byte, error) {
	in := decoder{b: question}
	contexts, regions := in.counts(), in.counts()
	if err := in.end(); err != nil {
		return nil, fmt.Errorf("%w: question for names: %w", errMessage, err)
	}
	var e encoder
	for _, i := range contexts {
		if i >= uint64(len(d.contexts.uses)) {
			return nil, fmt.Errorf("%w: question for context %d of %d", errMessage, i, len(d.contexts.uses))
		}
		c := &d.contexts.uses[i]
		e.text(c.Name)
		e.uint(uint64(c.Size))
		e.spans(c.Ranks)
	}
	for _, i := range regions {
		if i >= uint64(len(d.paths)) {
			return nil, fmt.Errorf("%w: question for region %d of %d", errMessage, i, len(d.paths))
		}
		p := &d.paths[i]
		e.uint(uint64(p.parent + 1))
		e.uint(uint64(p.context))
		e.text(p.name)
	}
	return e.b, nil
}

// learn takes in the answer to a question. Names that do not give the keys they are said to stand
// for are refused.
func (r *remote) learn(answer []byte, contexts, regions []uint32) error {
	in := decoder{b: answer}
	for _, i := range contexts {
		c := ContextUse{in.text(), int(uint32(in.uint())), in.spans()}
		if in.err == nil && contextKey(c.Name, c.Size, c.Ranks) != r.contexts.keys[i] {
			return fmt.Errorf("%w: context %d is not %q", errMessage, i, c.Name)
		}
		r.contexts.uses[i] = c
	}
	for _, i := range regions {
		parent, context, name := in.uint(), in.uint(), in.text()
		if in.err != nil {
			break
		}
		if parent > uint64(i) || context >= uint64(len(r.contexts.keys)) {
			return fmt.Errorf("%w: region %d below %d, in context %d", errMessage, i, int64(parent)-1, context)
		}
		above := rootKey
		if parent > 0 {
			above = r.keys[parent-1]
		}
		if pathKey(above, r.contexts.keys[context], name) != r.keys[i] {
			return fmt.Errorf("%w: region %d is not %q", errMessage, i, name)
		}
		r.paths[i] = path{int32(parent) - 1, int32(context), name}
	}
	if err := in.end(); err != nil {
		return fmt.Errorf("%w: names: %w", errMessage, err)
	}
	return nil
}

func encodeWindows(windows []window) []byte {
	b := make([]byte, 0, 18*len(windows)+trailerSize)
	for i := range windows {
		w := &windows[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(w.min))
		b = binary.LittleEndian.AppendUint64(b, uint64(w.max))
		b = append(b, w.first, w.last)
	}
	return b
}

func decodeWindows(body []byte, regions int) ([]window, error) {
	if len(body) != 18*regions {
		return nil, fmt.Errorf("%w: windows of %d bytes, want %d", errMessage, len(body), 18*regions)
	}
	windows := make([]window, regions)
	for i := range windows {
		b := body[18*i:]
		windows[i] = window{int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:])), b[16], b[17]}
	}
	return windows, nil
}

// covers checks that the windows, which came from another rank, have room for the calls of p, whose
// regions stand in the same positions.
func covers(windows []window, p *Profile) error {
	for i := range p.Nodes {
		h := &p.Nodes[i].Histogram
		if n := len(h.Counts); n > 0 && (int(windows[i].first) > h.First || int(windows[i].last) < h.First+n-1) {
			return fmt.Errorf("%w: buckets %d to %d of region %d are outside of the window", errMessage, h.First, h.First+n-1, i)
		}
	}
	return nil
}

// through returns the windows of the regions of another partial.
func (a *alignment) through(windows []window) []window {
	if a.same {
		// The other has no more than this one had at the time.
		return windows[:a.count]
	}
	out := make([]window, a.count)
	for i, at := range a.regions {
		out[i] = windows[at]
	}
	return out
}

func (m *meta) encode(e *encoder) {
	e.uint(uint64(m.size))
	if m.size == 0 {
		return
	}
	e.uint(uint64(len(m.ranks)))
	for _, r := range m.ranks {
		e.uint(uint64(r.first))
		e.uint(uint64(r.last))
	}
	e.text(m.program)
	e.int(m.start)
	e.int(m.from)
	e.int(m.to)
	e.counts(m.hosts)
	encodeClocks(e, m.clocks)
	encodeWarnings(e, m.warnings)
	e.uint(m.warned)
}

func (m *meta) decode(b []byte) error {
	d := decoder{b: b}
	if m.size = int(min(d.uint(), math.MaxInt32)); m.size != 0 {
		m.ranks = list(&d, 2, func(r *run) {
			*r = run{int(min(d.uint(), math.MaxInt32)), int(min(d.uint(), math.MaxInt32))}
		})
		m.program = d.text()
		m.start, m.from, m.to = d.int64(), d.int64(), d.int64()
		m.hosts = d.counts()
		m.clocks = decodeClocks(&d)
		m.warnings = decodeWarnings(&d)
		m.warned = d.uint()
	}
	if err := d.end(); err != nil {
		return fmt.Errorf("%w: description of the ranks: %w", errMessage, err)
	}
	return m.check()
}

// check says what is wrong with a description that came from another rank.
func (m *meta) check() error {
	if m.size == 0 {
		return nil
	}
	next := 0
	for _, r := range m.ranks {
		if r.first < next || r.last < r.first || r.last >= m.size {
			return fmt.Errorf("%w: ranks %d to %d of %d", errMessage, r.first, r.last, m.size)
		}
		next = r.last + 1
	}
	count := countRuns(m.ranks)
	sorted := slices.IsSorted(m.hosts) &&
		slices.IsSortedFunc(m.warnings, compareWarnings) &&
		slices.IsSortedFunc(m.clocks, func(a, b ClockUse) int { return cmp.Compare(a.Name, b.Name) })
	if count == 0 || len(m.hosts) > count || len(m.clocks) > count || !sorted {
		return fmt.Errorf("%w: %d ranks with %d hosts and %d clocks, or out of order", errMessage, count, len(m.hosts), len(m.clocks))
	}
	return nil
}
