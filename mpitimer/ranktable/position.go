package ranktable

import (
	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall/rows"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Position is the place of a rank's main goroutine. It is made for frequent calls: it keeps data once
// found in the file.
type Position struct {
	Regions []string // that are open, outermost first; of a rank that is between two, one of them may be missing
	Call    string   // of MPI that it is in, if WantCall asks for it; blank if none
	Epochs  uint64   // of the program that have begun
	Work    uint64   // parts of work that the rank has announced last; 0: none
	Done    uint64   // of these

	WantCall bool // looks through all functions of MPI that the rank has called

	open     []uint32
	names    []string // of nodes; blank until they were asked for
	blocks   [table.Kinds]blocks.Found
	found    bool
	of       *Table // in which they were found
	memory   *byte  // where its file lay then: it may be given up meanwhile, and lie elsewhere
	end      uint64
	replaced uint64
}

// Position brings a Position, of this Table or of another, up to now. It looks at the main goroutine's records alone:
// microseconds for some hundred regions.
func (t *Table) Position(p *Position) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known != nil && !t.mapped {
		if err := t.refresh(); err != nil {
			return t.wrong(err)
		}
	}
	err := t.guard(func() error { return t.position(p) })
	if err != nil {
		p.Regions, p.found = p.Regions[:0], false
		return t.wrong(err)
	}
	return nil
}

func (t *Table) position(p *Position) error {
	h, err := t.header()
	if err != nil {
		return err
	}
	p.Epochs = h.Epochs()
	p.Work, p.Done = h.Work()
	for range scans {
		end, replaced := h.End(), h.Replaced()
		if !p.found || t != p.of || &t.data[0] != p.memory || end != p.end || replaced != p.replaced {
			if t != p.of {
				clear(p.names)
			}
			if err := t.findMain(p); err != nil {
				return err
			}
			if h, err = t.header(); err != nil { // which may be elsewhere by now
				return err
			}
			p.of, p.memory, p.end, p.replaced = t, &t.data[0], end, replaced
		}
		p.open = blocks.Running(p.blocks[table.Nodes].Block, p.open[:0])
		p.Regions = p.Regions[:0]
		for _, n := range p.open {
			p.Regions = append(p.Regions, p.name(n))
		}
		p.Call = ""
		if p.WantCall {
			p.Call = runningCall(p.blocks[table.Calls].Block)
		}
		if p.blocks[table.Nodes].InUse() && p.blocks[table.Names].InUse() && h.Replaced() == p.replaced {
			return nil
		}
	}
	return nil
}

// runningCall is the name of the call of MPI that the main goroutine is in.
func runningCall(calls table.Block) string {
	e, found := mpicall.Running(calls.Bytes, 0)
	if !found {
		return ""
	}
	return rows.Name(&e)
}

// findMain finds the blocks of the main goroutine.
func (t *Table) findMain(p *Position) error {
	end, err := t.reach()
	if err != nil {
		return err
	}
	contents, err := layout.Scan(t.data[:t.length], end)
	if len(contents.Tracks) == 0 || contents.Tracks[0].Number != 0 {
		p.blocks, p.found = [table.Kinds]blocks.Found{}, false
		return err // of a rank that is just growing there are none, and no error
	}
	p.blocks, p.found = contents.Tracks[0].Blocks, true
	return nil
}

// name is that of a node, which stays what it is.
func (p *Position) name(n uint32) string {
	for int(n) >= len(p.names) {
		p.names = append(p.names, "")
	}
	if p.names[n] == "" { // a name in a block that is given up meanwhile is none, and asked for again
		name := blocks.NameIn(p.blocks[table.Nodes].Block, p.blocks[table.Names].Block, n)
		if name == "" || !p.blocks[table.Names].InUse() {
			return name
		}
		p.names[n] = name
	}
	return p.names[n]
}
