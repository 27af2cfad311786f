package calls

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

// infoText returns the contents of a rank's info file, which ends with two empty lines like that of HDTrace's
// MPI wrapper.
func infoText(r *Rank, most int) string {
	var info hdproject.Info
	add := func(record hdproject.InfoRecord) { info.Records = append(info.Records, record) }
	used := usedCommunicators(r)
	for i := range r.Communicators {
		if c := &r.Communicators[i]; c.ID == 0 || used[int64(c.ID)] {
			add(communicatorInfo(c, cmp.Or(most, maxMembers)))
		}
	}
	for i := range r.Datatypes {
		add(datatypeInfo(&r.Datatypes[i]))
	}
	for _, f := range r.Files {
		add(hdproject.InfoRecord{File: &hdproject.InfoFile{Name: f.Name, Size: f.Size, ID: int64(f.ID)}})
	}
	var text strings.Builder
	// A strings.Builder takes everything.
	_, _ = info.WriteTo(&text)
	return text.String() + "\n\n"
}

// usedCommunicators returns those that calls refer to: each rank has an MPI_COMM_SELF, and few use it.
func usedCommunicators(r *Rank) map[int64]bool {
	used := map[int64]bool{}
	for i := range r.Events {
		for _, name := range []string{"cid", "newcid"} {
			if id, ok := r.Events[i].Number(name); ok {
				used[id] = true
			}
		}
	}
	return used
}

func communicatorInfo(c *CommunicatorRecord, most int) hdproject.InfoRecord {
	if n := len(c.Ranks) + len(c.Remote); n > most {
		return hdproject.InfoRecord{Text: fmt.Sprintf("# Comm id=%d: its map of %d ranks is left out", c.ID, n)}
	}
	// HDTrace's wrapper calls the one of all ranks WORLD.
	out := hdproject.InfoCommunicator{ID: int64(c.ID), Name: strings.TrimPrefix(c.Name, "MPI_COMM_")}
	ranks := c.Ranks
	if len(c.Remote) > 0 && len(c.Ranks) > 0 { // both groups, on both sides in the same order
		if ranks = slices.Concat(c.Ranks, c.Remote); slices.Min(c.Remote) < slices.Min(c.Ranks) {
			ranks = slices.Concat(c.Remote, c.Ranks)
		}
		out.Name = strings.TrimSpace(out.Name + " (both groups)")
	}
	for rank, global := range ranks {
		if global >= 0 {
			out.Map = append(out.Map, hdproject.InfoRank{Global: global, Local: rank})
		}
	}
	return hdproject.InfoRecord{Communicator: &out}
}

const combinerPrefix = "MPI_COMBINER_"

func datatypeInfo(d *DatatypeRecord) hdproject.InfoRecord {
	out := hdproject.InfoDatatype{
		ID: int64(d.ID), Name: d.Name, Integers: d.Integers, Addresses: d.Addresses,
		Combiner: combinerPrefix + strings.TrimPrefix(d.Combiner, combinerPrefix),
	}
	for _, id := range d.Types {
		out.Types = append(out.Types, int64(id))
	}
	return hdproject.InfoRecord{Datatype: &out}
}

// GatherProject makes the project of the traces of all ranks, on rank 0 of the communicator; the others get
// nil. All ranks call it after [WriteTrace], with its result. The project has what is in the ranks'
// directories, the communicators, datatypes and files of all, and a description of what is missing from the
// traces, and where the ranks' clocks stand (TraceOptions.Error). [hdproject.Directory.WriteProject] writes it.
//
// Datatypes that HDTrace's readers do not support, because of which they would refuse the whole project, are
// written in a form that they skip. Rank 0 holds some kilobytes for each rank.
//
// With an error the project has what the other ranks sent; it matches [ErrLost] if some did not answer within
// the timeout, which is as for [Align].
func GatherProject(c machenv.Communicator, d *hdproject.Directory, r *Rank, o TraceOptions, w Written, timeout time.Duration) (*hdproject.Project, error) {
	part, fault := tracePartOf(d, r, o, w)
	l := newLink(c, TraceTag, timeout)
	data, lost := l.gather(part.append(nil), func(mine, theirs []byte) ([]byte, error) { return append(mine, theirs...), nil })
	if c.Rank() != 0 {
		return nil, errors.Join(fault, lost)
	}
	p, err := joinTraceParts(data)
	return p, errors.Join(fault, err, lost)
}

