package revisions

import (
	"context"
	"strconv"
	"strings"

	"millionrps/agent/internal/hostconfig"
)

// Revision is a commit of a source's branch.
type Revision struct {
	Commit string
	// Parent is the first one; empty of the first commit.
	Parent string
	// CommittedAtUs is since the epoch, as the commit says.
	CommittedAtUs int64
	// Subject is one line of at most SubjectMost characters.
	Subject string
}

const (
	// RevisionsMost bounds a list, as the contract does.
	RevisionsMost = 200
	// SubjectMost is in characters.
	SubjectMost = 200
)

// List is of the source's branch, newest first along first parents. It fetches before; its error is as that of Build.
func (s *Store) List(ctx context.Context, name string, t hostconfig.Target, most int) ([]Revision, error) {
	release, err := s.take(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	p, err := s.placeOf(name, t)
	if err != nil {
		return nil, err
	}
	m, err := p.open()
	if err != nil {
		return nil, err
	}
	defer s.limitMirrors(p.root)
	defer m.shut()
	if err := m.fetch(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, fault(NotFetched, "the repository of %s was not fetched in time; give a commit by its SHA: a run has %s to fetch and build it, and lists are quick afterwards",
				name, p.source.Timeout)
		}
		return nil, p.notFetched(ctx, name, err)
	}
	printed, err := m.run(ctx, nil, "log", "-z", "--first-parent", "--max-count="+strconv.Itoa(min(max(most, 1), RevisionsMost)),
		"--encoding=UTF-8", "--format=%H%x1f%P%x1f%ct%x1f%<("+strconv.Itoa(SubjectMost)+",trunc)%s", "refs/heads/"+p.source.Branch, "--")
	if err != nil {
		return nil, fault(Unknown, "the branch %s of the repository of %s was not read: %s", p.source.Branch, name, p.unnamed(err))
	}
	return parseRevisions(printed), nil
}

func parseRevisions(printed string) []Revision {
	all := []Revision{}
	for line := range strings.SplitSeq(printed, "\x00") {
		fields := strings.SplitN(line, "\x1f", 4)
		if len(fields) != 4 || !commitName.MatchString(fields[0]) {
			continue
		}
		seconds, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil || seconds < 0 || seconds > 1<<40 {
			seconds = 0
		}
		parent, _, _ := strings.Cut(fields[1], " ")
		all = append(all, Revision{fields[0], parent, seconds * 1e6, subject(fields[3])})
	}
	return all
}

// subject is plain text, of one line: it is shown to people who did not write it.
func subject(text string) string {
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return ' '
		}
		return r
	}, strings.ReplaceAll(plain(text), "\n", " ")))
	line := []rune(strings.Join(words, " "))
	return string(line[:min(len(line), SubjectMost)])
}
