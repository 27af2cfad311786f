package rewrite

import (
	"cmp"
	"slices"
)

// edit is a text that replaces a few bytes, usually none.
type edit struct {
	at, end int
	rank    int // of those at one place the lowest comes first; of the same rank the first made
	text    string
}

// Ranks of edits at one place: what ends comes before what begins, and what belongs to a function
// before what belongs to its first statement.
const (
	rankForked = iota
	rankEnd
	rankImport
	rankHandles
	rankMain
	rankRegion
	rankBlocks
	rankBranch
	rankBegin
	rankFork
	rankReplace
)

func (s *source) insert(at, rank int, text string) { s.replace(at, at, rank, text) }

func (s *source) replace(at, end, rank int, text string) {
	s.edits = append(s.edits, edit{at, end, rank, text})
}

// Edit is a text that replaces a few bytes of a file, usually none.
type Edit struct {
	At, End int // bytes from the beginning of the file as it was
	Text    string
}

// changes returns the edits in the order of the text, once it has been edited.
func (s *source) changes() []Edit {
	list := make([]Edit, len(s.edits))
	for i, e := range s.edits {
		list[i] = Edit{e.at, e.end, e.text}
	}
	return list
}

// edited returns the text with all edits.
func (s *source) edited() []byte {
	slices.SortStableFunc(s.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank))
	})
	var text []byte
	from := 0
	for _, e := range s.edits {
		text = append(text, s.Text[from:e.at]...)
		text = append(text, e.text...)
		from = e.end
	}
	return append(text, s.Text[from:]...)
}
