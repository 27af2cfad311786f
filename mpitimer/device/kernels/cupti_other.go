//go:build !(linux && (amd64 || arm64))

package kernels

import "errors"

// cupti cannot be opened here: NVIDIA's library is known on Linux only.
type cupti struct{ version uint32 }

func openCUPTI() (*cupti, error) {
	return nil, errors.New("not recorded (this system has no CUPTI that is known here)")
}

func (*cupti) begin() error                                          { return nil }
func (*cupti) end()                                                  {}
func (*cupti) align()                                                {}
func (*cupti) clockError() int64                                     { return 0 }
func (*cupti) take(bool) (list []activity, untimed int, dropped int) { return nil, 0, 0 }
