package relay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Launch says how a relay is started on a host.
type Launch struct {
	Command []string // {host} stands for the host
	Binary  string   // of mpitimer there
	Send    bool     // the binary is sent along first
}

// SSH starts relays by ssh. It asks for nothing, and notices a host that is gone.
var SSH = strings.Fields("ssh -T -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=3 -o ServerAliveCountMax=3 {host}")

// reparsed are launchers that hand what they start to a shell of the host.
var reparsed = []string{"ssh", "rsh", "clush", "gsissh", "blaunch"}

// deaf are launchers that pass no standard input on, by which a relay would hear that it is to end.
var deaf = []string{"pdsh", "pbsdsh"}

// installing is what a host runs that gets the binary sent along: so many bytes of its standard input are the binary,
// which removes itself when it has started.
const installing = `umask 077; f=$(mktemp "${TMPDIR:-/tmp}/mpitimer-relay.XXXXXXXX") && head -c %d >"$f" && chmod 700 "$f" && exec "$f" relay --remove %s || { rm -f "$f"; exit 127; }`

// process is a relay that was started, seen from above.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	says   *tail
	sender io.Reader // the binary, to be written before all else
}

// start starts a relay on a host.
func (l *Launch) start(host string) (*process, error) {
	if len(l.Command) == 0 {
		return nil, errors.New("there is no command that starts it")
	}
	if name := filepath.Base(l.Command[0]); slices.Contains(deaf, name) {
		return nil, fmt.Errorf("%s does not pass on standard input; expected a launcher that does, such as ssh or clush", name)
	}
	p := &process{says: &tail{}}
	what := append([]string{l.Binary, "relay"}, l.options()...)
	if l.Send {
		f, err := os.Open(l.Binary)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err != nil {
			_ = f.Close()
			return nil, err
		}
		p.sender = f
		what = []string{"sh", "-c", fmt.Sprintf(installing, info.Size(), strings.Join(l.options(), " "))}
	}
	args := l.line(host, what)
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Stderr = p.says
	apart(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.cmd.Start()
}

// lines reports whether the launcher passes on nothing but lines of text.
func (l *Launch) lines() bool { return filepath.Base(l.Command[0]) == "clush" }

// options are those of the relay.
func (l *Launch) options() []string {
	if l.lines() {
		return []string{"--lines"}
	}
	return nil
}

// line is the command line that starts something on a host.
func (l *Launch) line(host string, what []string) (args []string) {
	for _, a := range l.Command {
		args = append(args, strings.ReplaceAll(a, "{host}", host))
	}
	shell := slices.Contains(reparsed, filepath.Base(args[0]))
	for _, w := range what {
		if shell {
			w = quoted(w)
		}
		args = append(args, w)
	}
	return args
}

// send writes the binary.
func (p *process) send() error {
	if p.sender == nil {
		return nil
	}
	_, err := io.Copy(p.in, p.sender)
	if c, is := p.sender.(io.Closer); is {
		_ = c.Close()
	}
	p.sender = nil
	return err
}

// quoted makes one word of the host's shell of a text.
func quoted(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
