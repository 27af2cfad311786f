// Command house prints how large the house is, run at the top of the module:
//
//	figure house/minimal-binary VALUE MB limit <=5.7
//	figure house/linked-lines VALUE lines limit <=25000
//	figure house/third-party VALUE packages limit <=1
//	figure house/heart VALUE lines limit <=3500
//	figure house/engine VALUE lines limit <=3300
//	figure house/go VALUE lines limit <=82500
//	figure house/c VALUE lines
//	figure house/shell VALUE lines limit <=2400
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/go-hpc/timers/scripts/house/size"
)

func main() {
	if err := figures("."); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func figures(root string) error {
	binary, err := minimalBinary(root)
	if err != nil {
		return err
	}
	linked, others, err := size.LinkedLines(root, "./examples/minimal")
	if err != nil {
		return err
	}
	fmt.Printf("figure house/minimal-binary %.2f MB limit <=5.7\n", float64(binary)/1e6)
	fmt.Printf("figure house/linked-lines %d lines limit <=25000\n", linked)
	fmt.Printf("figure house/third-party %d packages limit <=1\n", others)
	for _, f := range []struct {
		name, limit string
		alone       bool
		dirs, ends  []string
	}{
		{"heart", " limit <=3500", true, []string{"mpitimer"}, []string{".go"}},
		{"engine", " limit <=3300", true, []string{"mpitimer/internal/engine"}, []string{".go"}},
		{"go", " limit <=82500", false, size.Top, []string{".go"}},
		{"c", "", false, size.Top, []string{".c", ".h"}},
		{"shell", " limit <=2400", false, []string{"scripts", ".ci"}, []string{".sh", ""}},
	} {
		lines, err := size.Lines(root, f.alone, f.dirs, f.ends...)
		if err != nil {
			return err
		}
		fmt.Printf("figure house/%s %d lines%s\n", f.name, lines, f.limit)
	}
	return nil
}

// minimalBinary is the size of a minimal solver's program.
func minimalBinary(root string) (int64, error) {
	work, err := os.MkdirTemp("", "house")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	build := exec.Command("go", "build", "-o", filepath.Join(work, "minimal"), "./examples/minimal")
	build.Dir, build.Stderr = root, os.Stderr
	if err := build.Run(); err != nil {
		return 0, err
	}
	info, err := os.Stat(filepath.Join(work, "minimal"))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
