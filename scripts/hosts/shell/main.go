//go:build unix

// Command shell runs commands on other hosts, as the launchers of MPI expect of ssh, but without
// authentication: it is for hosts that are namespaces of one machine.
//
//	shell serve ADDRESS
//	shell [options of ssh] HOST COMMAND…
//
// The server runs each command by sh until it has ended or the caller is gone. It ends with its standard
// input, so that it does not outlive who has started it, however that one ends.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
)

// port is where the servers of all hosts listen.
const port = "2222"

func main() {
	var status int
	var err error
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		err = serve(os.Args[2])
	} else {
		status, err = call(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shell:", err)
		status = 255 // as of ssh
	}
	os.Exit(status)
}

func serve(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go answer(connection)
	}
}

// The contents of a frame from the server.
const (
	output = iota
	diagnostics
	status // of the command, four bytes
)

// stream sends what is written to it in frames: a byte for the kind, four bytes of length, and the text.
type stream struct {
	kind byte
	to   net.Conn
	turn *sync.Mutex
}

func (s stream) Write(text []byte) (int, error) {
	frame := binary.LittleEndian.AppendUint32([]byte{s.kind}, uint32(len(text)))
	s.turn.Lock()
	defer s.turn.Unlock()
	if _, err := s.to.Write(append(frame, text...)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// answer runs the command of one caller.
func answer(connection net.Conn) {
	defer connection.Close()
	var length uint32
	if binary.Read(connection, binary.LittleEndian, &length) != nil || length > 1<<20 {
		return
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(connection, text); err != nil {
		return
	}
	turn := new(sync.Mutex)
	command := exec.Command("/bin/sh", "-c", string(text))
	command.Stdout, command.Stderr = stream{output, connection, turn}, stream{diagnostics, connection, turn}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ended := 255
	input, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		fmt.Fprintln(command.Stderr, err)
	} else {
		go func() { // ends when the caller is gone
			feed(input, connection)
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		}()
		_ = command.Wait()
		ended = command.ProcessState.ExitCode()
	}
	_, _ = stream{status, connection, turn}.Write(binary.LittleEndian.AppendUint32(nil, uint32(ended)))
}

// feed passes on what the caller sends: parts, of which one of no length ends the input, but not the command.
func feed(input io.WriteCloser, from io.Reader) {
	for {
		var length uint32
		if binary.Read(from, binary.LittleEndian, &length) != nil {
			return
		}
		if length == 0 {
			_ = input.Close()
			continue
		}
		part := io.LimitReader(from, int64(length))
		_, _ = io.Copy(input, part)
		_, _ = io.Copy(io.Discard, part) // which the command did not want
	}
}

// send passes on the standard input.
func send(to io.Writer) {
	part := make([]byte, 4+1<<16)
	for {
		n, err := os.Stdin.Read(part[4:])
		if n > 0 || err != nil {
			binary.LittleEndian.PutUint32(part, uint32(n))
			if _, failed := to.Write(part[:4+n]); failed != nil || n == 0 {
				return
			}
		}
	}
}

// call runs a command on another host and passes on its input and output.
func call(arguments []string) (int, error) {
	for len(arguments) > 0 && strings.HasPrefix(arguments[0], "-") {
		arguments = arguments[1:]
	}
	if len(arguments) < 2 {
		return 0, errors.New("usage: shell serve ADDRESS | shell HOST COMMAND…")
	}
	connection, err := net.Dial("tcp", net.JoinHostPort(arguments[0], port))
	if err != nil {
		return 0, err
	}
	defer connection.Close()
	text := strings.Join(arguments[1:], " ") // which the shell over there takes apart
	message := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
	if _, err := connection.Write(message); err != nil {
		return 0, err
	}
	go send(connection)
	for {
		var head [5]byte
		if _, err := io.ReadFull(connection, head[:]); err != nil {
			return 0, fmt.Errorf("%s is gone: %w", arguments[0], err)
		}
		frame := io.LimitReader(connection, int64(binary.LittleEndian.Uint32(head[1:])))
		switch head[0] {
		case output:
			_, err = io.Copy(os.Stdout, frame)
		case diagnostics:
			_, err = io.Copy(os.Stderr, frame)
		default:
			var ended int32
			err = binary.Read(frame, binary.LittleEndian, &ended)
			return int(ended), err
		}
		if err != nil {
			return 0, err
		}
	}
}
