package geopm

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// hosts is how many hosts the reports have that are measured.
const hosts = 1000

func BenchmarkRead(b *testing.B)         { benchmarkRead(b, now()) }
func BenchmarkReadVersion1(b *testing.B) { benchmarkRead(b, before()) }

func benchmarkRead(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if r, err := Read(strings.NewReader(text)); err != nil || len(r.Hosts) != hosts {
			b.Fatal(len(r.Hosts), err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	text := now()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Check(strings.NewReader(text))
	}
}

var benchValues = []string{"runtime (s): %g", "count: %g", "sync-runtime (s): %g", "package-energy (J): %g", "dram-energy (J): %g",
	"power (W): %g", "frequency (%%): %g", "frequency (Hz): %g", "time-hint-network (s): %g"}

// now is a report as GEOPM writes it today.
func now() string {
	var b bytes.Buffer
	b.WriteString("GEOPM Version: 3.1.0\nStart Time: Thu May 30 14:38:17 2024\nProfile: model\nAgent: monitor\n\nHosts:\n")
	for host := range hosts {
		fmt.Fprintf(&b, "  node%04d:\n    Regions:\n", host)
		for region := range 8 {
			fmt.Fprintf(&b, "    -\n      region: \"solve-%d\"\n      hash: 0x%08x\n", region, 0x12345678+region)
			section(&b, "      ", host, region)
		}
		for _, totals := range []string{"Unmarked Totals", "Epoch Totals", "Application Totals"} {
			fmt.Fprintf(&b, "    %s:\n", totals)
			section(&b, "      ", host, 9)
		}
	}
	return b.String()
}

// before is a report of GEOPM 1.
func before() string {
	var b bytes.Buffer
	b.WriteString("##### geopm 1.1.0 #####\nStart Time: Thu May 30 14:38:17 2019\nProfile: model\nAgent: monitor\n")
	for host := range hosts {
		fmt.Fprintf(&b, "\nHost: node%04d\n", host)
		for region := range 8 {
			fmt.Fprintf(&b, "Region solve-%d (0x%016x):\n", region, 0x12345678+region)
			section(&b, "    ", host, region)
		}
		for _, totals := range []string{"Epoch Totals", "Application Totals"} {
			b.WriteString(totals + ":\n")
			section(&b, "    ", host, 9)
		}
	}
	return b.String()
}

func section(b *bytes.Buffer, indent string, host, region int) {
	for i, v := range benchValues {
		fmt.Fprintf(b, indent+v+"\n", float64(1000*host+17*region)/float64(3+i))
	}
}
