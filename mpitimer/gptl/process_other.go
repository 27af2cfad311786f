//go:build !unix

package gptl

import "time"

const haveProcessTimes = false

func processTimes() (user, system time.Duration) { return 0, 0 }

func peakMemory() (float64, error) { return 0, ErrUnsupported }
