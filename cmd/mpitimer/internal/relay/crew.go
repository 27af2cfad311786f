package relay

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/stats"
)

// fanOut is how many relays one talks to at most.
const fanOut = 32

// crew are the relays that one talks to.
type crew struct {
	plan
	children []*child
	number   int // of the last question

	slowest, counted float64 // see chain
}

func newCrew(p plan) *crew {
	c := &crew{plan: p}
	groups := min(len(p.Below), fanOut)
	for i := range groups {
		hosts := p.Below[i*len(p.Below)/groups : (i+1)*len(p.Below)/groups]
		c.children = append(c.children, &child{crew: c, hosts: hosts})
	}
	return c
}

// child is a relay with all hosts below it. The first host that can be reached is where it runs.
type child struct {
	crew  *crew
	hosts []string
	link  *link
	runs  []Run    // that it has told of
	wrong []string // hosts that can't be reached any more, and why
}

// link is a connection to a relay that has greeted.
type link struct {
	*process
	host    string
	to      *gob.Encoder
	answers chan answer // closed when it has ended
	failed  error       // why; to be read when answers is closed
	bytes   *counted
}

// asked is what came of a question to a child.
type asked struct {
	*child
	link   *link
	answer *answer
	sent   time.Time
}

// skips says for each child which ranks it leaves to others: those that one before it has.
func (c *crew) skips(run string, taken []stats.Range) (list [][]stats.Range) {
	for _, k := range c.children {
		list = append(list, taken)
		for _, r := range k.runs {
			if r.Name == run {
				taken = job.JoinRanges(taken, r.Ranks)
			}
		}
	}
	return list
}

// ask asks all, at the same time, and returns those that have answered in time. What is wrong with the others is in
// their wrong and in late. The ranks that are the asker's own are left out by the others.
func (c *crew) ask(q question, own []stats.Range) (done []asked, late []string) {
	c.number++
	q.Number = c.number
	skips := c.skips(q.Run, job.JoinRanges(q.Skip, own))
	results := make([]asked, len(c.children))
	lates := make([]string, len(c.children))
	var all sync.WaitGroup
	for i, k := range c.children {
		its := q
		its.Skip = skips[i]
		all.Go(func() { results[i], lates[i] = k.ask(its, nil) })
	}
	all.Wait()
	for i := range results {
		if results[i].answer != nil {
			if q.Kind == forRuns {
				c.children[i].runs = results[i].answer.Runs
			}
			done = append(done, results[i])
			c.slowest = max(c.slowest, results[i].answer.Busy)
		}
		if lates[i] != "" {
			late = append(late, lates[i])
		}
	}
	return done, late
}

// chain is for how long processors have worked for a question on the longest way through the tree, in seconds: this
// process since it was last asked, or has started, and the slowest of those below. On nodes that do nothing else, an
// answer takes no longer but for launchers and the network.
func (c *crew) chain() float64 {
	now := processor()
	busy := now - c.counted + c.slowest
	c.slowest, c.counted = 0, now
	return busy
}

// ask asks one; only says that it must be the process that has answered before.
func (k *child) ask(q question, only *link) (asked, string) {
	deadline := time.NewTimer(q.Wait)
	defer deadline.Stop()
	for {
		if k.link == nil && (only != nil || !k.start()) {
			return asked{}, ""
		}
		l := k.link
		if only != nil && l != only {
			return asked{}, ""
		}
		sent := time.Now()
		if err := l.to.Encode(&q); err != nil {
			k.lose(l.host, k.why(err))
			continue
		}
		for {
			select {
			case a, open := <-l.answers:
				if !open {
					k.lose(l.host, k.why(l.failed))
				} else if a.Number != q.Number {
					continue
				} else {
					return asked{k, l, &a, sent}, ""
				}
			case <-deadline.C:
				behind := ""
				if n := len(k.hosts) - 1; n > 0 {
					behind = " and " + cli.Plural(n, "host") + " behind it"
				}
				return asked{}, fmt.Sprintf("%s%s: no answer within %v", l.host, behind, q.Wait)
			}
			break
		}
	}
}

