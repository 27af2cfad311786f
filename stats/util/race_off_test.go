//go:build !race

package util

const race = false
