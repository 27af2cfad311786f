package engine

// carry makes a track read the counters.
func (t *Track) carry(c *Counters) {
	if c == nil {
		return
	}
	t.counters, t.readings = c, make([]int64, len(c.Peaks))
	t.Columns.Init(&t.Table, c.Peaks)
	t.special.Or(specialCounters)
}

// beginCounting takes the readings at the start of an interval of the node.
func (t *Track) beginCounting(n uint32) {
	t.counters.Read(t.readings)
	t.Columns.Start(n, t.readings)
}

func (t *Track) endCounting(n uint32) {
	if !t.Columns.Counting(n) {
		return
	}
	t.counters.Read(t.readings)
	t.Columns.Stop(n, t.readings)
}
