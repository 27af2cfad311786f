package stats

import (
	"encoding/binary"
	"fmt"
)

// A Part makes a Summary of Profiles in several processes, such as the nodes of a job. Each process
// adds its own Profiles and joins the parts of others; the last one, which nobody joins, makes the
// Summary. It is the same as Merge's of all the Profiles. Bytes go between the processes twice, and
// their number does not grow with the ranks of a part:
//
//	in each process                         in the one that joins it
//	p.Add(profile)
//	tree := p.Tree()                        n, err := q.Join(tree)
//	err := p.Within(windows)                windows := q.Windows(n)
//	counts := p.Distribution()              err := q.Count(n, counts)
//	                                        q.Summary()
//
// A process in the middle calls Windows for its joined parts after Within, and Distribution after
// Count. The zero value is ready for use.
type Part struct {
	own    Merger
	joined []joinedPart
	given  []window // by the one that has joined it
}

// joinedPart is a part of another process.
type joinedPart struct {
	at     alignment
	ranks  int
	counts *bins
}

// Add adds the Profile of a rank. Its errors are those of [Merge]; the Profile is then not added.
func (p *Part) Add(profile *Profile) error { return p.own.Add(profile) }

// Ranks returns the number of ranks in the Part.
func (p *Part) Ranks() int { return p.own.all.meta.ranks.Len() }

// Tree returns the data for another Part's Join.
func (p *Part) Tree() []byte {
	all := &p.own.all
	if p.Ranks() == 0 {
		all.clear()
	}
	names, err := all.answer(encodeQuestion(upTo(len(all.environments.keys)), upTo(len(all.keys))))
	if err != nil {
		panic(err) // it asks for what is there
	}
	tree := all.message(nil, false)
	out := binary.AppendUvarint(make([]byte, 0, len(tree)+len(names)+binary.MaxVarintLen64), uint64(len(names)))
	return append(append(out, names...), tree...)
}

func upTo(n int) []uint32 {
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(i)
	}
	return list
}

// Join adds the Tree of another Part and returns a number for it. The error matches ErrMismatch if the
// two belong to different runs or have a rank in common; the Tree is then not added.
func (p *Part) Join(tree []byte) (n int, err error) {
	size, head := binary.Uvarint(tree)
	if head <= 0 || size > uint64(len(tree)-head) {
		return 0, fmt.Errorf("%w: %d bytes are no part", errMessage, len(tree))
	}
	names, body := tree[head:head+int(size)], tree[head+int(size):]
	r, err := parseRemote(body)
	if err != nil {
		return 0, err
	}
	all := &p.own.all
	if p.Ranks() == 0 && len(p.joined) == 0 {
		all.clear()
	}
	at := all.alignRemote(r)
	if !at.same {
		if err := r.learn(names, upTo(len(r.environments.keys)), upTo(r.regions)); err != nil {
			return 0, err
		}
	}
	if err := all.adopt(&r.partial, &at); err != nil {
		return 0, err
	}
	p.joined = append(p.joined, joinedPart{at: at, ranks: r.meta.ranks.Len()})
	return len(p.joined) - 1, nil
}

// windows are those of all ranks: what was given, or what this part has if it is the whole.
func (p *Part) windows() []window {
	if p.given != nil {
		return p.given
	}
	return p.own.all.windows()
}

// Windows returns the data that the n-th part needs to compute the distribution of its ranks, once all parts are joined.
func (p *Part) Windows(n int) []byte {
	return encodeWindows(p.joined[n].at.through(p.windows()))
}

// Within sets the Windows from the Part that has joined this one.
func (p *Part) Within(windows []byte) error {
	all := &p.own.all
	given, err := decodeWindows(windows, len(all.keys))
	if err != nil {
		return err
	}
	for i := range given {
		first, last := recordAt(all.records, i).window()
		if first <= last && (first < int(given[i].first) || last > int(given[i].last)) {
			return fmt.Errorf("%w: histogram of region %d lies outside its window", errMessage, i)
		}
	}
	p.given = given
	return nil
}

// Count adds the Distribution of the n-th part. Without it the quantiles of the Summary lack its ranks.
func (p *Part) Count(n int, distribution []byte) error {
	j := &p.joined[n]
	counts := newBins(j.at.through(p.windows()), j.ranks)
	if err := counts.parse(distribution); err != nil {
		return err
	}
	j.counts = counts
	return nil
}

// Distribution returns the distribution of the ranks within the given windows.
func (p *Part) Distribution() []byte { return p.count(p.windows()).message() }

func (p *Part) count(windows []window) *bins {
	b := p.own.count(windows, p.Ranks())
	for i := range p.joined {
		if j := &p.joined[i]; j.counts != nil {
			b.add(j.counts, &j.at)
		}
	}
	return b
}

// Summary returns the Summary of all ranks of the Part. It fails if there are no ranks.
func (p *Part) Summary() (*Summary, error) {
	if p.Ranks() == 0 {
		return nil, errNothing
	}
	s, places := p.own.all.summarise()
	windows := p.own.all.windows()
	s.setBins(p.count(windows), places, windows)
	return s, nil
}
