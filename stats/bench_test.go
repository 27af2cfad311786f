package stats

import (
	"testing"

	"github.com/go-hpc/timers/internal/rankset"
)

// BenchmarkLoad is what each rank does before it sends anything: 1000 regions hashed and written
// into records.
func BenchmarkLoad(b *testing.B) {
	p := grownProfile(1, 4, 1000, 0)
	var d partial
	b.ReportAllocs()
	for b.Loop() {
		if err := d.load(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKeys(b *testing.B) {
	p := grownProfile(1, 4, 1000, 0)
	keys := make([]key, len(p.Nodes))
	for b.Loop() {
		for i := range p.Nodes {
			above := rootKey
			if q := p.Nodes[i].Parent; q >= 0 {
				above = keys[q]
			}
			keys[i] = pathKey(above, rootKey, p.Nodes[i].Name)
		}
	}
}

// BenchmarkAdopt merges 1000 regions of two ranks, as they come in a message.
func BenchmarkAdopt(b *testing.B) {
	for _, share := range []float64{0, 0.1} {
		name := "same"
		if share > 0 {
			name = "own10"
		}
		b.Run(name, func(b *testing.B) {
			var one, two partial
			if err := one.load(grownProfile(1, 4, 1000, share)); err != nil {
				b.Fatal(err)
			}
			two.load(grownProfile(0, 4, 1000, share))
			body := one.message(nil, false)
			b.ReportAllocs()
			for b.Loop() {
				r, err := parseRemote(body)
				if err != nil {
					b.Fatal(err)
				}
				a := two.alignRemote(r)
				if !a.same {
					environments, regions := a.lacking()
					answer, _ := one.answer(encodeQuestion(environments, regions))
					if err := r.learn(answer, environments, regions); err != nil {
						b.Fatal(err)
					}
				}
				two.meta.ranks = rankset.One(0)
				if err := two.adopt(&r.partial, &a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFinish is what rank 0 does after all has arrived.
func BenchmarkFinish(b *testing.B) {
	p := grownProfile(0, 4, 1000, 0)
	var d partial
	d.load(p)
	b.ReportAllocs()
	for b.Loop() {
		s, places := d.summarise()
		windows := d.windows()
		bins := newBins(windows, 1)
		bins.untimed = d.newUntimed(windows)
		bins.addRank(&column{times: d.walls, at: alignment{same: true}}, windows)
		s.setBins(bins, places, windows)
	}
}
