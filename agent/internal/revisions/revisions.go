// Package revisions builds commits of a target's repository, and keeps what was built. Git and the builds run as the user that the host's
// configuration file names, confined; nothing of the repository runs as the agent. One thing at a time.
package revisions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"millionrps/agent/internal/confined"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/process"
)

// Limits bound what builds may take of a host, and what is kept of them.
type Limits struct {
	// Processes of one build, or of git, at a time.
	Processes int
	// BuildBytes are the files of one build, MirrorBytes those of a repository's mirror.
	BuildBytes, MirrorBytes int64
	// FreeBytes have to be left on the file system.
	FreeBytes int64
	// KeptBuilds and KeptBytes bound all that is kept; what was used longest ago goes first.
	KeptBuilds int
	KeptBytes  int64
	// Mirrors is how many repositories are kept.
	Mirrors int
}

// DefaultLimits are those of the product; tests lower them.
var DefaultLimits = Limits{
	Processes: 1000, BuildBytes: 4 << 30, MirrorBytes: 8 << 30, FreeBytes: 512 << 20, KeptBuilds: 20, KeptBytes: 10 << 30, Mirrors: 10,
}

// Store makes and keeps builds. Safe for concurrent use.
type Store struct {
	// Own takes builds of the agent's user, Beside those of others, who cannot enter the agent's own folder.
	Own, Beside string
	// Limits of zero stand for DefaultLimits.
	Limits Limits
	// Mask takes secrets out of what builds print; nil for none.
	Mask func([]byte) []byte
	Log  *slog.Logger

	turn     chan struct{}
	turnOnce sync.Once
}

