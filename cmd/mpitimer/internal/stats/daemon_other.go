//go:build !linux

package stats

import (
	"errors"
	"net"
)

func permitted(*net.UnixConn) error { return errors.New("the caller can be identified only on Linux") }
