package stats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// column is the time of one rank in each region, -1 where it never ran, and where these regions stand
// in the partial at hand. Few ranks send their columns along with the tree, and are spared the second
// half of the reduction: it only serves to count ranks where columns would be too many.
type column struct {
	times []int64
	at    alignment
	of    RankSet // that rank
}

// maxColumns is how many ranks are few. A column makes a message 3 % longer.
const maxColumns = 4

// message returns d as the body of a message, in the storage behind d.records as far as that goes.
// columns are those of all ranks of d, if complete is true.
func (d *partial) message(columns []column, complete bool) []byte {
	b := d.records
	for _, k := range d.keys {
		b = appendKey(b, k)
	}
	for i, k := range d.environments.keys {
		b = appendKey(b, k)
		b = binary.LittleEndian.AppendUint64(b, d.environments.first[i])
	}
	if complete {
		for i := range columns {
			b = columns[i].append(b, len(d.keys))
		}
	}
	at := len(b)
	c := coder{b: b}
	d.meta.code(&c)
	size := len(c.b) - at
	b = appendKey(c.b, d.tree)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.keys)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.environments.keys)))
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	if complete {
		b = binary.LittleEndian.AppendUint32(b, uint32(1+len(columns)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, 0)
	}
	d.records = b[:len(d.records)]
	return b
}

// append writes the times by the positions in the partial, which has so many regions.
func (c *column) append(b []byte, regions int) []byte {
	b = c.of.append(b)
	if c.at.same && len(c.times) == regions {
		for _, v := range c.times {
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
		return b
	}
	at := len(b)
	for range regions {
		b = binary.LittleEndian.AppendUint64(b, math.MaxUint64)
	}
	for i, v := range c.times {
		binary.LittleEndian.PutUint64(b[at+8*c.at.region(i):], uint64(v))
	}
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

	columns  []column // of all its ranks,
	complete bool     // if this is true
}

func parseRemote(body []byte) (*remote, error) {
	at := len(body) - treeSize
	if at < 0 {
		return nil, fmt.Errorf("%w: %d bytes are no tree", errMessage, len(body))
	}
	tail := body[at:]
	regions := int(binary.LittleEndian.Uint32(tail[keySize:]))
	environments := int(binary.LittleEndian.Uint32(tail[keySize+4:]))
	size := int(binary.LittleEndian.Uint32(tail[keySize+8:]))
	columns := int(binary.LittleEndian.Uint32(tail[keySize+12:]))
	r := &remote{regions: regions, complete: columns > 0}
	columns = max(columns-1, 0)
	if columns > maxColumns ||
		int64(regions)*int64(recordSize+keySize+8*columns)+int64(environments)*(keySize+8)+int64(columns)*rankSetSize+int64(size) != int64(at) {
		return nil, fmt.Errorf("%w: %d regions, %d environments, %d columns and %d bytes in a tree of %d",
			errMessage, regions, environments, columns, size, at)
	}
	r.tree = readKey(tail)
	r.records, body = body[:regions*recordSize], body[regions*recordSize:]
	r.rawKeys, body = body[:regions*keySize], body[regions*keySize:]
	for range environments {
		r.environments.keys = append(r.environments.keys, readKey(body))
		r.environments.first = append(r.environments.first, binary.LittleEndian.Uint64(body[keySize:]))
		body = body[keySize+8:]
	}
	for range columns {
		c := column{times: make([]int64, regions), of: readRankSet(body)}
		body = body[rankSetSize:]
		for i := range c.times {
			c.times[i] = int64(binary.LittleEndian.Uint64(body[8*i:]))
		}
		r.columns, body = append(r.columns, c), body[8*regions:]
	}
	if err := r.meta.decode(body[:size]); err != nil {
		return nil, err
	}
	ranks := r.meta.ranks.Len()
	if r.complete && ranks != columns {
		return nil, fmt.Errorf("%w: %d columns of %d ranks", errMessage, columns, ranks)
	}
	return r, checkRecords(r.records, ranks)
}

// alignRemote is align for a tree that another rank sent.
func (d *partial) alignRemote(r *remote) alignment {
	if r.tree == d.tree && r.regions == len(d.keys) && len(r.environments.keys) == len(d.environments.keys) {
		return alignment{same: true, count: r.regions}
	}
	r.keys = make([]key, r.regions)
	for i := range r.keys {
		r.keys[i] = readKey(r.rawKeys[i*keySize:])
	}
	r.tree = key{} // Whatever it claims, it is another one.
	r.paths = make([]path, len(r.keys))
	r.environments.uses = make([]EnvironmentSummary, len(r.environments.keys))
	r.environments.view = make([]bool, len(r.environments.keys))
	return d.align(&r.partial)
}

// encodeQuestion asks for the names of environments and regions by their positions.
func encodeQuestion(environments, regions []uint32) []byte {
	var c coder
	counts(&c, &environments)
	counts(&c, &regions)
	return c.b
}

// code codes a path that stands in an answer.
func (p *path) code(c *coder) {
	c.int(&p.Parent, &p.Environment)
	c.text(&p.Name)
	c.bool(&p.value)
}

// answer returns the environments and paths that question asks for.
func (d *partial) answer(question []byte) ([]byte, error) {
	in := coder{b: question, reading: true}
	var environments, regions []uint32
	counts(&in, &environments)
	counts(&in, &regions)
	if err := in.end(); err != nil {
		return nil, fmt.Errorf("%w: question for names: %w", errMessage, err)
	}
	var out coder
	for _, i := range environments {
		if uint64(i) >= uint64(len(d.environments.uses)) {
			return nil, fmt.Errorf("%w: question for environment %d of %d", errMessage, i, len(d.environments.uses))
		}
		(*Environment)(&d.environments.uses[i]).code(&out)
		out.bool(&d.environments.view[i])
	}
	for _, i := range regions {
		if uint64(i) >= uint64(len(d.paths)) {
			return nil, fmt.Errorf("%w: question for region %d of %d", errMessage, i, len(d.paths))
		}
		d.paths[i].code(&out)
	}
	return out.b, nil
}

// learn takes in the answer to a question. Names that do not give the keys they are said to stand
// for are refused.
func (r *remote) learn(answer []byte, environments, regions []uint32) error {
	in := coder{b: answer, reading: true}
	for _, i := range environments {
		var use EnvironmentSummary
		var view bool
		(*Environment)(&use).code(&in)
		in.bool(&view)
		if in.err == nil && use.key(view) != r.environments.keys[i] {
			return fmt.Errorf("%w: environment %d is not %q", errMessage, i, use.Name)
		}
		r.environments.uses[i], r.environments.view[i] = use, view
	}
	for _, i := range regions {
		var at path
		if at.code(&in); in.err != nil {
			break
		}
		if at.Parent < -1 || at.Parent >= int(i) || at.Environment < 0 || at.Environment >= len(r.environments.keys) || at.value && at.Parent < 0 {
			return fmt.Errorf("%w: region %d below %d, in environment %d", errMessage, i, at.Parent, at.Environment)
		}
		above := rootKey
		if at.Parent >= 0 {
			above = r.keys[at.Parent]
		}
		if at.key(above, r.environments.keys[at.Environment]) != r.keys[i] {
			return fmt.Errorf("%w: region %d is not %q", errMessage, i, at.Name)
		}
		r.paths[i] = at
	}
	if err := in.end(); err != nil {
		return fmt.Errorf("%w: names: %w", errMessage, err)
	}
	return nil
}
