//go:build !(linux && (amd64 || arm64))

package kernels

import "errors"

// start finds nothing: the vendors' libraries are known on Linux only.
func start() (source, error) {
	return nil, errors.New("not recorded (this system has no library that is known here)")
}
