// Package relay looks at the tables of a job on all its nodes. A process on each node (mpitimer relay) reads
// what lies there, joins it with what others below it have read, and passes it on: a tree in which nobody talks
// to more than a few others. It is started by what the site has for that (ssh, srun), speaks over its standard
// input and output, and ends when they do: there is no daemon, no port and no file.
package relay

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/heat"
)

// protocol is what both ends of a connection must have in common. It follows each change of what is sent.
const protocol = 5

// greeting begins the line that a relay writes before all else. What a login shell prints before it is passed over.
const greeting = "mpitimer-relay "

func hello() string { return fmt.Sprintf("%s%d %s\n", greeting, protocol, command.Version()) }

// mostBanner bounds what may stand before the greeting.
const mostBanner = 1 << 16

// awaitHello reads up to the end of the greeting.
func awaitHello(r *bufio.Reader) error {
	for read := 0; read < mostBanner; {
		line, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		read += len(line)
		at := strings.Index(string(line), greeting)
		if at < 0 {
			continue
		}
		var its int
		var version string
		if _, err := fmt.Sscanf(string(line[at+len(greeting):]), "%d %s", &its, &version); err != nil || its != protocol {
			return fmt.Errorf("its mpitimer has another version (%s); --send copies this one", printable.Line(strings.TrimSpace(string(line[at+len(greeting):]))))
		}
		return nil
	}
	return errors.New("its output does not start like mpitimer relay's")
}

// plan tells a relay what is below it. It is the first thing that is sent.
type plan struct {
	Host    string   // as the job calls the node
	Below   []string // hosts
	Folders []string // of tables; {host} stands for the host
	Launch  Launch
	Wait    time.Duration // for a relay to start
}

// question is what a relay is asked for, and Number tells its answer from late ones.
type question struct {
	Number  int
	Kind    kind
	Run     string
	Columns []Column
	Wait    time.Duration
	Windows [][]byte      // for count, by column
	Ask     bool          // of a look: the ranks, for their goroutines
	Frame   *heat.Frame   // for times
	Room    int           // for records: bytes a rank may take
	Skip    []stats.Range // ranks of which others have the tables too: several nodes may see one directory
}

type kind int

const (
	forRuns    kind = iota + 1 // which runs there are
	forLook                    // the tables of one
	forCount                   // the distribution of ranks, of the last look
	forTimes                   // those of single ranks, of the last look
	forRecords                 // what flight recorders have
)

// Column is what of the ranks a Summary is made of.
type Column int

// The columns of a look.
const (
	Now   Column = iota // what they have measured
	Since               // since the look before
	Ended               // Now, with warnings that say how they have ended
)

// answer is what a relay answers for itself and all below it.
type answer struct {
	Number   int
	At       time.Time // when the question came
	Runs     []Run
	Digest   *job.Digest
	Trees    [][]byte // by column
	Spent    float64  // nanoseconds of all ranks together, since the look before
	Timed    int      // the ranks
	Counts   [][]byte // by column
	Times    *heat.Map
	Problems []string // with Times
	Record   bool     // there is a flight recorder
	Sent     *flights.Sent
	Link     int     // bytes of the longest answer below
	Busy     float64 // see crew.chain
}

// Run is what a node knows of a run.
type Run struct {
	Name, Program, Job string
	Begun              time.Time
	Ranks              []stats.Range // that have a table
	Alive              bool
}

// mostRuns bounds how many runs are told.
const mostRuns = 200

// mostMessage is the longest message that is read.
const mostMessage = 1 << 30

// counted counts the bytes that pass, and ends a stream that is too long between two resets.
type counted struct {
	io.Reader
	bytes atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.bytes.Add(int64(n)) > mostMessage && err == nil {
		err = errors.New("a message is too long")
	}
	return n, err
}

// decode reads a message, whatever comes: gob panics on some of what is no message.
func decode(d *gob.Decoder, to any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("not readable: %v", p)
		}
	}()
	return d.Decode(to)
}
