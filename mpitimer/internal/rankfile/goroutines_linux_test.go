package rankfile

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// await returns the answer to a question, which comes after a beat.
func await(t *testing.T, path string, question uint64) *Goroutines {
	t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(time.Millisecond) {
		g, err := Answer(path, question)
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
func idle(f *File) {
	for f.answering.Load() {
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
	f.Beat(Mark{})
	idle(f)
	if _, err := os.Lstat(GoroutinesOf(f.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("an answer to no question: %v", err)
	}
	if err := Ask(f.Path(), known, 7); err != nil {
		t.Fatal(err)
	}
	if g, err := Answer(f.Path(), 7); g != nil || err != nil {
		t.Fatalf("before the beat: %+v, %v", g, err)
	}
	const question = 1000
	g, count := (*Goroutines)(nil), 0
	for n := uint64(7); count < 100 && n < question; n++ { // they have to come there first
		if err := Ask(f.Path(), known, n); err != nil {
			t.Fatal(err)
		}
		f.Beat(Mark{})
		g = await(t, f.Path(), n)
		idle(f)
		at := slices.IndexFunc(g.Places, func(p GoroutinePlace) bool {
			return len(p.Frames) == 2 && p.Frames[0] == "runtime.chanrecv1" && strings.HasPrefix(p.Frames[1], "rankfile.parked rankfile/goroutines_linux_test.go:")
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
	if err := os.Remove(GoroutinesOf(f.Path())); err != nil {
		t.Fatal(err)
	}
	f.Beat(Mark{})
	idle(f)
	if _, err := os.Lstat(GoroutinesOf(f.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the same question is answered twice: %v", err)
	}
	if err := Ask(f.Path(), known, question); err != nil {
		t.Fatal(err)
	}
	f.Beat(Mark{})
	await(t, f.Path(), question)
	if g, err := Answer(f.Path(), question+1); g != nil || err != nil {
		t.Errorf("an older answer: %+v, %v", g, err)
	}
	idle(f)
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	f.answer() // the question of before, of a file that was removed
	idle(f)
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
	if err := Ask(f.Path(), known, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(f.Path(), make([]byte, HeaderSize), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Ask(f.Path(), known, 1); !errors.Is(err, errOther) {
		t.Errorf("another file: %v", err)
	}
	if text, err := os.ReadFile(f.Path()); err != nil || slices.ContainsFunc(text, func(b byte) bool { return b != 0 }) {
		t.Errorf("another file was changed: %v", err)
	}
	if err := errors.Join(os.Remove(f.Path()), os.Symlink(f.Path()+".away", f.Path())); err != nil {
		t.Fatal(err)
	}
	if err := Ask(f.Path(), known, 1); err == nil {
		t.Error("a link was followed")
	}
	if f.header.asked != 0 {
		t.Error("the rank was asked")
	}
}

// An answer is no longer than it may be, however many places there are, and is read again.
func TestAnswerIsBounded(t *testing.T) {
	g := &Goroutines{Question: 3, All: 5000}
	for i := range 5000 {
		g.Places = append(g.Places, GoroutinePlace{1, []string{"a\tb\n" + strconv.Itoa(i), "main.main main/main.go:3"}})
	}
	text := g.encode()
	if len(text) > mostAnswer {
		t.Errorf("%d bytes", len(text))
	}
	again, err := decodeGoroutines(text)
	if err != nil || again.All != 5000 || again.Question != 3 || len(again.Places) < 100 || !slices.Equal(again.Places[9].Frames, g.Places[9].Frames) {
		t.Errorf("%v: %d places", err, len(again.Places))
	}
}

func FuzzGoroutines(f *testing.F) {
	f.Add((&Goroutines{Question: 1, All: 2, Places: []GoroutinePlace{{2, []string{"a", "b"}}}}).encode())
	f.Add([]byte("question=x\t3\nat=1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := decodeGoroutines(text)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
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

// BenchmarkListGoroutines is what an answer takes of a rank with as many goroutines as it lists.
func BenchmarkListGoroutines(b *testing.B) {
	for _, n := range []int{10, 1000, mostGoroutines - 10} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			until := make(chan struct{})
			for range n {
				go parked(until)
			}
			for b.Loop() {
				listGoroutines(1)
			}
			close(until)
		})
	}
}
