package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// BuildOptions says how a project is made of files.
type BuildOptions struct {
	// Levels is the types of the levels below the project. Without them they are Hostname, Rank and
	// Thread, or the second one Process where labels are no integers, which Sunshot wants ranks to be.
	Levels []string

	Description string
}

// Build makes a project of the files that lie in the root of a file system: nodes of the names of
// traces, relations and statistics, groups of the headers of statistics, files, communicators and datatypes
// of info files. Without the name of a project there must be files of only one.
//
// Files that cannot be read are left out and told of. An error means that there is no project.
func Build(fsys fs.FS, project string, options BuildOptions) (*Project, []hdtrace.Finding, error) {
	names, err := fileNames(fsys)
	if err != nil {
		return nil, nil, err
	}
	if project == "" {
		if project, err = onlyProject(names); err != nil {
			return nil, nil, err
		}
	}
	b := projectBuilder{fsys: fsys, project: project}
	for _, name := range names {
		b.file(name)
	}
	if len(b.paths) == 0 {
		return nil, b.findings, fmt.Errorf("hdtrace: there are no files whose names begin with %s: %w", printable.Clipped(project+"_"), fs.ErrNotExist)
	}
	return b.build(options), b.findings, nil
}

// fileNames is the names of the files of projects in the root, in order.
func fileNames(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, fmt.Errorf("hdtrace: list the files: %w", err)
	}
	var names []string
	for _, e := range entries {
		switch path.Ext(e.Name()) {
		case naming.ExtProject, naming.ExtTrace, naming.ExtRelation, naming.ExtInfo, naming.ExtStatistics:
			if !e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	return names, nil
}

// onlyProject is the name of the only project that files are of.
func onlyProject(names []string) (string, error) {
	switch projects := projectsOf(names); len(projects) {
	case 0:
		return "", fmt.Errorf("hdtrace: there are no files of a project: %w", fs.ErrNotExist)
	case 1:
		return projects[0], nil
	default:
		return "", fmt.Errorf("hdtrace: files of several projects: %s; one has to be named: %w", strings.Join(projects, ", "), hdtrace.ErrInvalidArgument)
	}
}

// projectBuilder collects what files are there.
type projectBuilder struct {
	fsys     fs.FS
	project  string
	paths    [][]string
	groups   []string
	infos    []pathInfo
	findings []hdtrace.Finding
}

type pathInfo struct {
	labels []string
	info   *Info
	file   string
}

func (b *projectBuilder) find(s finding.Severity, readers hdtrace.Readers, file, format string, args ...any) {
	b.findings = append(b.findings, hdtrace.Finding{File: file, Readers: readers, Severity: s, Text: fmt.Sprintf(format, args...)})
}

// file takes what the name of a file tells, and the header of statistics.
func (b *projectBuilder) file(name string) {
	rest, ok := strings.CutPrefix(name, b.project+"_")
	ext := path.Ext(rest)
	rest = strings.TrimSuffix(rest, ext)
	if !ok || rest == "" || ext == naming.ExtProject {
		return
	}
	labels := strings.Split(rest, "_")
	switch ext {
	case naming.ExtStatistics:
		b.statistics(name, rest)
	case naming.ExtInfo:
		b.info(name, labels)
	default:
		b.paths = append(b.paths, labels)
	}
}

// statistics takes node and group of a header: names may have '_' in them, of which the file's name does
// not tell where they end.
func (b *projectBuilder) statistics(name, rest string) {
	f, err := b.fsys.Open(name)
	if err != nil {
		b.findings = append(b.findings, faults.Finding(name, err, hdtrace.AllReaders))
		return
	}
	defer f.Close()
	s, err := stat.NewReader(f, hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		b.findings = append(b.findings, faults.Finding(name, err, hdtrace.AllReaders))
		return
	}
	h := s.Header()
	labels, ok := pathOf(h, rest)
	if !ok {
		b.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, name, "the group is %s, the file's name says another: it is left out, because the project would not open", printable.Clipped(h.Group))
		return
	}
	if err := markup.CheckName("statistics group", h.Group); err != nil {
		b.find(finding.Hidden, hdtrace.Java|hdtrace.Sunshot, name, "%v: it is left out of the project", err)
		return
	}
	b.paths = append(b.paths, labels)
	if !slices.Contains(b.groups, h.Group) {
		b.groups = append(b.groups, h.Group)
	}
}

