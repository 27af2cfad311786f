package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Info files of the MPI wrapper are read, and written again as they were.
func TestInfoFilesOfTheCLibrary(t *testing.T) {
	for _, name := range hdtest.TraceFilesOf(t, hdtest.RealData(t), naming.ExtInfo) {
		data := hdtest.ReadFile(t, name)
		info, err := ReadInfo(bytes.NewReader(data), hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Error(err)
			continue
		}
		var b bytes.Buffer
		if _, err := info.WriteTo(&b); err != nil || !bytes.Equal(b.Bytes(), data) {
			t.Errorf("%s: %v, %s", name, err, hdtest.FirstDifference(b.Bytes(), data))
		}
		for i, r := range info.Records {
			if r.Text != "" || r.line != "" {
				t.Errorf("%s: line %d is not understood: %+v", name, i+1, r)
			}
		}
		if findings := checkInfo(name, bytes.NewReader(data), int64(len(data))); len(findings) > 0 {
			t.Error(findings)
		}
	}
}

func TestInfoForms(t *testing.T) {
	text := `File name="it's "here" & there" Size=12 id=3
File name="a&quot;b&#10;c" Size=1 id=0
Comm map='0->0;10->1;' id=-1 name='it's'
Comm map='' id=0 name=''
Type id='4' combiner='MPI_COMBINER_RESIZED' name='x' integers='' addresses='-8;16;' types='4;'
Type id='5' combiner='MPI_COMBINER_NAMED' name='MPI_INT'
  something else
File name="x" Size=? id=0
Comm map='0->' id=0 name=''
`
	info, err := ReadInfo(strings.NewReader(text), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := info.Records
	if r[0].File.Name != `it's "here" & there` || r[0].File.Size != 12 || r[0].File.ID != 3 || r[1].File.Name != "a\"b\nc" {
		t.Errorf("files %+v %+v", r[0].File, r[1].File)
	}
	if c := r[2].Communicator; c.Name != "it's" || c.ID != -1 || fmt.Sprint(c.Map) != "[{0 0} {10 1}]" || r[3].Communicator == nil {
		t.Errorf("communicator %+v", c)
	}
	if d := r[4].Datatype; d.ID != 4 || fmt.Sprint(d.Integers, d.Addresses, d.Types) != "[] [-8 16] [4]" || r[5].Datatype.Name != "MPI_INT" {
		t.Errorf("datatype %+v", d)
	}
	for i := 6; i < 9; i++ {
		if r[i].Text == "" || r[i].File != nil || r[i].Communicator != nil {
			t.Errorf("line %d was taken for %+v", i+1, r[i])
		}
	}
	var b bytes.Buffer
	if _, err := info.WriteTo(&b); err != nil || b.String() != text {
		t.Errorf("%v\n%s\nexpected\n%s", err, b.String(), text)
	}
	r[0].File.Size = 13 // a record that was changed is written as it is now
	b.Reset()
	if _, err := info.WriteTo(&b); err != nil || !strings.HasPrefix(b.String(), `File name="it&apos;s &quot;here&quot; &amp; there" Size=13 id=3`+"\n") {
		t.Errorf("%v %s", err, b.String())
	}
	_, err = info.WriteTo(&hdtest.FlakyFile{Take: func(int) int { return 0 }})
	hdtest.Is(t, "write", err, hdtrace.ErrWrite)
}

func TestInfoFaults(t *testing.T) {
	race.Sequential(t)
	whole := "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT'\n"
	cut := whole + "Comm map='0->0;' id=0 na"
	info, err := ReadInfo(strings.NewReader(cut), hdtrace.ReadOptions{Name: "P_h.info"})
	hdtest.Is(t, "cut", err, hdtrace.ErrTruncated)
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || fault.Line != 2 || fault.Offset != int64(len(whole)) || fault.File != "P_h.info" || len(info.Records) != 1 {
		t.Errorf("%+v %v", fault, info)
	}
	info, err = ReadInfo(strings.NewReader(cut), hdtrace.ReadOptions{Tolerant: true})
	if err != nil || len(info.Records) != 1 {
		t.Error(info, err)
	}
	fix, ok := fixInfo("P_h.info", strings.NewReader(cut), int64(len(cut)))
	if !ok || fix.Keep != int64(len(whole)) {
		t.Error(fix, ok)
	}
	if _, ok := fixInfo("P_h.info", strings.NewReader(whole), int64(len(whole))); ok {
		t.Error("there was nothing to mend")
	}
	broken := errors.New("broken")
	_, err = ReadInfo(io.MultiReader(strings.NewReader(whole), iotest.ErrReader(broken)), hdtrace.ReadOptions{})
	hdtest.Is(t, "broken", err, broken)
	_, err = ReadInfo(&endless{}, hdtrace.ReadOptions{})
	hdtest.Is(t, "endless", err, errLongLine)
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func anyInfo(t *rapid.T) *Info {
	integers := rapid.SliceOfN(rapid.Int64(), 0, 4)
	info := &Info{}
	for range rapid.IntRange(0, 5).Draw(t, "records") {
		var r InfoRecord
		name := naming.ValidText(rapid.String().Draw(t, "name"))
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			r.File = &InfoFile{Name: name, Size: rapid.Int64().Draw(t, "size"), ID: rapid.Int64().Draw(t, "id")}
		case 1:
			r.Communicator = &InfoCommunicator{Name: name, ID: rapid.Int64().Draw(t, "id")}
			for i, g := range rapid.SliceOfN(rapid.IntRange(0, 9), 0, 4).Draw(t, "ranks") {
				r.Communicator.Map = append(r.Communicator.Map, InfoRank{g, i})
			}
		default:
			combiner := rapid.SampledFrom([]string{"MPI_COMBINER_NAMED", "MPI_COMBINER_STRUCT", "other"}).Draw(t, "combiner")
			r.Datatype = &InfoDatatype{ID: rapid.Int64().Draw(t, "id"), Combiner: combiner, Name: name,
				Integers: integers.Draw(t, "integers"), Addresses: integers.Draw(t, "addresses"), Types: integers.Draw(t, "types")}
		}
		info.Records = append(info.Records, r)
	}
	return info
}

// What is written is read again, whatever names are.
func TestInfoRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		info := anyInfo(t)
		var b, again bytes.Buffer
		if _, err := info.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		read, err := ReadInfo(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{})
		if err != nil || len(read.Records) != len(info.Records) {
			t.Fatal(read, err, b.String())
		}
		for i, r := range read.Records {
			if fmt.Sprintf("%+v %+v %+v", r.File, r.Communicator, r.Datatype) != fmt.Sprintf("%+v %+v %+v", info.Records[i].File, info.Records[i].Communicator, info.Records[i].Datatype) {
				t.Fatalf("%q became %q", info.Records[i], r)
			}
		}
		if _, err := read.WriteTo(&again); err != nil || again.String() != b.String() {
			t.Fatal(err, again.String(), b.String())
		}
	})
}

