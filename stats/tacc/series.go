package tacc

import (
	"cmp"
	"slices"
)

// Series are the samples of one key of one device, in order of time.
type Series struct {
	Host, Type, Device string
	Key                Key
	Unit               Unit
	Event              string // what a programmed counter counted, as the pickler names it; blank if unknown, or changed
	Bits               uint   // the width that was used; 64 where values are larger than the schema's width

	Record []int32  // indices into Data.Records
	Time   []int64  // ns since 1970
	Raw    []uint64 // as in the file

	// Delta is what was counted since the sample before, 0 in the first; nil for gauges. Flags go with it.
	Delta []uint64
	Flags []Flag
}

// Cumulative returns what was counted since the first sample, corrected. It stops at 2^64-1.
func (s *Series) Cumulative() []uint64 {
	list := make([]uint64, len(s.Delta))
	var sum uint64
	var f Flag
	for i, d := range s.Delta {
		sum = add(sum, d, &f)
		list[i] = sum
	}
	return list
}

// Result is the result of Correct.
type Result struct {
	Data       *Data
	Series     []Series // by host, type, device and place of the key
	Duplicates int      // rows that came twice, with the same values, and were taken once
	Disordered int      // records that followed a later one of their host

	hosts []hostRecords
	order []int32 // of each record, its place among those of its host; records that came twice share one
}

// hostRecords are the records of a host in order of time.
type hostRecords struct {
	host    string
	records []int32
}

// Correct sorts records by time, makes series and finds the differences from sample to sample. The result
// does not depend on the order of files and records, except for records of the same host and time.
func Correct(d *Data) *Result {
	r := &Result{Data: d}
	r.sort()
	w := r.what()
	var names []string
	byName := make(map[string][]*Table)
	for _, t := range d.Tables {
		if byName[t.Type.Name] == nil {
			names = append(names, t.Type.Name)
		}
		byName[t.Type.Name] = append(byName[t.Type.Name], t)
	}
	for _, name := range names {
		r.addType(byName[name], w)
	}
	slices.SortStableFunc(r.Series, func(a, b Series) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Type, b.Type), compareDevices(a.Device, b.Device))
	})
	return r
}

// compareDevices puts 2 before 10.
func compareDevices(a, b string) int {
	if x, ok := parseUint([]byte(a)); ok {
		if y, ok := parseUint([]byte(b)); ok && x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(a, b)
}

func (r *Result) sort() {
	d := r.Data
	all := make([]int32, len(d.Records))
	last := make(map[string]int64)
	for i := range all {
		all[i] = int32(i)
		rec := &d.Records[i]
		if before, seen := last[rec.Host]; seen && rec.Time < before {
			r.Disordered++
		} else {
			last[rec.Host] = rec.Time
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int {
		x, y := &d.Records[a], &d.Records[b]
		return cmp.Or(cmp.Compare(x.Host, y.Host), cmp.Compare(x.Time, y.Time))
	})
	r.order = make([]int32, len(all))
	for len(all) > 0 {
		host := d.Records[all[0]].Host
		n, place := 0, int32(-1)
		for n < len(all) && d.Records[all[n]].Host == host {
			if n == 0 || !again(&d.Records[all[n-1]], &d.Records[all[n]]) {
				place++
			}
			r.order[all[n]] = place
			n++
		}
		r.hosts = append(r.hosts, hostRecords{host, all[:n]})
		all = all[n:]
	}
}

// again reports whether a record repeats the one before it.
func again(a, b *Record) bool {
	return a.Time == b.Time && a.Job == b.Job && slices.Equal(a.Marks, b.Marks)
}

// since finds out what happened between two records.
type since struct {
	begins []int32 // of each record, how many %begin there were on its host so far
	boot   []int64 // for each header, when its node was started; the least number if unknown
}

func (r *Result) what() *since {
	d := r.Data
	w := &since{begins: make([]int32, len(d.Records)), boot: make([]int64, len(d.Headers))}
	for i := range r.hosts {
		n := int32(0)
		last := int32(-1)
		for _, rec := range r.hosts[i].records {
			if d.Records[rec].has(Begin) && r.order[rec] != last {
				n++
			}
			last = r.order[rec]
			w.begins[rec] = n
		}
	}
	const unknown = -1 << 63
	for i := range w.boot {
		w.boot[i] = unknown
	}
	for i := len(d.Records) - 1; i >= 0; i-- { // the first record of a header is taken right after it
		rec := &d.Records[i]
		if up := d.Headers[rec.Header].Uptime; up >= 0 && up <= rec.Time/1e9 {
			w.boot[rec.Header] = rec.Time - up*1e9
		}
	}
	return w
}

// rebooted reports whether the node was started between two records. Uptimes are whole seconds.
func (w *since) rebooted(before, after *Record) bool {
	const unsure = 2e9
	return before.Header != after.Header && w.boot[after.Header] > before.Time+unsure
}

// rowRef is a row of one of the tables of a type.
type rowRef struct{ table, row int32 }

// column is a key and where it stands in each of the tables of its type, or -1.
type column struct {
	key Key
	at  []int
}

func columnsOf(tables []*Table) []column {
	var list []column
	place := make(map[string]int)
	for i, t := range tables {
		for k := range t.Type.Keys {
			text := t.Type.Keys[k].String()
			n, known := place[text]
			if !known {
				n = len(list)
				place[text] = n
				list = append(list, column{key: t.Type.Keys[k], at: slices.Repeat([]int{-1}, len(tables))})
			}
			list[n].at[i] = k
		}
	}
	return list
}

type deviceOfHost struct{ host, device string }

// addType makes the series of a type, which has several tables if its schema changed.
func (r *Result) addType(tables []*Table, w *since) {
	var groups [][]rowRef
	var who []deviceOfHost
	place := make(map[deviceOfHost]int)
	for i, t := range tables {
		for row := range t.Rows() {
			id := deviceOfHost{r.Data.Records[t.record[row]].Host, t.Devices[t.device[row]]}
			n, known := place[id]
			if !known {
				n = len(groups)
				place[id] = n
				groups, who = append(groups, nil), append(who, id)
			}
			groups[n] = append(groups[n], rowRef{int32(i), int32(row)})
		}
	}
	columns := columnsOf(tables)
	for i, rows := range groups {
		slices.SortStableFunc(rows, func(a, b rowRef) int {
			return cmp.Compare(r.order[tables[a.table].record[a.row]], r.order[tables[b.table].record[b.row]])
		})
		r.addDevice(who[i], tables, r.once(tables, rows), columns, w)
	}
}

// once leaves out repeated rows, which a daemon sends if it has not seen them arrive.
func (r *Result) once(tables []*Table, rows []rowRef) []rowRef {
	kept := rows[:0]
	for _, ref := range rows {
		if n := len(kept); n > 0 && kept[n-1].table == ref.table {
			t := tables[ref.table]
			recA, _, a, fastA := t.Row(int(kept[n-1].row))
			recB, _, b, fastB := t.Row(int(ref.row))
			if r.Data.Records[recA].Time == r.Data.Records[recB].Time && fastA == fastB && slices.Equal(a, b) {
				r.Duplicates++
				continue
			}
		}
		kept = append(kept, ref)
	}
	return kept
}
