// Command command writes the wrappers of the installed MPIs to the current directory; go generate calls it.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"

	"github.com/go-hpc/timers/mpitimer/mpiwrap/internal/generate"
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if err := os.WriteFile("numbers.h", generate.Numbers(), 0o666); err != nil {
		return err
	}
	specials, err := generate.ReadSpecials(".")
	if err != nil {
		return err
	}
	for _, m := range generate.Installed {
		if _, err := exec.LookPath(m.Compiler); err != nil {
			fmt.Fprintf(os.Stderr, "%s is not installed: its wrappers stay as they are\n", m.Compiler)
			continue
		}
		files, err := m.Files(specials)
		if err != nil {
			return err
		}
		for name, text := range files {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
