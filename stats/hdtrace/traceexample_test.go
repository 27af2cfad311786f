package hdtrace_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// A trace with a state in another, and what a reader finds in it.
func ExampleTrace() {
	const second = hdtrace.Epoch(1e9)
	var file bytes.Buffer // usually a file of a Directory
	trace, err := hdtrace.StartTrace(&file, hdtrace.TraceOptions{Header: hdtrace.TraceHeader{TimeAdjustment: 1700000000 * second}})
	if err != nil {
		fmt.Println(err)
		return
	}
	trace.BeginAt(1700000001*second, "Allreduce")
	trace.Attribute("size", "8")
	trace.BeginAt(1700000002*second, "Sendrecv")
	trace.EndAt(1700000003 * second)
	trace.EndAt(1700000004 * second)
	if err := trace.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Print(file.String())

	r, err := hdtrace.NewTraceReader(&file, hdtrace.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for record, err := range r.Records() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(record.Depth, record.Name, record.Duration())
	}
	// Output:
	// <Program timeAdjustment='1700000000'>
	// <Nested>
	// 	<Sendrecv  time='2.000000000' end='3.000000000'/>
	// </Nested>
	// <Allreduce size='8'  time='1.000000000' end='4.000000000'/>
	// </Program>
	//
	// 1 Sendrecv 1s
	// 0 Allreduce 3s
}

// A server tells what it did for a client of another host.
func ExampleRelations() {
	times := []hdtrace.Epoch{100e9, 101e9, 102e9, 103e9, 104e9}
	clock := func() hdtrace.Epoch {
		now := times[0]
		times = times[1:]
		return now
	}
	relations, err := hdtrace.NewRelations(os.Stdout, hdtrace.RelationOptions{
		Header: hdtrace.RelationHeader{Host: "server", Process: "17", TimeAdjustment: 100e9},
		Clock:  clock, Sequential: true, Microseconds: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := relations.RelateRemote("client:4711:0:12") // what the client's token is called, by its message
	if err != nil {
		fmt.Println(err)
		return
	}
	token.Start("write", []hdtrace.Attribute{{Name: "size", Value: "65536"}})
	token.End(nil)
	token.Destroy()
	if err := relations.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <relation version="1" hostID="server" localToken="17" topologyNumber="0" timeAdjustment="100">
	// <rel t="0" time="0.000000" r="client:4711:0:12"/>
	// <s name="write" t="0" time="1.000000" size="65536"/>
	// <e t="0" time="2.000000"/>
	// <un t="0" time="3.000000"/>
	// </relation>
}