// tracePart is a rank's report on its traces.
type tracePart struct {
	rank    int
	file    string // name of the project file
	xml     []byte
	info    string
	thread  string // label of the one whose datatypes are in info
	dropped uint64
	left    int64
}

func tracePartOf(d *hdproject.Directory, r *Rank, o TraceOptions, w Written) (tracePart, error) {
	p := d.Project()
	p.Clocks = clocksOf(r, o, w)
	part := tracePart{rank: r.Rank, file: p.Topology.ProjectFile(), info: infoText(r, o.MaxMembers), thread: threadLabel(0, w.Beside), dropped: w.Dropped, left: w.LeftOut.States()}
	var text bytes.Buffer
	if _, err := p.WriteTo(&text); err != nil {
		return part, fmt.Errorf("calls: project of rank %d: %w", r.Rank, err)
	}
	part.xml = text.Bytes()
	return part, nil
}

// clocksOf says where a rank's clock stood when its first call began and when its last one did.
func clocksOf(r *Rank, o TraceOptions, w Written) (list []hdproject.Clock) {
	if o.Error == nil {
		return nil
	}
	for _, events := range byThread(r) {
		if len(events) == 0 || len(list) > 0 && !w.Beside {
			break // what holds of one thread does of all
		}
		t := traceWriter{rank: r, options: o}
		for _, tick := range []uint64{events[0].Start, events[len(events)-1].Start} {
			nanos := r.nanos(tick)
			uncertain := o.Error(nanos)
			if uncertain == UnknownError {
				return nil
			}
			c := hdproject.Clock{Rank: r.Rank, Time: t.at(tick), Own: o.OwnClock}
			c.Offset, c.Error = o.Epoch(nanos).Sub(c.Time), time.Duration(uncertain)
			if o.Ticks == nil {
				c.Error += time.Microsecond // of which times are written without the rest
			}
			if w.Beside {
				c.Thread = threadLabel(threadOf(events), true)
			}
			list = append(list, c)
		}
	}
	return list
}

func (t *tracePart) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(t.rank))
	dst = appendText(appendText(dst, t.file), string(t.xml))
	dst = appendText(appendText(dst, t.info), t.thread)
	return binary.AppendVarint(binary.AppendUvarint(dst, t.dropped), t.left)
}

func joinTraceParts(data []byte) (*hdproject.Project, error) {
	var all *hdproject.Project
	var infos []hdproject.RankInfo
	var errs []error
	var missing missingCalls
	for p := (parser{data: data}); len(p.data) > 0; {
		t := tracePart{rank: int(p.uint()), file: p.text(), xml: []byte(p.text()), info: p.text(), thread: p.text(), dropped: p.uint(), left: p.int()}
		if p.bad {
			errs = append(errs, p.end())
			break
		}
		missing.add(&t)
		project, err := hdproject.Read(bytes.NewReader(t.xml), hdtrace.ReadOptions{Name: t.file})
		switch {
		case err != nil:
		case all == nil:
			all = project
		default:
			err = all.Merge(project)
		}
		var info *hdproject.Info
		if err == nil {
			info, err = hdproject.ReadInfo(strings.NewReader(t.info), hdtrace.ReadOptions{})
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("calls: project of rank %d: %w", t.rank, err))
			continue
		}
		infos = append(infos, hdproject.RankInfo{Rank: t.rank, Thread: t.thread, Info: info})
	}
	if all != nil {
		all.AddInfo(infos...)
		all.Description = missing.describe(all.Description)
	}
	return all, errors.Join(errs...)
}

// missingCalls describes what the traces lack.
type missingCalls struct {
	dropped, left uint64
	droppedRanks  int
	leftRanks     int
}

func (m *missingCalls) add(t *tracePart) {
	m.dropped += t.dropped
	m.left += uint64(max(t.left, 0))
	if t.dropped > 0 {
		m.droppedRanks++
	}
	if t.left > 0 {
		m.leftRanks++
	}
}

func (m *missingCalls) describe(text string) string {
	if m.droppedRanks > 0 {
		text += fmt.Sprintf("\n%d calls of %s were not recorded: the record was full.", m.dropped, plural(m.droppedRanks, "rank"))
	}
	if m.leftRanks > 0 {
		text += fmt.Sprintf("\n%d calls of %s were left out of the traces, which have reached their limits.", m.left, plural(m.leftRanks, "rank"))
	}
	return strings.TrimPrefix(text, "\n")
}
