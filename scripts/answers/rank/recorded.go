//go:build mpi && mpiwrap

package main

import _ "github.com/go-hpc/timers/mpitimer/mpiwrap"

func init() { recorded = true }
