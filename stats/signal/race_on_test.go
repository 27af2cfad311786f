//go:build race

package signal

const race = true
