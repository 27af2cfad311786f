package ranktable

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// document is docs/tables.md: the rows of the first table behind each heading, by its text.
func document(t *testing.T) (text string, tables map[string][][]string) {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join("..", "..", "docs", "tables.md"))
	if err != nil {
		t.Fatal(err)
	}
	tables = make(map[string][][]string)
	heading := ""
	for line := range strings.Lines(string(bytes)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			heading = strings.TrimLeft(line, "# ")
		}
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), " |") {
			row = append(row, strings.TrimSpace(cell))
		}
		if _, err := strconv.Atoi(row[0]); err == nil {
			name := heading
			if len(row) == 2 {
				name = "kinds"
			}
			tables[name] = append(tables[name], row)
		}
	}
	return string(bytes), tables
}

// field is what is said of one.
type field struct {
	offset, size uintptr
	name, kind   string
}

// fields are those of a struct, those of structs within it in their place.
func fields(of reflect.Type, base uintptr) (list []field) {
	for i := range of.NumField() {
		f := of.Field(i)
		switch {
		case f.Type.Size() == 0:
		case f.Anonymous:
			list = append(list, fields(f.Type, base+f.Offset)...)
		case f.Name == "_":
			list = append(list, field{base + f.Offset, f.Type.Size(), "reserved", ""})
		default:
			list = append(list, field{base + f.Offset, f.Type.Size(), strings.ToLower(f.Name), kindOf(f.Type)})
		}
	}
	return join(list)
}

// join makes one of reserved bytes that stand side by side.
func join(list []field) (joined []field) {
	for _, f := range list {
		if last := len(joined) - 1; last >= 0 && f.name == "reserved" && joined[last].name == f.name {
			joined[last].size += f.size
		} else {
			joined = append(joined, f)
		}
	}
	return joined
}

func kindOf(t reflect.Type) string {
	switch kind := t.Kind(); {
	case kind == reflect.Array && t.Elem().Kind() == reflect.Uint8:
		return "bytes"
	case kind == reflect.Array:
		return fmt.Sprintf("%s × %d", kindOf(t.Elem()), t.Len())
	case kind == reflect.Float64:
		return "float"
	case t.ConvertibleTo(reflect.TypeFor[int64]()) && strings.HasPrefix(kind.String(), "int"):
		return "int"
	}
	return "uint"
}

// The page says where each field stands.
func TestLayoutIsAsDocumented(t *testing.T) {
	_, tables := document(t)
	for heading, of := range map[string]reflect.Type{
		"Header": reflect.TypeFor[rankfile.Header](), "Head of a block": reflect.TypeFor[table.Head](),
		"Cold": reflect.TypeFor[table.Cold](), "Record": reflect.TypeFor[table.Record](), "Window": reflect.TypeFor[table.Window](),
		"Far entry": reflect.TypeFor[table.FarEntry](), "Extreme": reflect.TypeFor[table.Extreme](),
		"Gift": reflect.TypeFor[table.Gift](), "Sums of a gift": reflect.TypeFor[table.GivenSums](),
	} {
		var got []field
		end := uintptr(0)
		for _, row := range tables[heading] {
			var f field
			if _, err := fmt.Sscan(row[0]+" "+row[1], &f.offset, &f.size); err != nil {
				t.Fatal(err)
			}
			f.kind, f.name = row[2], strings.ReplaceAll(row[3], " ", "")
			if f.offset != end {
				t.Errorf("%s: %s at %d, what stands before ends at %d", heading, f.name, f.offset, end)
			}
			end = f.offset + f.size
			got = append(got, f)
		}
		if want := fields(of, 0); !slices.Equal(got, want) {
			t.Errorf("%s:\n the page says %v\nthe program has %v", heading, got, want)
		}
		if end != of.Size() {
			t.Errorf("%s ends at %d, the program's at %d", heading, end, of.Size())
		}
	}
}

// The numbers on the page are those of the program.
func TestNumbersAreAsDocumented(t *testing.T) {
	text, tables := document(t)
	kinds := []table.Kind{table.Blank, table.Freed, table.Nodes, table.Names, table.Windows, table.Far, table.Extremes, table.Note, table.Values, table.Calls, table.Gifts}
	names := []string{"blank", "freed", "nodes", "names", "windows", "far", "extremes", "a note", "values", "MPI calls", "gifts"}
	if rows := tables["kinds"]; len(rows) != len(kinds) {
		t.Errorf("%d kinds, want %d", len(rows), len(kinds))
	}
	for i, row := range tables["kinds"] {
		if row[0] != fmt.Sprint(uint32(kinds[i])) || !strings.HasPrefix(row[1], names[i]) {
			t.Errorf("kind %s is %s, want %d %s", row[0], row[1], kinds[i], names[i])
		}
	}
	for _, want := range []string{
		fmt.Sprintf("| version | %d |", rankfile.Version), fmt.Sprintf("`%s`; zero", rankfile.Magic[:]),
		fmt.Sprintf("%#08x in the byte order", rankfile.ByteOrder), fmt.Sprintf("offset of the first block: %d |", rankfile.HeaderSize),
		fmt.Sprintf("is a header of %d bytes", rankfile.HeaderSize), "`000017" + Extension + "`",
		fmt.Sprintf("%d starting, %d running, %d finalised and reported, %d finalised without a full report, %d finalised alone",
			rankfile.Starting, rankfile.Running, rankfile.Reported, rankfile.Kept, rankfile.Panicked),
		fmt.Sprintf("%d: the track gathers", table.Gathers), fmt.Sprintf("%d: the writer ran out of room", table.Left),
		fmt.Sprintf("%d: the regions of a name", table.Renewed),
		fmt.Sprintf("bit %d set, then", 63), fmt.Sprintf("With bit %d also set", 62),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if table.Writing != 1<<63 || table.Amending != 1<<63|1<<62 || rankfile.Name(17) != "000017"+Extension {
		t.Error("the page says another")
	}
}

// The note on the page is one.
func TestNoteIsAsDocumented(t *testing.T) {
	text, _ := document(t)
	want := rankfile.Text{
		Program: "model", Command: []string{"./model", "-n", "4"}, Host: "node7", Job: map[string]string{"SLURM_JOB_ID": "12"},
		Environments: []stats.Environment{{Name: "all", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}},
		Warnings:     []stats.Warning{{Kind: "stop without start", Path: "x", Caller: "main.go:7", Count: 3}},
		Counters:     []stats.Counter{{Name: "CPU_ENERGY", Unit: "J", Step: 1e-6, Domain: "board"}},
	}
	if !strings.Contains(text, "\n```\n"+string(want.Encode())+"```\n") {
		t.Errorf("the page lacks %s", want.Encode())
	}
}
