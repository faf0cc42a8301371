// Package loadgen knows the load generators: how each is called, what it can do, and how its output is read. It starts nothing.
package loadgen

import (
	_ "embed"
	"encoding/json"
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

// known are the tools that there are drivers for.
var known = []struct {
	name string
	make func(command []string) Driver
}{
	{VolleyName, func(command []string) Driver { return &volley{command} }},
	{autocannonName, func(command []string) Driver { return &autocannon{command} }},
	{wrkName, func(command []string) Driver { return &wrk{command} }},
	{vegetaName, func(command []string) Driver { return &vegeta{command, self()} }},
	{ohaName, func(command []string) Driver { return &oha{command} }},
	{wrk2Name, func(command []string) Driver { return &wrk2{command} }},
	{k6Name, func(command []string) Driver { return &k6{command} }},
}

// Names are those of the tools that New knows.
func Names() []string {
	names := make([]string, len(known))
	for i, tool := range known {
		names[i] = tool.name
	}
	return names
}

//go:embed install.gen.json
var installJSON []byte

var install = func() (words map[string]string) {
	if err := json.Unmarshal(installJSON, &words); err != nil {
		panic(fmt.Sprintf("install.gen.json: %v", err))
	}
	return words
}()

// Install tells in words what installs a tool; empty for one that the API does not know.
func Install(name string) string { return install[name] }

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
