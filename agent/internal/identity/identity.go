// Package identity tells what a target is to the last byte: its program, what it has loaded, the files that the host's configuration
// declares, its arguments, its environment, and where it runs. What cannot be read is named with the reason, never left out.
package identity

import (
	"context"
	"slices"
	"strings"
	"time"

	"millionrps/agent/internal/process"
)

// Bounds of one reading. What is beyond them is named as unread.
const (
	filesMost  = 500
	bytesMost  = 512 << 20
	unreadMost = 50
	within     = 10 * time.Second
)

// File is a file that was read completely.
type File struct {
	Path      string
	SHA256    string // in hex
	SizeBytes int64
	// Declared says that the configuration file names it; otherwise the target has loaded it.
	Declared bool
	// FilledFrom is the template that the agent made it of for this target; "" for every other file.
	FilledFrom string
}

// Unread is what could not be known, and why.
type Unread struct{ Path, Reason string }

// Identity is what a target was when it was looked at.
type Identity struct {
	// Binary is the program that listens; nil when it could not be read.
	Binary *File
	// Files are its loaded files, its other programs, and the declared files; by path.
	Files []File
	// ArgvHMAC is the HMAC of the arguments of the process that listens, EnvironmentHMAC of the names and values of its
	// variables; "" if they could not be read. Equal values mean equal contents. Without this host's key they reveal
	// nothing, so secrets cannot be guessed.
	ArgvHMAC         string
	EnvironmentHMAC  string
	EnvironmentNames []string // in order
	// Version is what the declared command printed; "" without one.
	Version string
	// Unit is the systemd unit, Container the id of the container that it runs in; "" where it is neither, or shares the agent's.
	Unit, Container string
	Unread          []Unread
}

// Template is a file that the agent has filled and copied for the target.
type Template struct{ From, Filled string }

// Subject is what is to be looked at.
type Subject struct {
	// PIDs are the processes that listen, then others of the target.
	PIDs []int
	// Listening are so many of them, from the first on; 0 where that is not known.
	Listening int
	// OwnFiles says that it comes with the agent and reads no file of its own.
	OwnFiles bool
	// Declared says that the configuration file states which files matter, even if none does; Patterns are their paths.
	Declared bool
	Patterns []string
	// Templates are the paths of the agent's filled copies and of what each was made of.
	Templates []Template
	// VersionCommand prints its version; none for no version. RunAs is the target's user; nil for the user of this process.
	VersionCommand []string
	RunAs          func() (*process.Identity, error)
	// Argv and Environment are what the agent started it with; nil where it was started by others: then what its process says.
	Argv, Environment []string
	// ArgvChanges says that its arguments differ each time by themselves.
	ArgvChanges bool
}

// Reader looks at targets of this host.
type Reader struct {
	Launcher *process.Launcher
	// Key is this host's, and never leaves it.
	Key []byte
}

// Read looks at a target that runs.
func (r Reader) Read(ctx context.Context, s Subject) Identity {
	look := newLook(ctx, s)
	r.readProcess(look)
	look.readPrograms()
	look.readTemplates()
	look.readDeclared()
	if len(s.VersionCommand) > 0 {
		r.readVersion(look)
	}
	return look.done()
}

// Again reads the files of an identity anew. What no reading can change while the target runs is taken over.
func (r Reader) Again(ctx context.Context, s Subject, first Identity) Identity {
	look := newLook(ctx, s)
	look.found.ArgvHMAC, look.found.EnvironmentNames, look.found.EnvironmentHMAC = first.ArgvHMAC, first.EnvironmentNames, first.EnvironmentHMAC
	look.found.Version, look.found.Unit, look.found.Container = first.Version, first.Unit, first.Container
	look.readPrograms()
	look.readTemplates()
	look.readDeclared()
	return look.done()
}

// look is one reading under way.
type look struct {
	Subject
	ctx       context.Context
	deadline  time.Time
	bytesLeft int64
	seen      map[string]bool
	beyond    bool
	startedAt time.Time // of what listens
	found     Identity
}

func newLook(ctx context.Context, s Subject) *look {
	listening := s.PIDs
	if s.Listening > 0 {
		listening = s.PIDs[:s.Listening]
	}
	return &look{Subject: s, ctx: ctx, deadline: time.Now().Add(within), bytesLeft: bytesMost, seen: map[string]bool{}, startedAt: startOf(listening)}
}

func (l *look) unread(path, reason string) {
	if len(l.found.Unread) < unreadMost {
		l.found.Unread = append(l.found.Unread, Unread{clean(path), reason})
	}
}

func (l *look) done() Identity {
	slices.SortFunc(l.found.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return l.found
}

// clean makes a path text that every database takes.
func clean(path string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(path, "�"), "\x00", "")
}
