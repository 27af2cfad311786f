// Package relation writes and reads HDTrace's relations: states that may overlap, and outlive the states that started them.
package relation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// Relations are states that may overlap and outlive what began them, such as the work of a server for a
// client. They belong to tokens: a relation begins when its token is created, from nothing or related to
// another token, which may be of another topology, process or host; its states nest; it ends when its token
// is destroyed.

// rootName is the root of a file of relations.
const rootName = "relation"

// Header is what stands at the start of a file of relations. Host, Process and Topology are what
// tokens of other files are told apart by.
type Header struct {
	Host     string // of the process
	Process  string // its number
	Topology int    // number of the topology within the process

	TimeAdjustment hdtrace.Epoch // what all times of the file are relative to
	ProcessorMHz   int           // 0 if it is not known
	ProcessorModel string
}

// TokenName is what a token is called elsewhere.
type TokenName struct {
	Host     string // "" for a token of the same host
	Process  string // "" for a token of the same process
	Topology int
	ID       int64
}

// Local is the name for other processes of the same host: PROCESS:TOPOLOGY:ID.
func (n TokenName) Local() string { return n.Process + ":" + n.inProcess() }

// Remote is the name for processes of other hosts: HOST:PROCESS:TOPOLOGY:ID.
func (n TokenName) Remote() string { return n.Host + ":" + n.Local() }

func (n TokenName) inProcess() string {
	return strconv.Itoa(n.Topology) + ":" + strconv.FormatInt(n.ID, 10)
}

// String is the name with all its parts that are known.
func (n TokenName) String() string {
	switch {
	case n.Host != "":
		return n.Remote()
	case n.Process != "":
		return n.Local()
	}
	return n.inProcess()
}

// ParseToken reads a name of a token: [[HOST:]PROCESS:]TOPOLOGY:ID. Hosts may have colons in them. The error
// matches ErrInvalidArgument.
func ParseToken(text string) (TokenName, error) {
	var n TokenName
	parts := strings.Split(text, ":")
	last := len(parts) - 1
	if last < 1 {
		return n, tokenError(text)
	}
	var err1, err2 error
	n.ID, err1 = strconv.ParseInt(parts[last], 10, 64)
	n.Topology, err2 = strconv.Atoi(parts[last-1])
	if err1 != nil || err2 != nil {
		return n, tokenError(text)
	}
	if last >= 2 {
		if n.Process = parts[last-2]; n.Process == "" {
			return n, tokenError(text)
		}
	}
	if last >= 3 {
		if n.Host = strings.Join(parts[:last-2], ":"); n.Host == "" {
			return n, tokenError(text)
		}
	}
	return n, nil
}

func tokenError(text string) error {
	return fmt.Errorf("hdtrace: token %s, expected [[HOST:]PROCESS:]TOPOLOGY:ID: %w", printable.Clipped(text), hdtrace.ErrInvalidArgument)
}

// Kind is what a record of relations says of a token.
type Kind int

// The kinds of records.
const (
	Created   Kind = iota // the token was made
	Started               // a state began
	Ended                 // the innermost state ended
	Destroyed             // the token is no more
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"created", "started", "ended", "destroyed"}[k]
}

// tags are the elements of the kinds.
var tags = [...]string{"rel", "s", "e", "un"}

// Record is one thing that happened to a token.
type Record struct {
	Kind    Kind
	Token   int64
	Time    hdtrace.Epoch
	Name    string    // of a state that started; readers take one without
	Related bool      // the token was created in relation to Parent
	Parent  TokenName // that token

	Attributes []hdtrace.Attribute // of a state, from its start or its end; without those that have a meaning
	Elements   []hdtrace.Element
	Text       string

	Offset int64 // of its tag in the file that it was read from, bytes
	Line   int
}

// Relation is all that happened to a token, from its creation to its end.
type Relation struct {
	Token      int64
	Related    bool
	Parent     TokenName
	Start, End hdtrace.Epoch
	States     []State // that no other contains
}

// State is a state of a relation.
type State struct {
	Name       string
	Start, End hdtrace.Epoch
	Attributes []hdtrace.Attribute // those given at the end replace those of the start
	Elements   []hdtrace.Element   // those of the start first
	States     []State
}