// pathOf is the labels in the name of a file of statistics, without project and extension, if it ends with
// the group of the header.
func pathOf(h *stat.Header, name string) (labels []string, ok bool) {
	if strings.Join(append(slices.Clone(h.Labels), h.Group), "_") == name {
		return h.Labels, h.Group != ""
	}
	path, ok := strings.CutSuffix("_"+name, "_"+h.Group)
	if !ok || h.Group == "" {
		return nil, false
	}
	if path == "" {
		return nil, true
	}
	return strings.Split(path[1:], "_"), true
}

func (b *projectBuilder) info(name string, labels []string) {
	f, err := b.fsys.Open(name)
	if err != nil {
		b.findings = append(b.findings, faults.Finding(name, err, 0))
		return
	}
	defer f.Close()
	info, err := ReadInfo(f, hdtrace.ReadOptions{})
	if err != nil {
		f := faults.Finding(name, err, 0)
		if f.Severity = finding.Wrong; errors.Is(err, hdtrace.ErrTruncated) {
			f.Severity = finding.Note
		}
		b.findings = append(b.findings, f)
	}
	if len(info.Records) > 0 {
		b.infos = append(b.infos, pathInfo{labels, info, name})
	}
}

func (b *projectBuilder) build(options BuildOptions) *Project {
	slices.SortFunc(b.paths, func(x, y []string) int { return slices.CompareFunc(x, y, naturalOrder) })
	t := hdtrace.UncheckedTopology(b.project, b.levels(options.Levels)...)
	for _, labels := range b.paths {
		t.UncheckedNode(labels...)
	}
	p := New(t)
	p.Description = options.Description
	slices.Sort(b.groups)
	p.Groups = b.groups
	p.AddInfo(b.rankInfos(t.Levels())...)
	return p
}

// levels is the types of the levels, as many as the deepest path needs.
func (b *projectBuilder) levels(given []string) []string {
	depth, ranks := 1, true
	for _, labels := range b.paths {
		depth = max(depth, len(labels))
		ranks = ranks && (len(labels) < 2 || isInteger(labels[1]))
	}
	levels := slices.Clone(given)
	if len(levels) == 0 {
		levels = []string{"Hostname", "Rank", "Thread"}
		if !ranks {
			levels[1] = "Process"
		}
		levels = levels[:min(depth, len(levels))]
	}
	for i := len(levels); i < depth; i++ {
		levels = append(levels, fmt.Sprintf("Level%d", i+1))
	}
	return levels
}

// rankInfos finds the ranks of info files: the label on the level of type Rank.
func (b *projectBuilder) rankInfos(levels []string) []RankInfo {
	var list []RankInfo
	at := slices.IndexFunc(levels, func(l string) bool { return strings.EqualFold(l, "Rank") })
	for _, i := range b.infos {
		if at < 0 || at >= len(i.labels) || !isInteger(i.labels[at]) {
			b.find(finding.Note, 0, i.file, "no rank is known of it: it is left out")
			continue
		}
		rank, _ := strconv.Atoi(i.labels[at])
		ri := RankInfo{Rank: rank, Info: i.info}
		if at+1 < len(i.labels) {
			ri.Thread = i.labels[at+1]
		}
		list = append(list, ri)
	}
	return list
}

// isInteger reports whether a label is an integer as Java's parser takes it.
func isInteger(label string) bool {
	_, err := strconv.ParseInt(label, 10, 32)
	return err == nil
}

// naturalOrder compares names so that numbers in them count as such: node9 comes before node10.
func naturalOrder(a, b string) int { return cmp.Or(compareNumbers(a, b), strings.Compare(a, b)) }

func compareNumbers(a, b string) int {
	for a != "" && b != "" {
		na, nb := leadingDigits(a), leadingDigits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := len(x) - len(y); c != 0 {
				return c
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
