//go:build unix

// Command floor is a relay that does nothing but what none can do without: it starts those below it, reads the tables of
// its node once, takes in what those below it have to say, and says as much as a relay does.
//
//	floor BYTES FAN-OUT LAUNCHER TABLES HOST [HOST BELOW]…
//
// {host} in TABLES stands for the host. The one that looks has none: its HOST is empty.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	size, _ := strconv.Atoi(args[0])
	most, _ := strconv.Atoi(args[1])
	common, host, below := args[:4], args[4], args[5:]
	groups := min(len(below), most)
	errs := make([]error, groups+1)
	var all sync.WaitGroup
	for i := range groups {
		all.Go(func() { errs[i] = start(common, below[i*len(below)/groups:(i+1)*len(below)/groups]) })
	}
	if host != "" {
		errs[groups] = read(strings.ReplaceAll(common[3], "{host}", host))
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	_, err := os.Stdout.Write(bytes.Repeat([]byte{'.'}, size))
	return err
}

// start starts the first of some hosts, with the others below it, and reads what it says.
func start(common, hosts []string) error {
	args := append(append([]string{hosts[0], os.Args[0]}, common...), hosts...)
	c := exec.Command(common[2], args...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err = c.Start(); err != nil {
		return err
	}
	if _, err = io.Copy(io.Discard, out); err != nil {
		return err
	}
	return c.Wait()
}

// read reads all tables of a node.
func read(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.mptable"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no tables in %s", folder)
	}
	if err != nil {
		return err
	}
	room := make([]byte, 1<<16)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		for n := 1; n > 0 && err == nil; {
			n, err = f.Read(room)
		}
		f.Close()
		if err != io.EOF {
			return err
		}
	}
	return nil
}
