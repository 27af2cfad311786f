package perfmod

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

func writeNamelist(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "drv_in")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// Before Init and after Finalize nothing happens, nothing is said, and nothing fails.
func TestSilentWhenNotInitialized(t *testing.T) {
	said := captured(t, func() {
		use := func() {
			Start("a")
			Stop("a")
			Stop("b")
			StartStopVals("c", second, 1)
			SetPrefix("p:")
			UnsetPrefix()
			Enable()
			Disable()
			AdjustDetail(5)
			if wall, user, system := Stamp(); wall != 0 || user != 0 || system != 0 {
				t.Error("Stamp tells times")
			}
			if ProfileOn() || BarrierOn() || SingleFile() {
				t.Error("something is on")
			}
			folder := t.TempDir()
			if err := errors.Join(Barrier("d", nil), Print(filepath.Join(folder, "t"), PrintOptions{}), Finalize()); err != nil {
				t.Error(err)
			}
			if got := files(t, folder); got != "" {
				t.Errorf("files %s", got)
			}
		}
		use()
		alone(t, nil, func() { pair("a") })
		use()
	})
	if said != "" {
		t.Errorf("it says %q", said)
	}
}

// captured returns what f writes to standard output and standard error.
func captured(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() {
		text, _ := io.ReadAll(r)
		said <- string(text)
	}()
	out, err2 := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	func() {
		defer func() { os.Stdout, os.Stderr = out, err2 }()
		f()
	}()
	w.Close()
	return <-said
}

func TestInitSaysWhatItHasSet(t *testing.T) {
	var log bytes.Buffer
	name := writeNamelist(t, "&prof_inparm profile_depth_limit=20 profile_outpe_num=3 /")
	if err := Init(name, Options{Log: &log}); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	for _, want := range []string{
		"(t_initf) Read in prof_inparm and papi_inparm namelists from: " + name,
		"(t_initf) Using profile_disable=          false",
		"(t_initf)       profile_depth_limit=      20",
		"(t_initf)       profile_outpe_num=        3",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, log.String())
		}
	}
	if got, err := gptl.OptionValue(gptl.DepthLimit); err != nil || got != 20 {
		t.Errorf("GPTL's depth limit is %d, %v", got, err)
	}
}

func TestSecondInitChangesNothing(t *testing.T) {
	alone(t, nil, func() {
		pair("a")
		other := DefaultSettings()
		other.Barrier = true
		if err := Init("no such file", Options{Settings: &other, Quiet: true}); err != nil {
			t.Error(err)
		}
		pair("a")
		if BarrierOn() {
			t.Error("the settings have changed")
		}
		expectCalls(t, map[string]uint64{"a": 2})
	})
}

