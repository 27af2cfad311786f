//go:build !race

package ranktable

const raceDetector = false
