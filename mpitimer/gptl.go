//go:build gptl

package mpitimer

import _ "github.com/go-hpc/timers/mpitimer/internal/libgptl" // the tag alone suffices
