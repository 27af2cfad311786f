// Package order sorts lists that are short, or sorted once in a run. slices.SortFunc and slices.SortStableFunc are
// compiled for every type of element, 12 kB each time with their tables: with them sorting would be the largest
// package of a small solver. What is sorted here goes through one function for all types, at some nanoseconds more for
// each comparison.
package order

import "sort"

// By sorts a list by a comparison, as slices.SortFunc does.
func By[T any](list []T, compare func(a, b T) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Stably is By in which elements that compare equal keep their order.
func Stably[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
