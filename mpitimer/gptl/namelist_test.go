package gptl

import (
	"errors"
	"strings"
	"testing"
)

const everyKey = ` some text of another program
&other x = 1 /
&gptlnl
 sync_mpi = .false., wall = .true., cpu = F, abort_on_error = .false., overhead = .false.
 depthlimit = 7          ! a comment
 maxthreads = 8
 tablesize  = 63
 verbose = .true.
 percent = T
 persec = .false., multiplex = .true.
 dopr_preamble = .false., dopr_threadsort = .false.
 dopr_multparent = .false., dopr_collision = .true., dopr_memusage = .true.
 print_method = 'full_tree'
 utr = 'nanotime'
 onlyprint_rank0 = .true.
/
`

func TestProcessNamelist(t *testing.T) {
	fresh(t)
	messages, _ := captured(t)
	ok(t, ProcessNamelist(strings.NewReader(everyKey), "case.nl"))
	for option, want := range map[Option]int{
		SyncMPI: 0, Wall: 1, CPU: 0, AbortOnError: 0, Overhead: 0, DepthLimit: 7, MaxThreads: 8, TableSize: 63,
		Verbose: 1, Percent: 1, PerSec: 1, Multiplex: 0, DoprPreamble: 0, DoprThreadSort: 0, DoprMultParent: 0,
		DoprCollision: 1, DoprMemUsage: 1, PrintMethod: FullTree, OnlyPrintRank0: 1, MemGrowth: 0,
	} {
		got, err := OptionValue(option)
		ok(t, err)
		if got != want {
			t.Errorf("option %d is %d, expected %d", option, got, want)
		}
	}
	equal(t, "clock", current().clock, NanoTime)
	if !strings.HasPrefix(messages.String(), "GPTL note: SetOption(6, 1)\n") {
		t.Errorf("verbose was not the first to be set: %q", messages)
	}
	for name, clock := range clockNames {
		fresh(t)
		err := ProcessNamelist(strings.NewReader("&gptlnl utr='"+name+"' /"), "x")
		if clock == ReadRealTime {
			wants(t, err, ErrUnsupported, "x:1: utr")
			continue
		}
		ok(t, err)
		equal(t, "clock", current().clock, clock)
	}
	for name, method := range methodNames {
		fresh(t)
		ok(t, ProcessNamelist(strings.NewReader("&GPTLNL Print_Method='"+name+"' /"), "x"))
		got, _ := OptionValue(PrintMethod)
		equal(t, "method", got, method)
	}
}

// What GPTL without PMPI and PAPI passes over is no error, also where errors end the program: it says so.
func TestProcessNamelistOfGPTL(t *testing.T) {
	fresh(t)
	messages, _ := captured(t)
	ok(t, ProcessNamelist(strings.NewReader(`&gptlnl
 sync_mpi = .true.
 abort_on_error = .true.
 persec = .true., multiplex = .true.
 percent = .true.
 eventlist = 'PAPI_TOT_CYC', 'GPTL_IPC'
/`), "gptlnl"))
	for _, want := range []string{"SetOption(0, 1)", "gptlnl:4: multiplex", "gptlnl:6: eventlist: PAPI_TOT_CYC", "GPTL_IPC"} {
		if !strings.Contains(messages.String(), "GPTL note: ") || !strings.Contains(messages.String(), want) {
			t.Errorf("no note on %s in %q", want, messages)
		}
	}
	equal(t, "notes", strings.Count(messages.String(), "\n"), 4)
	on, _ := OptionValue(Percent)
	equal(t, "percent", on, 1)
}

// What is in error is told with its line, and the rest is set.
func TestProcessNamelistInError(t *testing.T) {
	for text, want := range map[string]struct {
		kind  error
		texts []string
	}{
		"&gptlnl percent = .true.\n\n print_method = 'newest'\n/":                      {ErrOption, []string{"x:3: print_method"}},
		"&gptlnl percent = .true.\n utr = 'sundial' /":                                 {ErrOption, []string{"x:2: utr"}},
		"&gptlnl percent = .true.\n tablesize = 1 /":                                   {ErrOption, []string{"x:2: tablesize"}},
		"&gptlnl percent = .true.\n percents = .true. /":                               {nil, []string{"x:2", "percents"}},
		"&gptlnl percent = .true.\n depthlimit = 'deep' /":                             {nil, []string{"x:2", "deep"}},
		"&gptlnl percent = .true.\n wall = .fal":                                       {nil, []string{"x:2"}},
		"&gptlnl percent = .true.\n utr = 'read_real_time'\n tablesize=0\n verbose=3/": {ErrUnsupported, []string{"x:2: utr", "x:3: tablesize", "x:4"}},
	} {
		fresh(t)
		err := ProcessNamelist(strings.NewReader(text), "x")
		if err == nil {
			t.Errorf("%q is no error", text)
			continue
		}
		if want.kind != nil && !errors.Is(err, want.kind) {
			t.Errorf("%q: %v, expected %v", text, err, want.kind)
		}
		for _, part := range want.texts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %q does not tell of %q", text, err, part)
			}
		}
		if on, _ := OptionValue(Percent); on != 1 {
			t.Errorf("%q: what is right was not set", text)
		}
		if NumErrors() == 0 {
			t.Errorf("%q: the error was not counted", text)
		}
	}
	wants(t, ProcessNamelist(strings.NewReader("&prof_inparm /"), "drv_in"), ErrOption, "drv_in", "&gptlnl")
	begin(t)
	wants(t, ProcessNamelist(strings.NewReader("&gptlnl /"), "x"), ErrInitialized)
}
