package table

// Batch is calls of a node that a sample leaves out and that are still to come. The countdown of the node does not
// have them: the memory of a node may move when the table grows, and that of a batch stays, so that a start counts
// there without looking for the node. In a file the calls of a batch count as made when it begins.
type Batch struct {
	Node uint32
	Left int32 // below 0 where two goroutines took from it at one time, which is wrong use
}

// left is Left without what wrong use has made of it.
func (b *Batch) left() uint32 { return uint32(max(b.Left, 0)) }

// Lend makes a batch part of its node's countdown for readers. It is for the writer only.
func (t *Table) Lend(b *Batch) {
	list := append(t.lentBatches(), b)
	t.batches.Store(&list)
}

func (t *Table) lentBatches() []*Batch {
	if lent := t.batches.Load(); lent != nil {
		return *lent
	}
	return nil
}

// TakeBack forgets the batches of a node, or of those that have so many calls left one.
//
//go:norace
func (t *Table) TakeBack(n uint32, left int32) {
	for _, b := range t.lentBatches() {
		if b.Node == n && (left == 0 || b.Left == left) {
			if b.Left = 0; left != 0 {
				return
			}
		}
	}
}

// FoldBatches gives what is left of all batches to the countdowns of their nodes. It is for the writer only.
//
//go:norace
func (t *Table) FoldBatches() {
	t.folds.Add(1)
	for _, b := range t.lentBatches() {
		t.Cold[b.Node].Countdown += b.left()
		b.Left = 0
	}
	t.folds.Add(1)
}

// lent is what is left of a node's batches.
//
//go:norace
func (t *Table) lent(n uint32) (left uint32) {
	for _, b := range t.lentBatches() {
		if b.Node == n {
			left += b.left()
		}
	}
	return left
}
