package ranktable

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// create makes the file of rank 0, which is closed at the end of the test.
func create(t *testing.T, folder string) *rankfile.File {
	t.Helper()
	f, err := rankfile.Create(folder, 0, false, func(err error) { t.Errorf("full: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	f.Describe(rankfile.Fixed{Size: 1, PID: uint32(os.Getpid()), Hertz: 1e9, Beat: 1000}, rankfile.Mark{})
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// await returns the answer to a question, which comes after a beat.
func await(t *testing.T, path string, question uint64) *rankfile.Goroutines {
	t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(time.Millisecond) {
		g, err := answer(path, question)
		if err != nil {
			t.Fatal(err)
		}
		if g != nil {
			return g
		}
	}
	t.Fatal("no answer")
	return nil
}

// idle waits until the file answers nobody.
func idle(f *rankfile.File) {
	for f.Answering() {
		time.Sleep(time.Millisecond)
	}
}

func parked(until chan struct{}) { <-until }

// A rank answers at its next beat, once for each question, and the answer goes with the table.
func TestAnswer(t *testing.T) {
	folder := t.TempDir()
	f := create(t, folder)
	until := make(chan struct{})
	defer close(until)
	for range 100 {
		go parked(until)
	}
	known, err := os.Lstat(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	f.Beat(rankfile.Mark{})
	idle(f)
	if _, err := os.Lstat(rankfile.GoroutinesOf(f.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("an answer to no question: %v", err)
	}
	if err := ask(f.Path(), known, 7); err != nil {
		t.Fatal(err)
	}
	if g, err := answer(f.Path(), 7); g != nil || err != nil {
		t.Fatalf("before the beat: %+v, %v", g, err)
	}
	const question = 1000
	g, count := (*rankfile.Goroutines)(nil), 0
	for n := uint64(7); count < 100 && n < question; n++ { // they have to come there first
		if err := ask(f.Path(), known, n); err != nil {
			t.Fatal(err)
		}
		f.Beat(rankfile.Mark{})
		g = await(t, f.Path(), n)
		idle(f)
		at := slices.IndexFunc(g.Places, func(p rankfile.GoroutinePlace) bool {
			return len(p.Frames) == 2 && p.Frames[0] == "runtime.chanrecv1" && strings.HasPrefix(p.Frames[1], "ranktable.parked ranktable/goroutines_linux_test.go:")
		})
		if at >= 0 {
			count = g.Places[at].Count
		}
	}
	if count != 100 || g.All < 101 {
		t.Errorf("%+v", g)
	}
	for _, p := range g.Places {
		if strings.Contains(strings.Join(p.Frames, " "), "listGoroutines") {
			t.Errorf("the one that answers is among them: %+v", p)
		}
	}
	idle(f)
	if err := os.Remove(rankfile.GoroutinesOf(f.Path())); err != nil {
		t.Fatal(err)
	}
	f.Beat(rankfile.Mark{})
	idle(f)
	if _, err := os.Lstat(rankfile.GoroutinesOf(f.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the same question is answered twice: %v", err)
	}
	if err := ask(f.Path(), known, question); err != nil {
		t.Fatal(err)
	}
	f.Beat(rankfile.Mark{})
	await(t, f.Path(), question)
	if g, err := answer(f.Path(), question+1); g != nil || err != nil {
		t.Errorf("an older answer: %+v, %v", g, err)
	}
	idle(f)
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// Only the file is written to that the reader has seen, and no link is followed.
func TestAskAnother(t *testing.T) {
	folder := t.TempDir()
	f := create(t, folder)
	known, err := os.Lstat(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.Path(), f.Path()+".away"); err != nil {
		t.Fatal(err)
	}
	if err := ask(f.Path(), known, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(f.Path(), make([]byte, rankfile.HeaderSize), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ask(f.Path(), known, 1); !errors.Is(err, rankfile.ErrOther) {
		t.Errorf("another file: %v", err)
	}
	if text, err := os.ReadFile(f.Path()); err != nil || slices.ContainsFunc(text, func(b byte) bool { return b != 0 }) {
		t.Errorf("another file was changed: %v", err)
	}
	if err := errors.Join(os.Remove(f.Path()), os.Symlink(f.Path()+".away", f.Path())); err != nil {
		t.Fatal(err)
	}
	if err := ask(f.Path(), known, 1); err == nil {
		t.Error("a link was followed")
	}
	if text, err := os.ReadFile(f.Path() + ".away"); err != nil || binary.NativeEndian.Uint64(text[rankfile.AskedAt:]) != 0 {
		t.Errorf("the rank was asked: %v", err)
	}
}

// An answer is no longer than it may be, however many places there are, and is read again.
func TestAnswerIsBounded(t *testing.T) {
	g := &rankfile.Goroutines{Question: 3, All: 5000}
	for i := range 5000 {
		g.Places = append(g.Places, rankfile.GoroutinePlace{Count: 1, Frames: []string{"a\tb\n" + strconv.Itoa(i), "main.main main/main.go:3"}})
	}
	text := g.Encode()
	if len(text) > rankfile.MostAnswer {
		t.Errorf("%d bytes", len(text))
	}
	again, err := decodeGoroutines(text)
	if err != nil || again.All != 5000 || again.Question != 3 || len(again.Places) < 100 || !slices.Equal(again.Places[9].Frames, g.Places[9].Frames) {
		t.Errorf("%v: %d places", err, len(again.Places))
	}
}

func FuzzGoroutines(f *testing.F) {
	f.Add((&rankfile.Goroutines{Question: 1, All: 2, Places: []rankfile.GoroutinePlace{{Count: 2, Frames: []string{"a", "b"}}}}).Encode())
	f.Add([]byte("question=x\t3\nat=1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := decodeGoroutines(text)
		if err != nil {
			if !errors.Is(err, rankfile.ErrFormat) {
				t.Error(err)
			}
			return
		}
		for _, p := range g.Places {
			if len(p.Frames) == 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}
