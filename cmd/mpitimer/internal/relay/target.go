package relay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/printable"
)

// target is where a job runs.
type target struct {
	hosts []string
	job   string   // the batch system's number, if that was given
	by    []string // launcher that the batch system has; nil: none of its own
}

// batchWait is how long a batch system may take to answer.
const batchWait = 30 * time.Second

// ask runs a command of a batch system.
func ask(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), batchWait)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	says := &tail{}
	c.Stderr = says
	out, err := c.Output()
	if err != nil {
		if text := says.last(); text != "" {
			err = errors.New(text)
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// isJob recognises the numbers of Slurm (123, 123_4) and of PBS (123.server, 123[4].server).
var isJob = lazyregexp.New(`^[0-9]+(_[0-9]+)?$|^[0-9]+(\[[0-9]*\])?\.[A-Za-z0-9.-]+$`)

// jobTarget asks the batch system where a job runs.
func jobTarget(id string) (target, error) {
	if _, err := exec.LookPath("squeue"); err == nil {
		return slurmTarget(id)
	}
	if _, err := exec.LookPath("qstat"); err == nil {
		return pbsTarget(id)
	}
	return target{}, fmt.Errorf("job %s: there is neither Slurm (squeue) nor PBS (qstat) here; --hosts names the hosts", id)
}

func slurmTarget(id string) (target, error) {
	out, err := ask("squeue", "--noheader", "--jobs="+id, "--format=%T %N")
	if err != nil {
		return target{}, err
	}
	state, nodes, _ := strings.Cut(strings.TrimSpace(strings.SplitN(out, "\n", 2)[0]), " ")
	if nodes = strings.TrimSpace(nodes); nodes == "" || nodes == "(null)" {
		if state == "" {
			return target{}, fmt.Errorf("squeue: job %s is not running; name the hosts of an ended job with --hosts", id)
		}
		return target{}, fmt.Errorf("job %s has no nodes: it is %s", id, printable.Line(strings.ToLower(state)))
	}
	hosts, err := expanded(nodes)
	if err != nil {
		return target{}, err
	}
	return target{hosts, id, []string{"srun", "--overlap", "--quiet", "--unbuffered", "--jobid=" + id, "--nodelist={host}", "--nodes=1", "--ntasks=1", "--input=all", "--"}}, nil
}

var execHost = lazyregexp.New(`(?m)^\s*exec_host = ((?:.*\n\t)*.*)`)

func pbsTarget(id string) (target, error) {
	out, err := ask("qstat", "-f", id)
	if err != nil {
		return target{}, err
	}
	found := execHost().FindStringSubmatch(out)
	if found == nil {
		return target{}, fmt.Errorf("PBS gives no exec_host for job %s: it is not running", id)
	}
	var hosts []string
	for _, chunk := range strings.Split(strings.NewReplacer("\n", "", "\t", "").Replace(found[1]), "+") {
		host, _, _ := strings.Cut(strings.TrimSpace(chunk), "/")
		hosts = append(hosts, host)
	}
	return target{hosts: unique(hosts), job: id}, nil
}

// mostHosts bounds what a list of hosts may be expanded to.
const mostHosts = 1 << 20

// expanded are the hosts of a list in the form of batch systems: a,b[1-3,07],c.
func expanded(list string) ([]string, error) {
	var hosts []string
	for len(list) > 0 {
		end, deep := 0, 0
		for end < len(list) && (list[end] != ',' || deep > 0) {
			switch list[end] {
			case '[':
				deep++
			case ']':
				deep--
			}
			end++
		}
		more, err := expandedOne(strings.TrimSpace(list[:end]))
		if err != nil {
			return nil, err
		}
		if hosts = append(hosts, more...); len(hosts) > mostHosts {
			return nil, fmt.Errorf("more than %d hosts", mostHosts)
		}
		for _, h := range more {
			if !isHost(h) {
				return nil, fmt.Errorf("%q is not a host", printable.Clipped(h))
			}
		}
		list = strings.TrimPrefix(list[end:], ",")
	}
	return unique(hosts), nil
}

func expandedOne(text string) ([]string, error) {
	before, rest, is := strings.Cut(text, "[")
	if !is {
		if text == "" {
			return nil, nil
		}
		return []string{text}, nil
	}
	inner, after, closed := strings.Cut(rest, "]")
	if !closed {
		return nil, fmt.Errorf("hosts %q: a [ without ]", text)
	}
	behind, err := expandedOne(after)
	if err != nil {
		return nil, err
	}
	if len(behind) == 0 {
		behind = []string{""}
	}
	var hosts []string
	for _, part := range strings.Split(inner, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err := errors.Join(err1, err2); err != nil || to < from || (to-from+1)*len(behind) > mostHosts {
			return nil, fmt.Errorf("hosts %q: %q is not a range of numbers", text, part)
		}
		for k := from; k <= to; k++ {
			for _, b := range behind {
				hosts = append(hosts, fmt.Sprintf("%s%0*d%s", before, len(low), k, b))
			}
		}
	}
	return hosts, nil
}

var (
	hostForm  = lazyregexp.New(`^[A-Za-z0-9]([A-Za-z0-9._:@-]|\[[0-9,-]+\])*$`)
	shortForm = lazyregexp.New(`^(.*@)?(0[xX][0-9A-Fa-f]+|[0-9]+)(\.(0[xX][0-9A-Fa-f]+|[0-9]+)){0,2}$`)
	settings  = lazyregexp.New(`^(\s*[A-Za-z_-]+\s*=\s*[^\s=]+)*\s*$`) // slots=4 max-slots=8
)

// isHost reports whether a text may be a host's name or address. A number is not: for ssh 2 is the address 0.0.0.2.
func isHost(text string) bool { return hostForm().MatchString(text) && !shortForm().MatchString(text) }

// hostFile reads the hosts of a file as those of Open MPI (host slots=4) and MPICH (host:4). A file with a line of any
// other kind is not a hostfile, and none of its hosts is returned.
func hostFile(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var hosts []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		word, rest := text, ""
		if at := strings.IndexFunc(text, unicode.IsSpace); at > 0 {
			word, rest = text[:at], text[at:]
		}
		host, count, has := strings.Cut(word, ":")
		if _, err := strconv.Atoi(count); has && err != nil {
			host = word // an address
		}
		more, err := expanded(host)
		if err != nil || len(hosts)+len(more) > mostHosts || !isHost(host) || !settings().MatchString(rest) {
			return nil, fmt.Errorf("hostfile %s:%d: %q; expected a host and settings on each line, such as n1 slots=4", name, n, printable.Clipped(text))
		}
		hosts = append(hosts, more...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("hostfile %s: %w", name, err)
	}
	if hosts = unique(hosts); len(hosts) == 0 {
		return nil, fmt.Errorf("hostfile %s: has no hosts", name)
	}
	return hosts, nil
}

func unique(list []string) []string {
	seen := map[string]bool{}
	out := list[:0]
	for _, h := range list {
		if h != "" && !seen[h] {
			seen[h] = true
			out = append(out, h)
		}
	}
	return out
}
