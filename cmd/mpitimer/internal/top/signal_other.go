//go:build !unix

package top

import (
	"os"
	"os/signal"
)

func resizes(chan<- os.Signal) {}

func endings(to chan<- os.Signal) { signal.Notify(to, os.Interrupt) }

func stopSelf() error { return nil }
