package tacc

import (
	"cmp"
	"slices"
)

// Run is the time in which a job was seen on a host.
type Run struct {
	Host        string
	First, Last int64 // times of the first and last record, ns since 1970
	Records     int
	Begin, End  bool // there are marks for both ends
	Shared      bool // other jobs ran beside it: the counts are for all of them

	from, to int32 // places among the records of the host
}

// Job is a job and what was counted while it ran. An idle node's has the id "-".
type Job struct {
	ID      string
	Runs    []Run   // by host and time; most jobs have one for each host
	Entries []Entry // by host, type, device and key
	Totals  []Entry // the sums over all devices of all hosts, by type and key
}

// Entry sums up one key: of a device in a job, or of all its devices.
type Entry struct {
	Host, Type, Device string // of totals the type only
	Key                Key
	Event              string // what a programmed counter counted; blank if unknown
	Unit               Unit
	Samples            int
	Seconds            float64 // from the first sample of each run to the last; of totals the longest
	First, Last        uint64  // as in the file; of totals 0

	Delta   uint64 // counted, corrected; 0 for gauges
	Flags   Flag   // of any of its differences
	Flagged int    // differences that have flags

	Min, Max uint64  // for gauges; for totals over the devices
	Mean     float64 // for gauges, weighted by time; for totals the sum of the means
}

// Rate returns what was counted per second, in the base unit.
func (e *Entry) Rate() float64 {
	if e.Seconds <= 0 {
		return 0
	}
	return e.Unit.Float(e.Delta) / e.Seconds
}

// Jobs sums up each job, in the order of their first records; idle times come last. A difference is a job's
// if it was there at both samples. Between records of a job there may be some that do not name it: those at
// which another job of a shared node began or ended.
func (r *Result) Jobs() []Job {
	place := make(map[string]int)
	var jobs []Job
	for i := range r.hosts {
		runs := r.runsOf(&r.hosts[i])
		for _, named := range runs {
			n, known := place[named.job]
			if !known {
				n = len(jobs)
				place[named.job] = n
				jobs = append(jobs, Job{ID: named.job})
			}
			jobs[n].Runs = append(jobs[n].Runs, named.Run)
		}
	}
	slices.SortStableFunc(jobs, func(a, b Job) int {
		return cmp.Or(cmp.Compare(isIdle(a.ID), isIdle(b.ID)), cmp.Compare(a.earliest(), b.earliest()))
	})
	for i := range jobs {
		r.sumUp(&jobs[i])
	}
	return jobs
}

func isIdle(id string) int {
	if Idle(id) {
		return 1
	}
	return 0
}

func (j *Job) earliest() int64 {
	t := j.Runs[0].First
	for _, run := range j.Runs {
		t = min(t, run.First)
	}
	return t
}

type namedRun struct {
	job string
	Run
}

// runsOf goes over the records of a host and follows which jobs are there.
func (r *Result) runsOf(h *hostRecords) []namedRun {
	var done []namedRun
	var open []namedRun // most nodes have one job at a time
	last := int32(-1)
	for _, rec := range h.records {
		at, record := r.order[rec], &r.Data.Records[rec]
		if at == last {
			continue // it came twice
		}
		last = at
		named := namedBy(record)
		kept := open[:0]
		for _, run := range open {
			if slices.Contains(named, run.job) || marked(record) {
				kept = append(kept, run)
			} else {
				done = append(done, run)
			}
		}
		open = kept
		for _, job := range named {
			i := slices.IndexFunc(open, func(n namedRun) bool { return n.job == job })
			if i < 0 {
				i = len(open)
				open = append(open, namedRun{job, Run{Host: h.host, First: record.Time, from: at}})
			}
			open[i].see(record, at)
		}
		markShared(open)
		open = slices.DeleteFunc(open, func(n namedRun) bool {
			ended := slices.ContainsFunc(record.Marks, func(m Mark) bool { return m.Kind == End && m.Job == n.job })
			if ended || Idle(n.job) && marked(record) && !slices.Contains(named, n.job) {
				done = append(done, n)
				return true
			}
			return false
		})
	}
	done = append(done, open...)
	slices.SortStableFunc(done, func(a, b namedRun) int { return cmp.Compare(a.from, b.from) })
	return done
}