// why is what went wrong, in the words of the launcher if it has said something.
func (k *child) why(err error) string {
	kill(k.link.cmd)
	waited := k.link.cmd.Wait()
	if says := k.link.says.last(); says != "" {
		return says
	}
	if waited != nil {
		return fmt.Sprintf("%v (%v)", err, waited)
	}
	return err.Error()
}

// lose gives up a host.
func (k *child) lose(host, why string) {
	k.wrong = append(k.wrong, host+": "+why)
	k.link = nil
	if len(k.hosts) > 0 && k.hosts[0] == host {
		k.hosts = k.hosts[1:]
	}
}

// start starts the relay on the first host on which that is possible.
func (k *child) start() bool {
	for k.link == nil && len(k.hosts) > 0 {
		host := k.hosts[0]
		l, err := k.crew.connect(host, k.hosts[1:])
		if err != nil {
			k.lose(host, err.Error())
			continue
		}
		k.link = l
	}
	return k.link != nil
}

// connect starts a relay and waits until it has greeted.
func (c *crew) connect(host string, below []string) (*link, error) {
	p, err := c.Launch.start(host)
	if err != nil {
		return nil, err
	}
	l := &link{process: p, host: host, answers: make(chan answer, 1), bytes: &counted{Reader: p.out}}
	in := bufio.NewReaderSize(l.bytes, 1<<16)
	greeted := make(chan error, 1)
	go func() {
		if err := l.send(); err != nil {
			greeted <- err
			return
		}
		greeted <- awaitHello(in)
	}()
	select {
	case err = <-greeted:
	case <-time.After(c.plan.Wait):
		err = fmt.Errorf("no answer within %v", c.plan.Wait)
	}
	if err == nil {
		l.to = gob.NewEncoder(l.in)
		mine := c.plan
		mine.Host, mine.Below = host, below
		err = l.to.Encode(&mine)
	}
	if err != nil {
		return nil, l.refuse(err)
	}
	if c.Launch.lines() {
		go l.read(&fromLines{in: in})
	} else {
		go l.read(in)
	}
	return l, nil
}

// close ends a launcher by its input, and kills it if it stays for so long. Afterwards its number is another's.
func (l *link) close(patience time.Duration) error {
	_ = l.in.Close()
	t := time.AfterFunc(patience, func() { kill(l.cmd) })
	defer t.Stop()
	return l.cmd.Wait()
}

// refuse ends a launcher that has come to nothing, and says why.
func (l *link) refuse(err error) error {
	waited := l.close(time.Second) // it may still say what is wrong
	says := l.says.last()
	switch {
	case strings.Contains(says, "not found") || strings.Contains(says, "No such file"):
		return fmt.Errorf("%s; --send copies mpitimer there", says)
	case says != "":
		return errors.New(says)
	case waited != nil:
		return fmt.Errorf("%w (%w)", err, waited)
	}
	return err
}

// read passes on what the relay answers.
func (l *link) read(in io.Reader) {
	from := gob.NewDecoder(in)
	for {
		l.bytes.bytes.Store(0)
		var a answer
		if err := decode(from, &a); err != nil {
			l.failed = fmt.Errorf("the connection has ended: %w", err)
			close(l.answers)
			return
		}
		a.Link = max(a.Link, int(l.bytes.bytes.Load()))
		select {
		case l.answers <- a:
		default: // nobody has waited for the one before
			select {
			case <-l.answers:
			default:
			}
			l.answers <- a
		}
	}
}

// wrong lists the hosts that can't be reached.
func (c *crew) wrong() (list []string) {
	for _, k := range c.children {
		list = append(list, k.wrong...)
	}
	return list
}

// end closes all connections, which ends the relays. A launcher that stays is killed.
func (c *crew) end() {
	var all sync.WaitGroup
	for _, k := range c.children {
		if k.link == nil {
			continue
		}
		all.Go(func() { _ = k.link.close(2 * time.Second) })
	}
	all.Wait()
}
