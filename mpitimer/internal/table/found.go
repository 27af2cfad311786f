package table

// Found is what a reader has found of a Table in a file.
type Found struct {
	Slab     Slab
	Names    []byte
	Windows  []Window // nil is none
	Far      []FarEntry
	Extremes []Extreme // nil is none
	Width    int       // counters of Rows
	Rows     []uint64  // of Columns
	Gifts    []Gift
	Waits    []uint64
}

// Restore makes the Table one for readers of what was found. Far is in the order of indices and groups, and what the nodes
// refer to is there.
func (t *Table) Restore(f *Found) {
	t.Slab = f.Slab
	t.published.Store(&f.Slab)
	t.count.Store(uint32(len(f.Slab.Records)))
	t.names.Store(&area{bytes: f.Names})
	if f.Windows != nil {
		t.Histograms.published.Store(&windowsBlock{windows: f.Windows})
	}
	t.Histograms.far.found = f.Far
	if f.Extremes != nil {
		t.aside.Store(&aside{extremes: f.Extremes})
	}
	if f.Width > 0 {
		t.Columns.published.Store(&rowsBlock{width: f.Width, rows: f.Rows})
	}
	if f.Gifts != nil {
		t.Given.published.Store(&givenBlock{rows: f.Gifts})
	}
	if f.Waits != nil {
		t.waits.Store(&waits{rows: f.Waits})
	}
}
