//go:build race

package ranktable

const raceDetector = true
