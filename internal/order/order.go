// Package order sorts lists that are short, or sorted once in a run. slices.SortFunc and
// slices.SortStableFunc are compiled for every element type, 12 kB each time with their tables, so that
// sorting would be the largest package of a small solver. Here one function sorts all types, at some
// nanoseconds more per comparison.
package order

import "sort"

// By sorts a list by a comparison, as slices.SortFunc does.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 { // package sort would allocate
		return
	}
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Stably is By, and keeps the order of elements that compare equal.
func Stably[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return
	}
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
