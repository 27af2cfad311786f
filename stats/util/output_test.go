package util

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
)

func TestHeader(t *testing.T) {
	rows := &bytes.Buffer{}
	h := newHost(t)
	tr, err := Create(rows, testNode(t), Options{Sources: All, Interval: interval, Root: h.Root, Mountpoint: "/"})
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.out.WriteRaw(tr.epoch, nil); !errors.Is(err, hdtrace.ErrDisabled) {
		t.Error(err)
	}
	start := time.Now()
	if _, err := tr.Start(); err != nil {
		t.Fatal(err)
	}
	for tr.Counts().Entries == 0 && time.Since(start) < time.Minute {
		time.Sleep(time.Millisecond)
	}
	if err := tr.Finalize(); err != nil {
		t.Fatal(err)
	}
	text := rows.String()
	text = text[:strings.Index(text, "</Statistics>\n")+len("</Statistics>\n")]
	golden.Check(t, "header.txt", text)
}

// A host with more processors than the C library has values.
func TestLargeHost(t *testing.T) {
	h := newHost(t)
	h.cpus = make([]hostCPU, 1024)
	h.sleep, h.freq = nil, nil
	h.Write("sys/devices/system/cpu/present", "0-1023\n")
	for i := range h.cpus {
		h.sleep = append(h.sleep, nil)
		h.cpus[i].times[3] = uint64(i)
	}
	h.write()
	var file bytes.Buffer
	tr, err := Create(&file, testNode(t), Options{Sources: CPU, Interval: MinInterval, Root: h.Root})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tr.Start(); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); tr.Counts().Entries == 0 && time.Since(begin) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	if err := tr.Finalize(); err != nil {
		t.Fatal(err)
	}
	if rows := readBack(t, &file); len(rows[0].values) != 1025 {
		t.Errorf("%d values", len(rows[0].values))
	}
}

// The values are those of libRUT itself, in its order, where this machine's units do not matter.
func TestLikeLibRUT(t *testing.T) {
	name := filepath.Join("..", "..", "..", "shared", "data", "hdtrace", "generated", "rut", "RutRef_vmhost_Utilization.stat")
	f, err := os.Open(name)
	if err != nil {
		t.Skip("the file of libRUT is not here: ", err)
	}
	defer f.Close()
	r, err := hdstat.NewReader(f, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t)
	h.nets = []hostNet{{"lo", 0, 0}, {"ifb0", 0, 0}, {"ifb1", 0, 0}, {"eth0", 0, 0}}
	h.write()
	p := newProbe(t, h, RUT|ContextSwitches|HDDStats)
	want := r.Header().Values
	for i := range want {
		if want[i].Unit == "Byte" {
			want[i].Unit = "B" // as the thesis has it, and the readers of power estimation want it
		}
	}
	if diff := cmp.Diff(want, p.values); diff != "" {
		t.Error(diff)
	}
}

// Start, Stop and Finalize from many goroutines.
func TestConcurrentUse(t *testing.T) {
	h := newHost(t)
	tr, err := Create(io.Discard, testNode(t), Options{Interval: MinInterval, Root: h.Root})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				_, _ = tr.Start()
				_ = tr.Counts()
				_, _ = tr.Stop()
			}
		})
	}
	all.Wait()
	var ends sync.WaitGroup
	for range 4 {
		ends.Go(func() {
			if err := tr.Finalize(); err != nil {
				t.Error(err)
			}
		})
	}
	ends.Wait()
}
