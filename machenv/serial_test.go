package machenv_test

import (
	"errors"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/internal/conformance"
)

func TestSerialConformance(t *testing.T) {
	if err := conformance.Run(machenv.NewSerial(), conformance.Buffered, conformance.Timeouts); err != nil {
		t.Fatal(err)
	}
}

// A receive that could never end is an error, also without a timeout.
func TestSerialReceiveWithoutSend(t *testing.T) {
	comm := machenv.NewSerial()
	if err := comm.Send(0, 1, []byte("x"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := comm.Recv(0, 2, 0); !errors.Is(err, machenv.ErrTimeout) {
		t.Errorf("receive under another tag: %v", err)
	}
	if data, err := comm.Recv(0, 1, 0); err != nil || string(data) != "x" {
		t.Errorf("receive: %q, %v", data, err)
	}
	if _, err := comm.Recv(0, 1, time.Hour); !errors.Is(err, machenv.ErrTimeout) {
		t.Errorf("second receive: %v", err)
	}
}
