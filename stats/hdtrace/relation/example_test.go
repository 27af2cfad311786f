package relation_test

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
)

// A server tells what it did for a client of another host.
func ExampleWriter() {
	times := []hdtrace.Epoch{100e9, 101e9, 102e9, 103e9, 104e9}
	clock := func() hdtrace.Epoch {
		now := times[0]
		times = times[1:]
		return now
	}
	w, err := relation.NewWriter(os.Stdout, relation.Options{
		Header: relation.Header{Host: "server", Process: "17", TimeAdjustment: 100e9},
		Clock:  clock, Sequential: true, Microseconds: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := w.RelateRemote("client:4711:0:12") // what the client's token is called, by its message
	if err != nil {
		fmt.Println(err)
		return
	}
	token.Start("write", []hdtrace.Attribute{{Name: "size", Value: "65536"}})
	token.End(nil)
	token.Destroy()
	if err := w.Close(); err != nil {
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
