package geopm

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// cluster returns a report of many nodes: GEOPM's own of one, again and again, with figures that differ.
func cluster(t testing.TB, hosts int) []byte {
	report := sharedReport(t, "reporter_full_1host.report")
	head, body, _ := strings.Cut(report, "  node01:\n")
	body = regexp.MustCompile(`(?m): 0$`).ReplaceAllString(strings.TrimSpace(body), ": 1.2345e-05")
	var b bytes.Buffer
	b.WriteString(head)
	for i := range hosts {
		fmt.Fprintf(&b, "  node%04d:\n    %s\n", i, body)
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	text := cluster(b, 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	text := cluster(b, 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if list := Check(bytes.NewReader(text)); len(list) > 0 {
			b.Fatal(list[0])
		}
	}
}

// The text of GEOPM 1.
func BenchmarkReadVersion1(b *testing.B) {
	text, err := os.ReadFile("testdata/v1.report")
	if err != nil {
		b.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "Host: ")
	for i := range 1000 {
		head += fmt.Sprintf("Host: x%d%s\n", i, body)
	}
	b.SetBytes(int64(len(head)))
	b.ReportAllocs()
	for b.Loop() {
		if r, _ := Read(strings.NewReader(head)); len(r.Hosts) < 1000 {
			b.Fatal(len(r.Hosts))
		}
	}
}
