package engine

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/machenv"
)

// Handles that find looks up, as all that are sampled, are expected again when a program that had no order has one.
func TestSampledIsExpectedAgain(t *testing.T) {
	rank := rankFor(t, nil)
	d := &rank.Directory
	names := make([]string, 16)
	for i := range names {
		names[i] = fmt.Sprint("region ", i)
	}
	for i, x := 0, uint32(1); i < 10_000; i++ {
		x = x*1103515245 + 12345
		d.Start(names[x>>16%16]).Stop()
	}
	if rank.Main.trust != 0 {
		t.Fatal("something is expected of a program without an order")
	}
	sampled := Define(Definition{Name: "sampled", Sample: 4})
	for range 10_000 {
		d.StartRegion(sampled).Stop()
	}
	if rank.Main.trust == 0 {
		t.Error("10 000 starts of one region have not made it expected")
	}
}

// A handle is expected again after environments have changed.
func TestHandleIsExpectedAfterEnvironmentsChange(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	rank := rankFor(t, envs)
	d := &rank.Directory
	handle := Define(Definition{Name: "handle"})
	for range 3 {
		d.StartRegion(handle).Stop()
	}
	node := rank.Main.expect
	if rank.Main.Records[node].Key == 0 {
		t.Fatal("the handle is not expected to begin with")
	}
	if _, err := envs.CreateFirst("another", envs.Default(), 1); err != nil {
		t.Fatal(err)
	}
	d.StartInEnvironment("a", "another").Stop()
	for range 3 {
		d.StartRegion(handle).Stop()
	}
	if rank.Main.Records[node].Key == 0 {
		t.Error("the handle is looked up each time from now on")
	}
}
