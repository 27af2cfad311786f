//go:build !race

package tacc

const raceDetector = false