func FuzzInfo(f *testing.F) {
	add := func(b []byte) { f.Add(b) }
	corpus.Add(add, []byte("File name=\"x\" Size=1 id=2\nComm map='0->0;' id=0 name='W'\n\n"), []byte("File name=\"' \" x \" id=\n"))
	corpus.AddReal(f, add, "../../../../shared/data/hdtrace", "generated/*/*.info")
	f.Add([]byte("Type id='5' combiner='MPI_COMBINER_VECTOR' name='' integers='2;1;2;' addresses='' types='0;'\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := ReadInfo(bytes.NewReader(data), hdtrace.ReadOptions{Tolerant: true})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := info.WriteTo(&b); err != nil || !bytes.HasPrefix(data, b.Bytes()) {
			t.Fatalf("%v\n%q became\n%q", err, data, b.Bytes())
		}
		p := New(hdtrace.UncheckedTopology("P", "Hostname", "Rank"))
		p.AddInfo(RankInfo{Rank: 0, Info: info}, RankInfo{Rank: 1, Info: info}, RankInfo{Rank: 1, Thread: "1", Info: info})
		text, err := p.appendXML(nil)
		if err != nil {
			t.Fatal(err)
		}
		root, err := markup.Parse(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if _, findings := checkProject("P.proj", root); hdtest.RefusedBy(findings, hdtrace.AllReaders) {
			t.Fatalf("%v\n%s", findings, text)
		}
		hdtest.RepairedOnce(t, "P_h.info", data, checkInfo, fixInfo)
	})
}
