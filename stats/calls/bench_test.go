package calls

import (
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// longRun is ranks in a ring that exchange messages and meet in a reduction, so many times.
func longRun(size, steps int) []*simulatedRank {
	ranks := handMade(size)
	for i, r := range ranks {
		up, down := int64((i+1)%size), int64((i+size-1)%size)
		at, rid := int64(1000), int64(0)
		for range steps {
			r.add(1, "Irecv", at, at+1, numbers{"fromRank": down, "fromTag": 3, "rid": rid}, nil)
			r.add(2, "Isend", at+1, at+2, numbers{"toRank": up, "toTag": 3, "size": 8192, "rid": rid + 1}, nil)
			r.add(3, "Waitall", at+3, at+20, nil, map[string][]numbers{
				"For":  {{"rid": rid}, {"rid": rid + 1}},
				"Done": {{"rid": rid, "source": down, "tag": 3}, {"rid": rid + 1, "source": -3, "tag": -1}}})
			r.add(4, "Allreduce", at+20+int64(i), at+60, numbers{"size": 8}, nil)
			at, rid = at+100, rid+2
		}
	}
	return ranks
}

func BenchmarkDecode(b *testing.B) {
	var words []uint64
	r := longRun(1, 10_000)[0]
	for i := range r.Events {
		words = Encode(words, &r.Events[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		if events, err := Decode(words); err != nil || len(events) != len(r.Events) {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.Events)), "ns/event")
}

func BenchmarkFindWaits(b *testing.B) {
	const size, steps = 4, 10_000
	ranks := longRun(size, steps)
	b.ReportAllocs()
	for b.Loop() {
		err := local.Run(size, func(c machenv.Communicator) error {
			waits, err := FindWaits(c, &ranks[c.Rank()].Rank, exactly, WaitOptions{Records: 1 << 30})
			if len(waits) != 2 || waits[1].Calls != steps {
				b.Errorf("%+v", waits)
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*4*steps*size), "ns/event")
}

func BenchmarkWriteTrace(b *testing.B) {
	r := &longRun(1, 10_000)[0].Rank
	for b.Loop() {
		topology, err := hdtrace.NewTopology("long", TraceLevels()...)
		if err != nil {
			b.Fatal(err)
		}
		d, err := project.NewDirectory(b.TempDir(), topology, project.DirectoryOptions{})
		if err != nil {
			b.Fatal(err)
		}
		r.Host = "node"
		w, err := WriteTrace(d, r, TraceOptions{Epoch: nanosAreEpoch})
		if err != nil || w.Calls != int64(len(r.Events)) || d.Close() != nil {
			b.Fatal(w, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.Events)), "ns/event")
}