// markShared marks jobs that run beside others. Idle time that lasted until this record is no job.
func markShared(open []namedRun) {
	jobs := 0
	for i := range open {
		if !Idle(open[i].job) {
			jobs++
		}
	}
	for i := range open {
		open[i].Shared = open[i].Shared || jobs > 1 && !Idle(open[i].job)
	}
}

// namedBy returns the jobs of a record, "-" of an idle one.
func namedBy(r *Record) []string {
	list := slices.Clone(r.Jobs())
	for _, m := range r.Marks {
		if (m.Kind == Begin || m.Kind == End) && !Idle(m.Job) && !slices.Contains(list, m.Job) {
			list = append(list, m.Job)
		}
	}
	if len(list) == 0 {
		return []string{"-"}
	}
	return list
}

// marked reports whether a record was taken because some job started or ended; it names only that job.
func marked(r *Record) bool {
	return slices.ContainsFunc(r.Marks, func(m Mark) bool { return (m.Kind == Begin || m.Kind == End) && !Idle(m.Job) })
}

func (n *namedRun) see(r *Record, at int32) {
	n.Last, n.to = r.Time, at
	n.Records++
	for _, m := range r.Marks {
		if m.Job == n.job {
			n.Begin = n.Begin || m.Kind == Begin
			n.End = n.End || m.Kind == End
		}
	}
}

func (r *Result) sumUp(j *Job) {
	for i := range r.Series {
		s := &r.Series[i]
		e := Entry{Host: s.Host, Type: s.Type, Device: s.Device, Key: s.Key, Event: s.Event, Unit: s.Unit}
		var weighted float64
		for k := range j.Runs {
			if j.Runs[k].Host == s.Host {
				weighted += e.addRun(r, s, &j.Runs[k])
			}
		}
		if e.Samples == 0 {
			continue
		}
		if !s.Key.Counts() {
			e.Mean = float64(e.Last)
			if e.Seconds > 0 {
				e.Mean = weighted / e.Seconds
			}
		}
		j.Entries = append(j.Entries, e)
	}
	j.Totals = totals(j.Entries)
}

// addRun takes the samples of one run, and returns the integral of gauges over time.
func (e *Entry) addRun(r *Result, s *Series, run *Run) (integral float64) {
	first, _ := slices.BinarySearchFunc(s.Record, run.from, func(rec, from int32) int { return cmp.Compare(r.order[rec], from) })
	for i := first; i < len(s.Record) && r.order[s.Record[i]] <= run.to; i++ {
		v := s.Raw[i]
		if e.Samples == 0 {
			e.First, e.Min, e.Max = v, v, v
		}
		e.Samples++
		e.Last = v
		if s.Delta == nil {
			e.Min, e.Max = min(e.Min, v), max(e.Max, v)
		}
		if i == first {
			continue
		}
		seconds := float64(s.Time[i]-s.Time[i-1]) / 1e9
		e.Seconds += seconds
		if s.Delta == nil {
			integral += (float64(s.Raw[i-1]) + float64(v)) / 2 * seconds
			continue
		}
		e.Delta = add(e.Delta, s.Delta[i], &e.Flags)
		if s.Flags[i] != 0 {
			e.Flags |= s.Flags[i]
			e.Flagged++
		}
	}
	if s.Delta != nil {
		e.Min, e.Max = 0, 0
	}
	return integral
}

func totals(entries []Entry) []Entry {
	type id struct {
		typ   string
		key   Key
		event string // of another device it may be another
	}
	place := make(map[id]int)
	var list []Entry
	for i := range entries {
		e := &entries[i]
		if e.Key.Control {
			continue // a sum of register contents has no meaning
		}
		n, known := place[id{e.Type, e.Key, e.Event}]
		if !known {
			n = len(list)
			place[id{e.Type, e.Key, e.Event}] = n
			list = append(list, Entry{Type: e.Type, Key: e.Key, Event: e.Event, Unit: e.Unit, Min: e.Min, Max: e.Max})
		}
		t := &list[n]
		t.Samples += e.Samples
		t.Seconds = max(t.Seconds, e.Seconds)
		t.Flags |= e.Flags
		t.Flagged += e.Flagged
		t.Delta = add(t.Delta, e.Delta, &t.Flags)
		t.Min, t.Max = min(t.Min, e.Min), max(t.Max, e.Max)
		t.Mean += e.Mean
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(a.Type, b.Type) })
	return list
}
