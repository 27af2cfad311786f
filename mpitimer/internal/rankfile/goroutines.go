package rankfile

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/internal/keyvalue"
)

// Goroutines is where those of a process are, the places of most of them first.
type Goroutines struct {
	Question uint64
	All      int
	Places   []GoroutinePlace
}

// GoroutinePlace is goroutines that have called the same functions.
type GoroutinePlace struct {
	Count  int
	Frames []string // "solver.step solver/step.go:17", the innermost first
}

// What an answer costs is bounded: to list goroutines takes some microseconds for each, in parts of which none runs.
const (
	mostGoroutines = 10_000 // of more only the number is told
	mostFrames     = 12
	MostAnswer     = 16 << 10 // bytes
	goroutinesEnd  = ".goroutines"
)

// GoroutinesOf is the file beside a rank's table with its answer. It goes when the table goes.
func GoroutinesOf(table string) string { return strings.TrimSuffix(table, Extension) + goroutinesEnd }

// LastLine ends an answer; one without it is being written.
var LastLine = keyvalue.Append(nil, "end")

// Encode returns the answer that says so.
func (g *Goroutines) Encode() []byte {
	text := keyvalue.Append(nil, "question", strconv.FormatUint(g.Question, 10), strconv.Itoa(g.All))
	for _, p := range g.Places {
		line := keyvalue.Append(nil, "at", append([]string{strconv.Itoa(p.Count)}, p.Frames...)...)
		if len(text)+len(line)+len(LastLine) > MostAnswer {
			break
		}
		text = append(text, line...)
	}
	return append(text, LastLine...)
}

// Answering reports whether an answer is being written.
func (f *File) Answering() bool { return f.answering.Load() }

// answer answers the question that is there, if it is another one than before. Beat calls it.
func (f *File) answer() {
	question := atomic.LoadUint64(&f.header.asked)
	if question == f.answered || !f.answering.CompareAndSwap(false, true) {
		return
	}
	f.answered = question
	go func() {
		defer f.answering.Store(false)
		text := listGoroutines(question).Encode()
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.full != nil { // nobody would take it away after Remove
			return
		}
		path := GoroutinesOf(f.path)
		_ = os.Remove(path)
		file, err := CreateFile(path, 0o600) // not for all who may read the table: functions have names
		if err != nil {
			return // who has asked is told that there is no answer
		}
		_, _ = file.Write(text)
		_ = file.Close()
	}()
}

// listGoroutines lists those of the process but for the calling one.
func listGoroutines(question uint64) *Goroutines {
	g := &Goroutines{Question: question, All: runtime.NumGoroutine() - 1}
	if g.All > mostGoroutines {
		return g
	}
	records := make([]runtime.StackRecord, g.All+64)
	n, whole := runtime.GoroutineProfile(records)
	if !whole { // many were started meanwhile
		return g
	}
	g.All = n - 1
	own, _, _, _ := runtime.Caller(0)
	self := runtime.FuncForPC(own).Entry()
	at := make(map[string]int)
	for i := range records[:n] {
		frames, mine := framesOf(records[i].Stack(), self)
		if mine || len(frames) == 0 {
			continue
		}
		key := strings.Join(frames, "\n")
		k, known := at[key]
		if !known {
			k = len(g.Places)
			at[key] = k
			g.Places = append(g.Places, GoroutinePlace{Frames: frames})
		}
		g.Places[k].Count++
	}
	order.Stably(g.Places, func(a, b GoroutinePlace) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), slices.Compare(a.Frames, b.Frames))
	})
	return g
}

// framesOf are the functions of a stack. Of the runtime's, the one that the program has called stands for all; mine
// reports that a function of the given entry is among them.
func framesOf(stack []uintptr, function uintptr) (frames []string, mine bool) {
	within := true
	for next, more := runtime.CallersFrames(stack), len(stack) > 0; more; {
		var f runtime.Frame
		f, more = next.Next()
		mine = mine || f.Entry == function || strings.HasSuffix(f.Function, "/rankfile.(*File).Beat") // which may not be over
		runtimes := strings.HasPrefix(f.Function, "runtime.")
		if within && runtimes {
			frames = frames[:0]
		}
		if runtimes && !within || f.Function == "" || len(frames) == mostFrames { // runtime.main and runtime.goexit
			continue
		}
		within = within && runtimes
		text := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
		if !runtimes {
			folder, file := filepath.Split(f.File)
			text += fmt.Sprintf(" %s:%d", filepath.Join(filepath.Base(folder), file), f.Line)
		}
		frames = append(frames, text)
	}
	return frames, mine
}
