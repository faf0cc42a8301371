// Package loadgen knows the load generators: how each is called, what it can do, and how its output is read. It starts nothing.
package loadgen

import (
	"fmt"
	"path/filepath"

	"github.com/dustin/go-humanize/english"
)

// Driver is one load generator. Its methods are pure and safe for concurrent use.
type Driver interface {
	Name() string
	// Path is the program that makes the tool what it is: the script of an interpreted one.
	Path() string
	Abilities() Abilities
	// VersionCommand prints the version.
	VersionCommand() []string
	// Plan returns what is to be carried out. Its error is one sentence that says what to ask instead.
	Plan(Load) (Invocation, error)
	// Parse reads what the tool printed on stdout when it drove this load. Failed requests are data, not an error.
	Parse(driven Load, stdout []byte) (Result, error)
	// Output names the kind of file that stdout is.
	Output() (extension, mediaType string)
}

// Invocation is one call of a tool.
type Invocation struct {
	// Argv is the exact argument list.
	Argv []string
	// Files are to lie in Load.ScriptFolder before. The name of one whose text depends on the load tells its text, so that a command
	// can be repeated after others.
	Files []File
}

// File is one of ours that a tool reads.
type File struct {
	Name string
	Text []byte
}

// known are the tools that there are drivers for, with the command that installs each.
var known = []struct {
	name, install string
	make          func(command []string) Driver
}{
	{VolleyName, "it is a part of the agent", func(command []string) Driver { return &volley{command} }},
	{autocannonName, "npm install --global autocannon", func(command []string) Driver { return &autocannon{command} }},
	{wrkName, "apt-get install wrk on Debian and Ubuntu", func(command []string) Driver { return &wrk{command} }},
	{vegetaName, "go install github.com/tsenart/vegeta/v12@v12.13.0", func(command []string) Driver { return &vegeta{command, self()} }},
	{ohaName, "cargo install oha", func(command []string) Driver { return &oha{command} }},
	{wrk2Name, "install it from the source of giltene/wrk2 under the name wrk2", func(command []string) Driver { return &wrk2{command} }},
	{k6Name, "go install go.k6.io/k6@v1.8.1", func(command []string) Driver { return &k6{command} }},
}

// Names are those of the tools that New knows.
func Names() []string {
	names := make([]string, len(known))
	for i, tool := range known {
		names[i] = tool.name
	}
	return names
}

// Install is the command that installs a tool, in words for a sentence; empty for one that New does not know.
func Install(name string) string {
	for _, tool := range known {
		if tool.name == name {
			return tool.install
		}
	}
	return ""
}

// New makes the driver of a tool that is called by the given words: a program, or an interpreter and a script.
func New(name string, command []string) (Driver, error) {
	for _, word := range command {
		if !filepath.IsAbs(word) {
			return nil, fmt.Errorf("the tool %s must be given by absolute paths, not %q", name, word)
		}
	}
	if len(command) == 0 {
		return nil, fmt.Errorf("the tool %s has no path", name)
	}
	for _, tool := range known {
		if tool.name == name {
			return tool.make(command), nil
		}
	}
	return nil, fmt.Errorf("%q is not a load generator that this agent can drive; it knows %s", name, NameList())
}

// NameList is Names as words for a sentence.
func NameList() string { return english.WordSeries(Names(), "and") }
