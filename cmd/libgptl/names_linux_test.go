//go:build cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const endlessNames = `#include "gptl.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
static long kilobytes(void) {
	struct rusage used;
	getrusage(RUSAGE_SELF, &used);
	return used.ru_maxrss;
}
static void pairs(int from, int to) {
	char name[32];
	for (int i = from; i < to; i++) {
		snprintf(name, sizeof name, "region %d", i);
		GPTLstart(name);
		GPTLstart("inner");
		GPTLstop("inner");
		GPTLstop(name);
	}
}
int main(void) {
	int count = 0;
	GPTLinitialize();
	GPTLstart("main");
	pairs(0, 100000);
	long before = kilobytes();
	pairs(100000, 600000);
	GPTLstart("inner"); /* a name of before stays what it was */
	GPTLstop("inner");
	GPTLstop("main");
	GPTLget_count("further regions", -1, &count);
	printf("%ld %d %d\n", kilobytes() - before, GPTLnum_errors(), count);
	GPTLpr_file("timing");
	return 0;
}
`

// A program that makes names without end is timed in bounded memory: those beyond what is kept share a region, and those
// that were there before keep theirs.
func TestNamesWithoutEnd(t *testing.T) {
	program := compiled(t, endlessNames)
	c := exec.Command(program)
	c.Dir = t.TempDir()
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Fields(string(out))
	if len(said) != 3 {
		t.Fatalf("it says %q", out)
	}
	more, _ := strconv.Atoi(said[0])
	further, _ := strconv.Atoi(said[2])
	if more > 20_000 { // each name was kept: 60 000 kB
		t.Errorf("half a million names more take %d kB more", more)
	}
	if said[1] != "0" || further < 500_000 || further > 600_000 {
		t.Errorf("%s errors, and %d calls of further regions", said[1], further)
	}
	file, err := os.ReadFile(filepath.Join(c.Dir, "timing"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"further regions", "region 7", "inner"} {
		if !strings.Contains(string(file), name+" ") {
			t.Errorf("the file has no %s", name)
		}
	}
}
