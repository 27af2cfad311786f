package tacc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/packed"
)

const start = "$tacc_stats 1\n!a f\n\n1 7 h\n"

// A few bytes of a row can stand for as many zeros as a schema has slow keys.
func TestReadMemorySlowKeys(t *testing.T) {
	var b strings.Builder
	b.WriteString("$tacc_stats 1\n!a f")
	for i := range 10_000 {
		fmt.Fprintf(&b, " s%d,R=S", i)
	}
	expectLarge(t, b.String()+"\n\n1 7 h\n"+strings.Repeat("a 0 @fast 1\n", 1000))
}

func TestReadMemoryManySmallThings(t *testing.T) {
	for name, lines := range map[string]string{
		"records": "\n1 -\n", "marks": "%\n", "headers": "$tacc_stats 1\n\n1 -\n", "values": "a 0 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			expectLarge(t, start+strings.Repeat(lines, 100_000))
		})
	}
	for name, line := range map[string]string{"types": "!a%d f\n", "schemas": "!a f%d\n", "devices": "a %d 1\n"} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(start)
			for i := range 20_000 {
				fmt.Fprintf(&b, line, i)
			}
			expectLarge(t, b.String())
		})
	}
}

// expectLarge expects that reading stops at one MiB of memory, with what came before.
func expectLarge(t *testing.T, text string) {
	t.Helper()
	d := &Data{most: 1 << 20}
	err := d.Add("node1", strings.NewReader(text))
	if !errors.Is(err, ErrLarge) || !strings.Contains(err.Error(), "node1: line ") || !strings.Contains(err.Error(), "more than 1 MiB") {
		t.Errorf("%v, want %v with the file, the line and the limit", err, ErrLarge)
	}
	if len(d.Records) == 0 || d.kept > 2<<20 {
		t.Errorf("%d records, %d bytes kept", len(d.Records), d.kept)
	}
}

// The limit is far above what real files take.
func TestReadMemoryRealFile(t *testing.T) {
	text := "$tacc_stats 1\n!cpu user,E,U=cs nice,E,U=cs system,E,U=cs idle,E,U=cs\n" + strings.Repeat("\n1317411001 7 h\ncpu 0 60713391 1238474 9151837 1402213\ncpu 1 60713391 1238474 9151837 1402213\n", 1000)
	d, err := Read(strings.NewReader(text))
	if err != nil || d.kept > 8*int64(len(text)) {
		t.Errorf("%d bytes are kept of %d: %v", d.kept, len(text), err)
	}
}

// zeros is an endless file.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A line that does not end takes the memory of the longest one, whatever follows.
func TestReadEndlessLine(t *testing.T) {
	d := new(Data)
	err := d.Add("node1", io.MultiReader(strings.NewReader(start), io.LimitReader(zeros{}, 3*longestLine)))
	if err != nil || d.FaultCount[LongLine] != 1 {
		t.Errorf("%v, faults %v, want one line that is too long", err, d.Faults)
	}
}

// What is unpacked of a file is bounded, in one piece or in the members of an archive.
func TestReadBomb(t *testing.T) {
	piece := start + strings.Repeat("#\n", 300_000)
	whole := gzipped(t, piece+piece)
	members := gzipped(t, string(tarred(t, gzipped(t, piece), gzipped(t, piece), gzipped(t, piece), gzipped(t, piece))))
	for name, file := range map[string][]byte{"one file": whole, "members": members} {
		d := new(Data)
		err := d.add("node1.gz", bytes.NewReader(file), packed.NewBudget(1<<20), 0)
		if !errors.Is(err, ErrLarge) || !strings.Contains(err.Error(), "node1.gz") || !strings.Contains(err.Error(), "larger than 1 MiB") {
			t.Errorf("%s: %v, want %v with the file and the limit", name, err, ErrLarge)
		}
		if len(d.Records) == 0 {
			t.Errorf("%s: what came before is lost", name)
		}
	}
}

func TestReadTornMarkOfManyLines(t *testing.T) {
	text := "$tacc_stats 1\n!a f\n\n1 7 h\n%first\n" + strings.Repeat("\tmore\n", 3) + "%second\n\tlast\na 0 1\n"
	d, err := Read(strings.NewReader(text))
	if err != nil || len(d.Records) != 1 || len(d.Records[0].Marks) != 2 {
		t.Fatalf("%v: %+v", err, d.Records)
	}
	if m := d.Records[0].Marks; m[0].Text != "first\n\tmore\n\tmore\n\tmore" || m[1].Text != "second\n\tlast" {
		t.Errorf("marks %q and %q", m[0].Text, m[1].Text)
	}
}
