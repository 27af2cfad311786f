package tacc

// samples are the rows of a device and what happened between them.
type samples struct {
	record   []int32
	time     []int64
	begun    []bool
	rebooted []bool
	control  []bool
}

// addDevice makes the series of all keys of a device.
func (r *Result) addDevice(who deviceOfHost, tables []*Table, rows []rowRef, columns []column, w *since) {
	var whole *samples // of keys that stand in all rows, which nearly all do
	for i := range columns {
		c := &columns[i]
		own := rows
		if !inAll(c, tables, rows) {
			own = nil
			for _, ref := range rows {
				if k := c.at[ref.table]; k >= 0 && !(c.key.Slow && tables[ref.table].isFast(int(ref.row))) {
					own = append(own, ref)
				}
			}
			if len(own) == 0 {
				continue
			}
		}
		s := whole
		if s == nil || len(own) != len(rows) {
			s = r.samples(tables, own, w)
		}
		if len(own) == len(rows) {
			whole = s
		}
		r.Series = append(r.Series, makeSeries(who, tables, own, c, s))
	}
}

func inAll(c *column, tables []*Table, rows []rowRef) bool {
	for i, k := range c.at {
		if k < 0 || c.key.Slow && tables[i].fast != nil {
			return false
		}
	}
	return len(rows) > 0
}

func (r *Result) samples(tables []*Table, rows []rowRef, w *since) *samples {
	n := len(rows)
	s := &samples{record: make([]int32, n), time: make([]int64, n), begun: make([]bool, n), rebooted: make([]bool, n)}
	for i, ref := range rows {
		rec := tables[ref.table].record[ref.row]
		s.record[i], s.time[i] = rec, r.Data.Records[rec].Time
		if i == 0 {
			continue
		}
		before := s.record[i-1]
		s.begun[i] = w.begins[rec] > w.begins[before]
		s.rebooted[i] = w.rebooted(&r.Data.Records[before], &r.Data.Records[rec])
		if controlChanged(tables, rows[i-1], ref) {
			if s.control == nil {
				s.control = make([]bool, n)
			}
			s.control[i] = true
		}
	}
	return s
}

// controlChanged reports whether the control registers of two rows differ: then their counters count
// different events, or restarted.
func controlChanged(tables []*Table, a, b rowRef) bool {
	if a.table != b.table {
		return false
	}
	t := tables[a.table]
	if !t.Type.hasControl() {
		return false
	}
	_, _, x, fastX := t.Row(int(a.row))
	_, _, y, fastY := t.Row(int(b.row))
	for k := range t.Type.Keys {
		key := &t.Type.Keys[k]
		if key.Control && x[k] != y[k] && !(key.Slow && (fastX || fastY)) {
			return true
		}
	}
	return false
}

func makeSeries(who deviceOfHost, tables []*Table, rows []rowRef, c *column, s *samples) Series {
	typ := &tables[rows[0].table].Type
	out := Series{Host: who.host, Type: typ.Name, Device: who.device, Key: c.key, Unit: ParseUnit(c.key.Unit),
		Bits: typ.bits(&c.key), Record: s.record, Time: s.time, Raw: make([]uint64, len(rows))}
	highest := uint64(0)
	for i, ref := range rows {
		t := tables[ref.table]
		out.Raw[i] = t.row(int(ref.row))[c.at[ref.table]]
		highest = max(highest, out.Raw[i])
	}
	if out.Bits < 64 && highest>>out.Bits != 0 {
		out.Bits = 64 // newer kernels have wider counters under the same names
	}
	if !c.key.Counts() {
		return out
	}
	out.Event = eventOf(tables, rows, &c.key)
	if unit := unitOfEvent(typ.Name, out.Event); unit != "" {
		out.Unit = ParseUnit(unit)
	}
	out.Delta, out.Flags = make([]uint64, len(rows)), make([]Flag, len(rows))
	(&counter{
		time: s.time, raw: out.Raw, bits: out.Bits, rate: typ.plausibleRate(out.Unit),
		programmed: typ.hasControl(), saturates: out.Bits == 32 && typ.saturates(&c.key),
		clamps: family(typ.Name) == "cpu" && (c.key.Name == "iowait" || c.key.Name == "idle"),
		begun:  s.begun, rebooted: s.rebooted, control: s.control,
	}).correct(out.Delta, out.Flags)
	return out
}
