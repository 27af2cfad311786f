//go:build linux && (amd64 || arm64)

package gpu

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-hpc/timers/examples/shallowwater/gpu/gputest"
)

// The kernel, by the path on which it is launched, gives the bits of the host.
func TestUpdate(t *testing.T) {
	s := gputest.Use(t)
	const n = 1000 // no multiple of a block
	d, err := Open(3, n)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.Name(), "gpu1, stand-in 1") {
		t.Error(d.Name())
	}
	gives(t, d)
	d.Close()
	if s.Memories() != 0 {
		t.Errorf("%d buffers are left", s.Memories())
	}
}

// gives holds a device to the host's bits.
func gives(t *testing.T, d *Device) {
	t.Helper()
	n := d.room
	random := rand.New(rand.NewPCG(1, 2))
	field := func() []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = random.NormFloat64()
		}
		return list
	}
	to, old, slope := field(), field(), field()
	const dt = 0.37
	err := d.Do(func() error {
		if err := d.Update(to, old, slope, dt); err != nil {
			return err
		}
		return d.Wait()
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range to {
		if product := float64(dt * slope[i]); to[i] != old[i]+product {
			t.Fatalf("%d: %g, want %g", i, to[i], old[i]+product)
		}
	}
	if err := d.Do(func() error { return d.Update(to[1:], old, slope, dt) }); err == nil {
		t.Error("fields of other lengths are taken")
	}
}

// The PTX that is shipped is that of the source, where there is a compiler for it.
func TestPTXIsOfTheSource(t *testing.T) {
	clang := ""
	for _, name := range []string{"clang-14"} { // others write other registers
		if path, err := exec.LookPath(name); err == nil {
			clang = path
		}
	}
	if clang == "" {
		t.Skip("no clang 14 here")
	}
	c := exec.Command("./generate.sh")
	c.Env = append(os.Environ(), "CLANG="+clang)
	var problem bytes.Buffer
	c.Stderr = &problem
	out, err := c.Output()
	if err != nil {
		if strings.Contains(problem.String(), "nvptx") {
			t.Skip("clang without the target nvptx64")
		}
		t.Fatalf("%v\n%s", err, problem.String())
	}
	if string(out) != ptx {
		t.Errorf("update.ptx is not what generate.sh writes:\n%s", out)
	}
	for _, fused := range []string{"fma", "mad.f"} {
		if strings.Contains(ptx, fused) {
			t.Errorf("the PTX has %s, which rounds once where the host rounds twice", fused)
		}
	}
}
