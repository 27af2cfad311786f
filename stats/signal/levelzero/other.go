//go:build !(linux && (amd64 || arm64))

package levelzero

import (
	"errors"

	"github.com/go-hpc/timers/stats/signal"
)

func open() (signal.GPUs, error) {
	return nil, errors.New("this system has no Level Zero that is known here")
}
