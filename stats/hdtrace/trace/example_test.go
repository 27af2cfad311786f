package trace_test

import (
	"bytes"
	"fmt"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// A trace with a state in another, and what a reader finds in it.
func ExampleWriter() {
	const second = hdtrace.Epoch(1e9)
	var file bytes.Buffer // usually a file of a Directory
	w, err := trace.Start(&file, trace.Options{Header: trace.Header{TimeAdjustment: 1700000000 * second}})
	if err != nil {
		fmt.Println(err)
		return
	}
	w.BeginAt(1700000001*second, "Allreduce")
	w.Attribute("size", "8")
	w.BeginAt(1700000002*second, "Sendrecv")
	w.EndAt(1700000003 * second)
	w.EndAt(1700000004 * second)
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Print(file.String())

	r, err := trace.NewReader(&file, hdtrace.ReadOptions{})
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
