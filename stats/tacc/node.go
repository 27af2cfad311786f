package tacc

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// NodeOptions set what a Node collects.
type NodeOptions struct {
	CollectorOptions
	Clock func() time.Time // nil: time.Now
}

// Node is the directory of the raw stats files of one node, and what collects into them: the file "current",
// which is also EPOCH, and the closed ones. It is for one goroutine at a time.
type Node struct {
	files     nodeFiles
	collector *Collector
	writer    *Writer
	jobs      []string
	clock     func() time.Time
}

// OpenNode opens the file DIR/HOST/current, to append to it, or starts one: directories of all nodes can be
// in the same place, and archives have the same layout. If the node was rebooted since its last record, a new
// file is started too, because its counters have restarted.
func OpenNode(dir string, o NodeOptions) (*Node, error) {
	c, err := NewCollector(o.CollectorOptions)
	if err != nil {
		return nil, err
	}
	n, err := openNode(dir, o, c)
	if err != nil {
		c.Close()
	}
	return n, err
}

func openNode(dir string, o NodeOptions, c *Collector) (*Node, error) {
	head := c.Header()
	if !isFileName(head.Hostname) {
		return nil, fmt.Errorf("host %.60q, expected a name", head.Hostname)
	}
	n := &Node{collector: c, clock: o.Clock, files: nodeFiles{dir: filepath.Join(dir, head.Hostname), types: c.Types(), head: head}}
	if n.clock == nil {
		n.clock = time.Now
	}
	d, err := n.open()
	if err != nil {
		return nil, err
	}
	if n.startedSince(d) {
		if err := n.files.rotate(); err != nil {
			return nil, err
		}
		if d, err = n.open(); err != nil {
			return nil, err
		}
	}
	n.jobs = activeJobs(d)
	c.resume(d)
	return n, nil
}

func isFileName(s string) bool {
	return isWord(s) && s != "." && s != ".." && !strings.ContainsAny(s, `/\`)
}

func (n *Node) open() (d *Data, err error) {
	n.files.head = n.collector.Header() // a file that is started now says how long the node has run so far
	n.writer, d, err = n.files.open(n.clock())
	return d, err
}

func (n *Node) startedSince(d *Data) bool {
	up := n.files.head.Uptime
	if up < 0 || len(d.Records) == 0 {
		return false
	}
	const unsure = 2
	return d.Records[len(d.Records)-1].Time/1e9+unsure < n.clock().Unix()-up
}

// activeJobs returns the jobs that have started and not ended.
func activeJobs(d *Data) []string {
	var jobs []string
	for i := range d.Records {
		r := &d.Records[i]
		if !marked(r) {
			jobs = r.Jobs()
			continue
		}
		for _, m := range r.Marks {
			jobs = follow(jobs, m)
		}
	}
	return jobs
}

func follow(jobs []string, m Mark) []string {
	jobs = slices.DeleteFunc(slices.Clone(jobs), func(j string) bool { return j == m.Job })
	if m.Kind == Begin && !Idle(m.Job) {
		jobs = append(jobs, m.Job)
	}
	return jobs
}

// Host is the name of the node.
func (n *Node) Host() string { return n.files.head.Hostname }

// Jobs returns the jobs that run on the node, according to its file.
func (n *Node) Jobs() []string { return n.jobs }

// Begin takes a sample with the mark for the start of a job. End and Sample are like it. An error names the
// types that could not be collected; the record has the others.
func (n *Node) Begin(job string) error { return n.take(job, []string{"begin " + job}, nil) }

// End takes a sample with the mark of the end of a job.
func (n *Node) End(job string) error { return n.take(job, []string{"end " + job}, nil) }

// Sample takes a sample of some types, or of all if there are none, with marks of any text.
func (n *Node) Sample(marks []string, types []string) error {
	return n.take(n.jobList(), marks, types)
}

func (n *Node) jobList() string {
	if len(n.jobs) == 0 {
		return "-"
	}
	return strings.Join(n.jobs, ",")
}

func (n *Node) take(job string, marks, types []string) error {
	if len(types) == 0 {
		types = nil // all; a list of none would be a record of nothing
	}
	for _, t := range types {
		if !slices.ContainsFunc(n.files.types, func(known Type) bool { return known.Name == t }) {
			return fmt.Errorf("type %.40q is not collected here", t)
		}
	}
	if n.files.changed() {
		if err := n.reopen(); err != nil {
			return err
		}
	}
	if err := n.writer.Start(n.clock().UnixNano(), job); err != nil {
		return err
	}
	for _, m := range marks {
		if err := n.writer.Mark(m); err != nil {
			return err
		}
	}
	failed := n.collector.Collect(n.writer, types)
	if err := n.writer.End(); err != nil {
		return errors.Join(failed, err)
	}
	for _, m := range marks {
		if parsed := parseMark(m); parsed.Kind == Begin || parsed.Kind == End {
			n.jobs = follow(n.jobs, parsed)
		}
	}
	return failed
}

// reopen follows another process that has rotated the files.
func (n *Node) reopen() error {
	if err := n.files.close(); err != nil {
		return err
	}
	_, err := n.open()
	return err
}

// Rotate closes the current file with a mark and starts the next one. While jobs run, that one starts with a
// record of them, for those who append to it.
func (n *Node) Rotate() error {
	failed := n.take(n.jobList(), []string{"rotate -"}, nil)
	if err := n.files.rotate(); err != nil {
		return errors.Join(failed, err)
	}
	if _, err := n.open(); err != nil {
		return errors.Join(failed, err)
	}
	if len(n.jobs) == 0 {
		return failed
	}
	return errors.Join(failed, n.take(n.jobList(), nil, nil))
}

// Close closes the file, and what was opened to collect.
func (n *Node) Close() error {
	n.collector.Close()
	return n.files.close()
}
