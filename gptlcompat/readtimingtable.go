package gptlcompat

import "strings"

// timingTitles is the columns of a process's file.
type timingTitles struct {
	at      int // where the names end
	cpu     bool
	percent bool
	cost    bool // selfOH and parentOH
	bytes   bool
	events  []Event // without their functions
}

// readTitles reads a row of titles. Older versions wrote them otherwise; the columns are the same.
func readTitles(line string) (t timingTitles, want string) {
	t.at = strings.Index(line, "   Called")
	n := numbers{words: strings.Fields(line[max(t.at, 0):])}
	take := func(titles ...string) bool {
		for k, title := range titles {
			if len(n.words) <= k || !strings.EqualFold(strings.ReplaceAll(n.words[k], "_", ""), title) {
				return false
			}
		}
		n.words = n.words[len(titles):]
		return true
	}
	if t.at < 0 || !take("Called", "Recurse") {
		return t, "the titles Called and Recurse"
	}
	t.cpu = take("usr", "sys", "usr+sys")
	if !take("Wall", "max", "min") && !take("Wallclock", "max", "min") {
		return t, "the titles Wall, max and min"
	}
	if len(n.words) > 0 && strings.HasPrefix(n.words[0], "%_of") {
		t.percent = true
		n.words = n.words[1:]
	}
	t.cost = take("selfOH", "parentOH")
	t.bytes = take("AVGMPIBYTES")
	for len(n.words) > 0 {
		e := Event{Title: n.words[0]}
		n.words = n.words[1:]
		e.PerSecond = take("e6/sec")
		t.events = append(t.events, e)
	}
	return t, ""
}

// table reads the table of one thread.
func (t *timingReader) table(l *lines) error {
	if err := t.section(l); err != nil {
		return err
	}
	if !l.next() {
		return l.ended("a row of titles")
	}
	titles, want := readTitles(l.text)
	if want != "" {
		return l.fail(want)
	}
	if len(t.threads) == 1 {
		t.titles = titles
		o := &t.t.Options
		o.Percent, o.NoOverhead = titles.percent, !titles.cost
	} else if !titles.same(t.titles) {
		return l.fail("the titles of the table before")
	}
	end := func(line string) bool {
		return strings.HasPrefix(line, "Overhead sum") || strings.HasPrefix(line, "Total calls")
	}
	return t.rows(l, end, func(line string) (readRow, string) {
		return titles.row(line, t.t.Options.ImperfectNesting)
	})
}

// same reports whether two tables have the same columns.
func (t timingTitles) same(as timingTitles) bool {
	if t.cpu != as.cpu || t.percent != as.percent || t.cost != as.cost || t.bytes != as.bytes || len(t.events) != len(as.events) {
		return false
	}
	for i := range t.events {
		if t.events[i].Title != as.events[i].Title || t.events[i].PerSecond != as.events[i].PerSecond {
			return false
		}
	}
	return true
}

// row reads a row. What a Profile has no place for goes into extra: cpu times, bytes, counts.
func (t timingTitles) row(line string, flat bool) (r readRow, want string) {
	if len(line) <= t.at {
		return r, "a row as long as its title"
	}
	if flat {
		if r.name = strings.TrimSpace(line[:t.at]); r.name == "" {
			return r, "a timer's name"
		}
	} else {
		var running bool
		if r, running, want = indented(line[:t.at]); want != "" {
			return r, want
		}
		if running {
			r.m.Running = 1
		}
	}
	n := numbers{words: strings.Fields(line[t.at:])}
	measured(&n, &r, t.cpu)
	if t.percent {
		n.float("a share")
	}
	if t.cost {
		n.float("selfOH in seconds")
		n.float("parentOH in seconds")
	}
	if t.bytes {
		moved := 0.0
		if len(n.words) > 0 && n.words[0] == "-" {
			n.words = n.words[1:]
		} else {
			moved = n.float("a number of bytes, or -") * float64(r.m.Calls)
		}
		r.extra = append(r.extra, moved)
	}
	for i := range t.events {
		r.extra = append(r.extra, n.float("a count"))
		if t.events[i].PerSecond {
			n.float("a rate")
		}
	}
	return r, n.done()
}

// onTrack is a node on one track.
type onTrack struct{ node, track int }

// extras makes the functions that give back what a Profile has no place for.
func (t *timingReader) extras(rowOf []map[int]int) {
	o, values := &t.t.Options, map[onTrack][]float64{}
	for i := range t.threads {
		for r, node := range rowOf[i] {
			values[onTrack{node, t.threads[i].track}] = t.threads[i].rows[r].extra
		}
	}
	at := 0
	column := func() func(node, track int) float64 {
		k := at
		at++
		return func(node, track int) float64 {
			if v := values[onTrack{node, track}]; k < len(v) {
				return v[k]
			}
			return 0
		}
	}
	if t.titles.cpu {
		user, system := column(), column()
		o.CPU = func(node, track int) (float64, float64) { return user(node, track), system(node, track) }
	}
	if t.titles.bytes {
		o.Bytes = column()
	}
	for _, e := range t.titles.events {
		k := at
		e.Count = column()
		for _, v := range values {
			if k < len(v) && v[k] < 1e6 && v[k] != float64(int64(v[k])) { // a quotient
				e.Per = func(node, track int) float64 {
					if len(values[onTrack{node, track}]) > 0 {
						return 1
					}
					return 0
				}
			}
		}
		o.Events = append(o.Events, e)
	}
}
