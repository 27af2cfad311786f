package lanes

import (
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// span is from the start of a call, or of the first of a row, to its end.
type span struct{ since, until int64 }

// rowGap is up to how long after one call that asks the next one is of the same row: who does more in between does not
// wait. It is that of stats/calls.
const rowGap = 10_000

// extend adds a call to a row of calls that ask one after the other, and returns when the row began.
func (r *span) extend(s *state) int64 {
	if s.start-r.until > rowGap || s.start < r.since {
		r.since = s.start
	}
	r.until = s.end
	return r.since
}

// isProbe reports whether calls ask whether a message has come, and isTest whether they ask whether requests have completed.
func isProbe(name string) bool {
	return name == "Iprobe" || name == "Improbe" || name == "Probe" || name == "Mprobe"
}

func isTest(name string) bool {
	return name == "Test" || name == "Testany" || name == "Testall" || name == "Testsome"
}

// callOf is what a state says of a call, also of one that asks.
func callOf(record *trace.Record) *mpistate.Call {
	c := mpistate.Of(record)
	asks := isProbe(record.Name) || isTest(record.Name)
	if c != nil || !asks && !isCollective(blocking(record.Name)) {
		return c
	}
	c = &mpistate.Call{Name: record.Name, From: -1, To: -1, Communicator: -1, Request: -1, Root: -1}
	if !asks {
		communicator, request := valueOf(record, "cid"), valueOf(record, "rid")
		if communicator < 0 || request < 0 {
			return nil
		}
		c.Communicator, c.Request, c.Root = communicator, request, valueOf(record, "rootRank")
		c.Bytes = uint64(max(valueOf(record, "size"), 0))
		return c
	}
	if _, found := record.Value("source"); found {
		c.From = 0 // whoever it is
	}
	return c
}

// valueOf is a number that a state says, negative if it does not.
func valueOf(record *trace.Record, name string) int64 {
	text, _ := record.Value(name)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// blocking is the name of a collective call that waits for what one that does not block only begins; blank for other calls.
func blocking(name string) string {
	rest, begins := strings.CutPrefix(name, "I")
	if !begins || rest == "" {
		return ""
	}
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// laneCalls adds the calls of a lane to the traffic.
type laneCalls struct {
	f        *traffic
	b        *builder
	lane     int
	rank     int
	requests mpistate.Requests
	begun    map[int64]int64   // when receives were, by request
	sends    map[int64]sending // that have begun, by request
	together map[int64]meets   // collective calls that have begun, by request

	probes, tests span
	probed        int64           // since when it was asked for a message that has come; negative if none has
	asked         map[int64]int64 // the same of receives that have begun, by request
	now           int             // the state that was entered last, …
	since         int64           // … and when its row began
}

// sending is a message of a channel that is being sent.
type sending struct {
	at mpistate.Channel
	n  int
}

// meets is a rank's part in a collective call that it has begun.
type meets struct{ communicator, n int }

// add adds the calls of a lane.
func (f *traffic) add(lane, rank int, b *builder) {
	var calls []*mpistate.Call
	for i := range b.states {
		if c := b.states[i].call; c != nil {
			calls = append(calls, c)
		}
	}
	mpistate.Resolve(calls)
	l := laneCalls{f: f, b: b, lane: lane, rank: rank, requests: mpistate.Requests{}, begun: map[int64]int64{}, sends: map[int64]sending{}, together: map[int64]meets{}, probed: -1, asked: map[int64]int64{}, now: -1}
	b.walk(l.enter, l.leave)
}

func (l *laneCalls) enter(i int) {
	s := &l.b.states[i]
	l.now, l.since = i, s.start
	switch {
	case s.call == nil:
		return
	case isProbe(s.call.Name):
		if since := l.probes.extend(s); s.call.From >= 0 {
			l.probed = since
		}
		return
	case isTest(s.call.Name):
		l.since = l.tests.extend(s)
	}
	started, _ := l.requests.Begin(s.call)
	receives, begins := s.call.Receives()
	probed := l.probed
	if receives {
		l.probed = -1
	}
	for _, r := range started {
		if r.Receives {
			l.begun[r.Number] = s.start
			delete(l.asked, r.Number)
		} else {
			l.send(s, r.Partner, &r)
		}
	}
	switch {
	case !receives || probed < 0:
	case begins:
		l.asked[s.call.Request] = probed
	default:
		l.since = probed
	}
	if sends, begins := s.call.Sends(); sends && !begins {
		l.send(s, s.call.To, nil)
	}
	l.collective(s)
}

// collective adds a rank's part in a collective call.
func (l *laneCalls) collective(s *state) {
	begins := s.call.Request >= 0
	if name := s.call.Name; !isCollective(name) && !(begins && isCollective(blocking(name))) {
		return
	}
	place, ok := l.f.ranks.Communicator(l.rank, s.call.Communicator)
	if !ok {
		l.f.blind[l.lane] = append(l.f.blind[l.lane], span{s.start, s.end})
		return
	}
	if l.f.parts >= mostParts || len(l.f.collectives[place][l.rank]) >= max(mostParts/len(l.f.ranks.Communicators[place].Members), 1) { // the same calls of all ranks
		if one := (meeting{name: s.call.Name, root: int32(s.call.Root)}); !one.together() { // of others the path has who came last
			l.f.left++
			l.f.blind[l.lane] = append(l.f.blind[l.lane], span{s.start, s.end})
		}
		return
	}
	l.f.parts++
	if l.f.collectives[place] == nil {
		l.f.collectives[place] = map[int][]together{}
	}
	list := l.f.collectives[place][l.rank]
	one := together{end{lane: l.lane, order: s.start, since: s.start, until: s.end, posted: s.start, bytes: s.call.Bytes}, s.call.Name, s.call.Root}
	if begins { // until a call completes it, it waits for nobody
		l.together[s.call.Request] = meets{place, len(list)}
		one.since = s.end
	}
	l.f.collectives[place][l.rank] = append(list, one)
}

// send adds a message to a rank, of a request where there is one.
func (l *laneCalls) send(s *state, to int64, r *mpistate.Request) {
	communicator, tag, bytes := s.call.Communicator, s.call.SendTag, s.call.Bytes
	if r != nil {
		communicator, tag, bytes = r.Communicator, r.Tag, uint64(r.Bytes)
	}
	at, ok := l.f.ranks.Sent(l.rank, communicator, to, tag)
	if !ok && to != mpistate.Nobody {
		l.f.unpaired++
	}
	if !ok || !l.f.more() {
		return
	}
	one := end{lane: l.lane, order: s.start, since: s.start, until: s.end, bytes: bytes}
	if receives, _ := s.call.Receives(); r != nil {
		at.Partitioned = r.Partitioned
		l.sends[r.Number] = sending{at, len(l.f.sent[at])}
	} else if !receives {
		one.done = &span{s.start, s.end}
	}
	l.f.sent[at] = append(l.f.sent[at], one)
}

func (l *laneCalls) leave(i int) {
	s := &l.b.states[i]
	if s.call == nil {
		return
	}
	since := s.start
	if l.now == i { // no call is within another one
		since = l.since
	}
	if receives, begins := s.call.Receives(); receives && !begins {
		at, ok := l.f.ranks.Got(l.rank, s.call.Communicator, s.call.From, s.call.ReceiveTag)
		l.receive(at, ok || s.call.From == mpistate.Nobody, ok, end{lane: l.lane, order: s.start, since: since, until: s.end, posted: s.start})
	}
	l.complete(s, since)
}

// receive adds a message that was received, if it is known whence, or counts it.
func (l *laneCalls) receive(at mpistate.Channel, counted, known bool, e end) {
	if !counted {
		l.f.unpaired++
		l.f.blind[e.lane] = append(l.f.blind[e.lane], span{e.since, e.until})
	}
	if known && l.f.n < mostParts {
		l.f.got[at] = append(l.f.got[at], e)
	}
}

// complete adds what a call completes. It is looked at what a send waited for where nothing was received.
func (l *laneCalls) complete(s *state, since int64) {
	for _, d := range s.call.Completes {
		one, known := l.together[d.Request]
		if list := l.f.collectives[one.communicator][l.rank]; known && one.n < len(list) {
			list[one.n].since, list[one.n].until = since, s.end
			l.f.met[l.lane] = append(l.f.met[l.lane], span{since, s.end})
		}
		delete(l.together, d.Request)
	}
	list := l.requests.End(s.call)
	received := false
	for _, r := range list {
		received = received || r.Receives
		if !r.Receives || r.Cancelled {
			continue
		}
		from := since
		if asked, known := l.asked[r.Number]; known {
			from = min(from, asked)
		}
		at, ok := l.f.ranks.Got(l.rank, r.Communicator, r.Partner, r.Tag)
		at.Partitioned = r.Partitioned
		l.receive(at, ok || r.Partner == mpistate.Nobody, ok, end{lane: l.lane, order: l.begun[r.Number], since: from, until: s.end, posted: l.begun[r.Number]})
	}
	for _, r := range list {
		if one, known := l.sends[r.Number]; known && !r.Receives {
			delete(l.sends, r.Number)
			if sent := l.f.sent[one.at]; one.n < len(sent) {
				sent[one.n].cancelled = r.Cancelled
				if !received {
					sent[one.n].done = &span{since, s.end}
				}
			}
		}
	}
}

// lateReceivers are for each call that completes sends and nothing else the receive among theirs that was posted last.
type lateReceivers map[doneAt]Message

type doneAt struct {
	lane  int
	until int64
}

func (l lateReceivers) add(sent, got *end) {
	if sent.done == nil || got.posted <= sent.done.since || got.posted >= sent.done.until {
		return
	}
	key := doneAt{sent.lane, sent.done.until}
	if known, is := l[key]; !is || got.posted > known.At {
		l[key] = Message{got.lane, sent.lane, LateReceiver, sent.done.since, got.posted, sent.done.until, sent.bytes}
	}
}

func (l lateReceivers) list(list []Message) []Message {
	for _, m := range l {
		list = append(list, m)
	}
	return list
}
