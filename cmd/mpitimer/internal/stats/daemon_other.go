//go:build !linux

package stats

import (
	"errors"
	"net"
)

func permitted(*net.UnixConn) error { return errors.New("who asks is known on Linux alone") }
