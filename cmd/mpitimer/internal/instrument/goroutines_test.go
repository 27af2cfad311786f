package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
)

// concurrent makes the module of programs that start goroutines in the ways that programs do.
func concurrent(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "goroutines"))); err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{folder, filepath.Join(folder, "group")} {
		if err := os.Rename(filepath.Join(module, "go.mod.txt"), filepath.Join(module, "go.mod")); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// pathsOf runs a program with a summary, and returns the call paths of its regions and what it printed.
func pathsOf(t *testing.T, program string) (paths []string, printed string) {
	t.Helper()
	folder := t.TempDir()
	c := exec.Command(program)
	c.Env = append(os.Environ(), "MPITIMER_REPORT=off", "MPITIMER_SUMMARY_FILE=true", "MPITIMER_TABLES=off", "MPITIMER_DIRECTORY="+folder)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run, err := load.Files([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	for i := range run.Summary.Regions {
		r := &run.Summary.Regions[i]
		path := r.Name
		if r.Parent >= 0 {
			path = paths[r.Parent] + " > " + path
		}
		paths = append(paths, path)
	}
	return paths, string(out)
}

// What a goroutine times stands below the region that started it, also where another module starts it and whatever it
// does, and where a function waits for goroutines it says so. The program prints what it prints without timers.
func TestGoroutinesStandWhereTheyWereStarted(t *testing.T) {
	folder := concurrent(t)
	plain := t.TempDir() + string(filepath.Separator)
	c := exec.Command("go", "build", "-o", plain, "./crawl", "./pool")
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ways := [][]string{nil, {"-cover"}, {"-race"}}
	if testing.Short() {
		ways = ways[:1]
	}
	for _, flags := range ways {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			bin := t.TempDir() + string(filepath.Separator)
			args := append(append([]string{"build", "--"}, flags...), "-o", bin, "./crawl", "./pool")
			if _, messages, err := mpitimer(t, folder, args...); err != nil {
				t.Fatalf("%v\n%s", err, messages)
			}
			t.Setenv("GOCOVERDIR", t.TempDir())
			for name, want := range map[string][]string{
				"crawl": {
					"Total > main.makeSite",
					"Total > main.crawl > main.crawl.func1",
					"Total > main.crawl > waits: g.Wait()",
				},
				"pool": {
					"Total > main.primes > main.worker",
					"Total > main.primes > waits: range results",
					"Total > main.crowd > main.part",
					"Total > main.crowd > waits: wg.Wait()",
				},
			} {
				paths, printed := pathsOf(t, bin+name)
				for _, path := range want {
					if !slices.Contains(paths, path) {
						t.Errorf("%s: no region %s among\n%s", name, path, strings.Join(paths, "\n"))
					}
				}
				before, err := exec.Command(plain + name).Output()
				if err != nil || printed != string(before) {
					t.Errorf("%s prints %q, and without timers %q (%v)", name, printed, before, err)
				}
			}
		})
	}
}