// take waits for its turn.
func (s *Store) take(ctx context.Context) (release func(), err error) {
	s.turnOnce.Do(func() { s.turn = make(chan struct{}, 1) })
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Built is a commit that was built.
type Built struct {
	Commit string
	// Program is its absolute path, and SHA256 of its bytes.
	Program, SHA256 string
	// FromCache says that an earlier run had it built.
	FromCache bool
	// BuildSeconds is how long the build took, whenever that was.
	BuildSeconds float64
}

// Fault is why there is no program of a commit.
type Fault struct {
	// Code is not-buildable where the commit is to blame, and another one where the host or its repository is.
	Code     string
	Sentence string
	// Output is the end of what the build printed; empty where it did not begin.
	Output []byte
}

func (f *Fault) Error() string { return f.Sentence }

// Codes of faults.
const (
	NotBuildable = "not-buildable"
	Unknown      = "revision-unknown"
	NotFetched   = "revision-not-fetched"
	Refused      = "revision-refused"
)

func fault(code, format string, arguments ...any) *Fault {
	return &Fault{Code: code, Sentence: fmt.Sprintf(format, arguments...)}
}

// commitName is a whole name in SHA-1 or SHA-256: nothing that git could take for an option, a branch or an expression.
var commitName = regexp.MustCompile(`^[0-9a-f]{40}(?:[0-9a-f]{24})?$`)

// place is where the builds of one target are, and who makes them.
type place struct {
	source hostconfig.Source
	// builder is nil for the agent's user.
	builder *process.Identity
	// root holds mirrors and builds.
	root   string
	limits confined.Limits
	mask   func([]byte) []byte
	// mirrorBytes is what the mirror may take.
	mirrorBytes int64
}

// Fit is nil when commits of the target can be built and run here, or why not: what follows "the target my-server".
func Fit(t hostconfig.Target) error {
	_, _, err := usersOf(t)
	if err == nil {
		_, err = gitProgram()
	}
	return err
}

// usersOf are who builds and who runs what was built; nil for the agent's user. Neither may be root.
func usersOf(t hostconfig.Target) (builder, runner *process.Identity, err error) {
	if builder, err = userOf("is built by", t.Source.User); err == nil {
		runner, err = userOf("is run by", t.User)
	}
	return builder, runner, err
}

func userOf(does, user string) (*process.Identity, error) {
	identity, err := process.IdentityOf(user)
	if err != nil {
		return nil, err
	}
	if identity == nil && os.Geteuid() == 0 || identity.Credential() != nil && identity.Credential().Uid == 0 {
		return nil, fmt.Errorf("%s root, and what a commit does there would be done by root: name a throw-away user", does)
	}
	return identity, nil
}

func (s *Store) placeOf(name string, t hostconfig.Target) (p place, err error) {
	if t.Source == nil {
		return p, fault(Refused, "the target %s has no source in the configuration file, so no revision of it can be built", name)
	}
	bounds := s.limits()
	p = place{source: *t.Source, root: s.Own, mask: s.Mask, mirrorBytes: bounds.MirrorBytes, limits: confined.Limits{
		MemoryBytes: t.Source.MemoryBytes, FolderBytes: bounds.BuildBytes, FreeBytes: bounds.FreeBytes, Processes: bounds.Processes,
	}}
	var runner *process.Identity
	if p.builder, runner, err = usersOf(t); err != nil {
		return p, fault(Refused, "the target %s %v", name, err)
	}
	if p.builder != nil || runner != nil {
		p.root = s.Beside
	}
	if err := process.Passage(p.root); err != nil {
		return p, fmt.Errorf("making a folder for revisions: %w", err)
	}
	closed, err := process.ClosedToOthers(p.root)
	if err == nil && closed != "" && p.root == s.Beside {
		return p, fault(Refused, "the users that build and run the target %s may not enter %s: open that with \"chmod o+x\", or start the agent with another --data", name, closed)
	}
	return p, err
}

func (s *Store) limits() Limits {
	if s.Limits == (Limits{}) {
		return DefaultLimits
	}
	return s.Limits
}

// Build answers the program of a commit, built now or before. Its error is a *Fault, the context's cause, or one of this host.
func (s *Store) Build(ctx context.Context, name string, t hostconfig.Target, commit string) (Built, error) {
	if !commitName.MatchString(commit) {
		return Built{}, fault(Refused, "%.80q is no whole SHA of a commit", commit)
	}
	release, err := s.take(ctx)
	if err != nil {
		return Built{}, err
	}
	defer release()
	p, err := s.placeOf(name, t)
	if err != nil {
		return Built{}, err
	}
	k := p.kept(commit)
	if built, ok := k.known(); ok {
		return built, nil
	}
	timeout := fault(NotFetched, "the repository of %s did not give the commit %s within %s", name, short(commit), p.source.Timeout)
	ctx, cancel := context.WithTimeoutCause(ctx, p.source.Timeout, timeout)
	defer cancel()
	defer s.limitMirrors(p.root)
	if err := k.empty(); err != nil {
		return Built{}, err
	}
	built, err := p.make(ctx, name, k)
	if err != nil {
		_ = os.RemoveAll(k.folder)
		return Built{}, err
	}
	s.forget(p.root, k.folder)
	return built, nil
}

// make checks the commit out and builds it.
func (p place) make(ctx context.Context, name string, k kept) (Built, error) {
	if err := p.checkOut(ctx, name, k); err != nil {
		return Built{}, err
	}
	begun := time.Now()
	if err := p.build(ctx, name, k); err != nil {
		return Built{}, err
	}
	seconds := time.Since(begun).Seconds()
	if err := errors.Join(k.seal(), os.RemoveAll(k.scratch())); err != nil {
		return Built{}, fmt.Errorf("keeping a build of %s: %w", name, err)
	}
	return k.record(name, seconds)
}

func short(commit string) string { return commit[:12] }

// Sweep removes what a killed life was building, and closes the mirrors that it may have left open.
func (s *Store) Sweep() error {
	var all []error
	for _, root := range []string{s.Own, s.Beside} {
		if err := os.Chmod(filepath.Join(root, mirrorsFolder), 0o700); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = append(all, err)
		}
		for _, folder := range subfolders(filepath.Join(root, buildsFolder)) {
			if _, err := os.Stat(filepath.Join(folder, recordFile)); err != nil {
				all = append(all, os.RemoveAll(folder))
			}
		}
	}
	return errors.Join(all...)
}
