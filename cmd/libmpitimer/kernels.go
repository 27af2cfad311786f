//go:build cgo && kernels

package main

import _ "github.com/go-hpc/timers/mpitimer/device/kernels"