func TestMissingNamelistMeansDefaults(t *testing.T) {
	if err := Init(filepath.Join(t.TempDir(), "drv_in"), Options{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	if st := current(); st == nil || st.settings != DefaultSettings() {
		t.Errorf("state %+v", st)
	}
}

func TestUnreadableNamelistIsTold(t *testing.T) {
	err := Init(t.TempDir(), Options{Quiet: true}) // a directory
	defer Finalize()
	if err == nil || !ProfileOn() {
		t.Errorf("error %v, timing %t", err, ProfileOn())
	}
}

func TestWrongSettingsAreToldAndTimersWork(t *testing.T) {
	var log bytes.Buffer
	name := writeNamelist(t, "&prof_inparm profile_timer=9 profile_detail_limit=x profile_barrier=t /")
	err := Init(name, Options{Log: &log})
	defer Finalize()
	for _, want := range []string{"profile_timer is 9, expected 1 to 6", "an integer of 32 bits for profile_detail_limit"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not tell of %q", err, want)
		}
	}
	if !strings.Contains(log.String(), "illegal timer requested= 9. Request ignored.") {
		t.Errorf("log\n%s", log.String())
	}
	pair("a")
	expectCalls(t, map[string]uint64{"a": 1})
	if !BarrierOn() {
		t.Error("what is right does not count")
	}
}

func TestClocks(t *testing.T) {
	for clock, unsupported := range map[int]error{1: nil, 2: nil, 3: gptl.ErrUnsupported, 4: nil, 5: nil, 6: gptl.ErrNoCounters} {
		t.Run(fmt.Sprint(clock), func(t *testing.T) {
			s := DefaultSettings()
			s.Timer = clock
			if err := Init("", Options{Settings: &s, Quiet: true}); !errors.Is(err, unsupported) {
				t.Errorf("error %v, want %v", err, unsupported)
			}
			defer Finalize()
			pair("a")
			expectCalls(t, map[string]uint64{"a": 1})
		})
	}
}

func TestCountersThatAreNotThereAreNoError(t *testing.T) {
	var log bytes.Buffer
	s := DefaultSettings()
	s.Counters = true
	if err := Init("", Options{Settings: &s, Log: &log}); err != nil {
		t.Error(err)
	}
	defer Finalize()
	if !strings.Contains(log.String(), "Request to count PAPI_FP_OPS ignored.") {
		t.Errorf("log\n%s", log.String())
	}
}

// profile_disable: nothing is timed, not for those who call GPTL either, until another Init.
func TestDisabledCase(t *testing.T) {
	alone(t, func(s *Settings) { s.Disable = true }, func() {
		if ProfileOn() || gptl.Initialized() {
			t.Error("timing is on")
		}
		folder := t.TempDir()
		pair("a")
		if err := Print(filepath.Join(folder, "t"), PrintOptions{OutputRanks: new(-1)}); err != nil {
			t.Error(err)
		}
		if got := files(t, folder); got != "" {
			t.Errorf("files %s", got)
		}
	})
	alone(t, nil, func() {
		pair("a")
		expectCalls(t, map[string]uint64{"a": 1})
	})
}

// Rank 0 reads the namelist for all.
func TestNamelistIsThatOfRank0(t *testing.T) {
	name := writeNamelist(t, "&prof_inparm profile_barrier=t profile_detail_limit=bad /")
	var mu sync.Mutex
	told := 0
	err := local.Run(3, func(comm machenv.Communicator) error {
		file := name
		if comm.Rank() != 0 {
			file = filepath.Join(filepath.Dir(name), "another")
		}
		var log bytes.Buffer
		err := Init(file, Options{Comm: comm, Log: &log})
		defer Finalize()
		mu.Lock()
		defer mu.Unlock()
		if err != nil && strings.Contains(err.Error(), name) {
			told++
		}
		if !BarrierOn() {
			t.Errorf("rank %d has other settings", comm.Rank())
		}
		if (log.Len() > 0) != (comm.Rank() == 0) {
			t.Errorf("rank %d says %q", comm.Rank(), log.String())
		}
		return nil
	})
	if err != nil || told != 3 {
		t.Errorf("%d ranks were told, error %v", told, err)
	}
}

// GPTL's timers that the program has initialized are used, and left.
func TestTimersOfTheProgramAreUsed(t *testing.T) {
	if err := gptl.SetOption(gptl.DepthLimit, 30); err != nil {
		t.Fatal(err)
	}
	if err := gptl.Initialize(); err != nil {
		t.Fatal(err)
	}
	defer gptl.Finalize()
	s := DefaultSettings()
	s.DepthLimit = 20
	if err := Init("", Options{Settings: &s, Quiet: true}); err == nil || !strings.Contains(err.Error(), "limit of 30") {
		t.Errorf("error %v", err)
	}
	Start("a")
	if err := gptl.Stop("a"); err != nil {
		t.Error(err)
	}
	mpitimer.Start("a").Stop()
	expectCalls(t, map[string]uint64{"a": 2})
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if !gptl.Initialized() {
		t.Error("Finalize has ended the program's timers")
	}
	pair("a")
	expectCalls(t, map[string]uint64{"a": 2})
}

func TestOptionsOfTimers(t *testing.T) {
	folder := t.TempDir()
	c := gptl.Config()
	c.Output.Directory, c.Output.SummaryFile = folder, true
	err := Init("", Options{Quiet: true, Timers: []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Print("t", PrintOptions{}), Finalize()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "timing.mptsum")); err != nil {
		t.Error(err)
	}
	if err := checkFile(filepath.Join(folder, "t_stats")); err != nil {
		t.Error(err)
	}
}

func TestPanicGoesOn(t *testing.T) {
	defer func() {
		if cause := recover(); cause != "cause" {
			t.Errorf("recovered %v", cause)
		}
		if ProfileOn() {
			t.Error("timing goes on")
		}
		if err := gptl.Finalize(); err != nil {
			t.Error(err)
		}
	}()
	if err := Init("", Options{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	panic("cause")
}

func TestLog(t *testing.T) {
	if Log() != io.Writer(os.Stdout) {
		t.Error("the log is not standard output by default")
	}
	var before, during bytes.Buffer
	SetLog(&before)
	defer SetLog(nil)
	if Log() != io.Writer(&before) {
		t.Error("SetLog before Init has no effect")
	}
	if err := Init("", Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(before.String(), "(t_initf)") {
		t.Error("Init does not write to the log")
	}
	SetLog(&during)
	if Log() != io.Writer(&during) {
		t.Error("SetLog has no effect")
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if Log() != io.Writer(&before) {
		t.Error("the log of before is forgotten")
	}
}
