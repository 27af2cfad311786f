package load

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// How files in this module's own formats start.
const (
	summaryMagic = "tmrsumm\n"
	profileMagic = "tmrprof\n"
	tableMagic   = "mpitimer"
)

// readOwn reads Summaries and Profiles, one after the other. Of Summaries the last counts, which is of the
// whole run where a program has written one now and then; so it is with Profiles of a rank.
func (g *gathering) readOwn(r *bufio.Reader, name string) (source, error) {
	s := source{class: profilesClass, form: "profiles", file: name}
	at, summaries := make(map[int]int), 0
	for {
		head, err := r.Peek(len(summaryMagic))
		if len(head) == 0 && err == io.EOF {
			break
		}
		if string(head) == summaryMagic {
			next, err := stats.ReadSummary(r)
			if err != nil {
				return s, frameError(err, summaries+len(s.profiles))
			}
			s.summary, s.class, s.form = next, summaryClass, "summary"
			summaries++
			continue
		}
		list, err := g.someProfiles(r, name)
		for _, p := range list {
			if i, again := at[p.Rank]; again {
				s.profiles[i] = p
				continue
			}
			at[p.Rank] = len(s.profiles)
			s.profiles = append(s.profiles, p)
		}
		if err != nil {
			return s, frameError(err, summaries+len(s.profiles))
		}
	}
	if summaries > 1 {
		s.say("frames", fmt.Sprintf("%d; the last is used", summaries))
	}
	return s, nil
}

// someProfiles reads at least one of the Profiles that follow each other in a file, which several processors decode. Those before a
// damaged one are returned with the error.
func (g *gathering) someProfiles(r *bufio.Reader, name string) (list Ranks, err error) {
	const most, mostBytes = 256, 4 << 20
	var frames [][]byte
	for size := 0; len(frames) < most && size < mostBytes; size += len(frames[len(frames)-1]) {
		head, _ := r.Peek(len(profileMagic))
		if len(frames) > 0 && string(head) != profileMagic { // what is there is not looked at yet
			break
		}
		frame, wrong := stats.ReadProfileFrame(r) // also of a file without one, for its error
		if err = wrong; err != nil {
			break
		}
		frames = append(frames, frame)
	}
	list = make(Ranks, len(frames))
	errs := make([]error, len(frames))
	together(len(frames), func(i int) {
		var p stats.Profile
		if errs[i] = p.UnmarshalBinary(frames[i]); errs[i] == nil {
			list[i] = g.trees.pack(&p, true, name)
		}
	})
	for i, wrong := range errs {
		if wrong != nil {
			return list[:i], wrong
		}
	}
	return list, err
}

// frameError says which part of a file is damaged.
func frameError(err error, before int) error {
	if errors.Is(err, io.EOF) && !errors.Is(err, stats.ErrFormat) {
		err = io.ErrUnexpectedEOF
	}
	if before == 0 {
		return err
	}
	return fmt.Errorf("behind %s: %w", cli.Plural(before, "good summary or profile"), err)
}

// readTable reads the table of one rank.
func (g *gathering) readTable(name string) (source, error) {
	t, err := ranktable.Open(name)
	if err != nil {
		return source{}, err
	}
	s := tableSource(name)
	look, err := t.Look()
	if look != nil && look.Profile != nil {
		s.profiles = Ranks{g.trees.pack(look.Profile, true, name)}
		s.say("run", look.Run)
	}
	return s, errors.Join(err, t.Close())
}

func tableSource(name string) source { return source{class: tableClass, form: "tables", file: name} }

// tables takes in the rank tables in a directory and below.
func (g *gathering) tables(runs []*ranktable.Run, folder string) error {
	runs, others := ranktable.Candidates(runs)
	var err error
	for _, r := range others {
		err = errors.Join(err, r.Close())
	}
	if len(runs) > 1 {
		err = errors.Join(err, fmt.Errorf("%s: holds tables of %d runs; expected one run: %s, %s, …", folder, len(runs), runs[0].Name, runs[1].Name))
		for _, r := range runs {
			err = errors.Join(err, r.Close())
		}
		return err
	}
	for _, r := range runs {
		g.ignored = append(g.ignored, r.Ignored...)
		g.add(g.runTables(r, folder))
	}
	return err
}

func (g *gathering) runTables(r *ranktable.Run, folder string) (source, error) {
	s := tableSource(folder)
	s.say("run", r.Name)
	if !r.Own() && r.Owner >= 0 {
		s.say("user", strconv.Itoa(r.Owner))
	}
	if first := job.Glance(r, time.Now()).DiedFirst(); first != "" {
		s.say("died", first)
	}
	summary, err := r.Summary()
	s.summary = summary
	errs := append(r.Problems, err)
	for _, t := range r.Tables {
		p, err := t.Profile()
		if p != nil {
			s.profiles = append(s.profiles, g.trees.pack(p, true, folder))
		} else {
			errs = append(errs, err)
		}
	}
	return s, errors.Join(append(errs, r.Close())...)
}
