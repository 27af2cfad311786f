package main

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/examples/shallowwater/gpu"
	"github.com/go-hpc/timers/mpitimer/device"
)

// Where the update runs.
const (
	onHost = "host"
	onGPU  = "gpu"  // or the run fails
	onAuto = "auto" // on a GPU if there is one
)

// onDevice is the update of a rank on a GPU.
type onDevice struct {
	*gpu.Device
	result state // which becomes that of the model when all of it is there
}

// useDevice opens the device that is asked for, and says on rank 0 where the update runs.
func (m *model) useDevice(out io.Writer) error {
	where := "the host"
	if m.cfg.Device != onHost && m.cfg.Device != "" {
		d, err := gpu.Open(m.comm.Rank(), len(m.now.h.data))
		switch {
		case err == nil:
			m.device = &onDevice{d, newState(m.band)}
			where = d.Name()
		case m.cfg.Device == onGPU:
			return fmt.Errorf("-device %s: %w", onGPU, err)
		default:
			where += ": " + err.Error()
		}
	}
	if m.comm.Rank() == 0 {
		fmt.Fprintf(out, "the update runs on %s\n", where)
	}
	return nil
}

// updateOnDevice is update on the device. After an error nothing is changed, and the host goes on alone.
func (m *model) updateOnDevice(to *state, dt float64) (done bool) {
	d := m.device
	err := d.Do(func() error {
		region := device.Start(device.Stream(d.Stream()), "update")
		defer region.Stop()
		old, slope, sum := m.now.fields(), m.slope.fields(), d.result.fields()
		for k := range sum {
			if err := d.Update(sum[k].data, old[k].data, slope[k].data, dt); err != nil {
				return err
			}
		}
		return d.Wait()
	})
	if err != nil {
		fmt.Fprintf(m.log, "rank %d: the device is left, the update goes on on the host: %v\n", m.comm.Rank(), err)
		m.leaveDevice()
		return false
	}
	result := d.result.fields()
	for k, f := range to.fields() {
		copy(f.data, result[k].data)
	}
	return true
}

func (m *model) leaveDevice() {
	if m.device != nil {
		m.device.Close()
		m.device = nil
	}
}
