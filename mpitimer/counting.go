package mpitimer

// carry makes a track read the counters.
func (t *track) carry(c *counters) {
	if c == nil {
		return
	}
	t.counters, t.readings = c, make([]int64, len(c.peaks))
	t.Columns.Init(&t.Table, c.peaks)
	t.special.Or(specialCounters)
}

// beginCounting takes the readings at the start of an interval of the node.
func (t *track) beginCounting(n uint32) {
	t.counters.read(t.readings)
	t.Columns.Start(n, t.readings)
}

func (t *track) endCounting(n uint32) {
	if !t.Columns.Counting(n) {
		return
	}
	t.counters.read(t.readings)
	t.Columns.Stop(n, t.readings)
}
