package calls

import "errors"

// gatherMerged joins the parts of all ranks along a tree, with one message from each. Rank 0 gets what there
// is of them, the others get nil.
func gatherMerged[T interface {
	*E
	message() []byte
}, E any](l *link, own T, parse func(data []byte, size int) (T, error), merge func(mine, theirs T)) (T, error) {
	size := l.comm.Size()
	data, lost := l.gather(own.message(), func(mine, theirs []byte) ([]byte, error) {
		// A rank's own part is decoded again each time, which costs no more than decoding the other, since
		// parts double.
		a, err := parse(mine, size)
		if err != nil {
			return nil, err
		}
		b, err := parse(theirs, size)
		if err != nil {
			return nil, err
		}
		merge(a, b)
		return a.message(), nil
	})
	if l.comm.Rank() != 0 {
		return nil, lost
	}
	all, wrong := parse(data, size)
	return all, errors.Join(lost, wrong)
}

// joined returns the rows of two lists in their order, and merges those with the same key.
func joined[T any](mine, theirs []T, compare func(a, b *T) int, join func(mine, theirs *T)) []T {
	all := make([]T, 0, max(len(mine), len(theirs)))
	for len(mine) > 0 && len(theirs) > 0 {
		switch order := compare(&mine[0], &theirs[0]); {
		case order < 0:
			all, mine = append(all, mine[0]), mine[1:]
		case order > 0:
			all, theirs = append(all, theirs[0]), theirs[1:]
		default:
			join(&mine[0], &theirs[0])
			all, mine, theirs = append(all, mine[0]), mine[1:], theirs[1:]
		}
	}
	return append(append(all, mine...), theirs...)
}
