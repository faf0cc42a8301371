// Package loadgen knows the load generators: how each is called, what it can do, and how its output is read. It starts nothing.
package loadgen

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

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
	// Parse reads what the tool printed on stdout, which is not nothing, when it drove this load. Failed requests are data, not an error.
	Parse(driven Load, stdout []byte) (Result, error)
	// Output names the kind of file that stdout is.
	Output() (extension, mediaType string)
	// plan is asked for what the abilities accept only.
	plan(Load) (Invocation, error)
}

// Plan returns what is to be carried out. Its error is one sentence that says what to ask instead.
func Plan(d Driver, l Load) (Invocation, error) {
	if err := d.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	return d.plan(l)
}

// Invocation is one call of a tool.
type Invocation struct {
	// Argv is the exact argument list.
	Argv []string
	// Files are to lie in Load.ScriptFolder before. The name of one whose text depends on the load tells its text, so that a command
	// can be repeated after others.
	Files []File
	// SecretsBy is how the tool is handed the values of the secrets that the load names; empty where it names none.
	SecretsBy SecretsBy
}

// SecretsBy is a way for secrets into a tool that no list of processes shows.
type SecretsBy string

// Through descriptor 3, as JSON {name: value}; or as environment variables, each by SecretVariable.
const (
	ByPipe        SecretsBy = "pipe"
	ByEnvironment SecretsBy = "environment"
)

// SecretVariable is the environment variable of the n-th secret of a load, from 0 on, in the order of requests.File.Secrets.
func SecretVariable(n int) string { return "MILLIONRPS_SECRET_" + strconv.Itoa(n+1) }

// File is one of ours that a tool reads.
type File struct {
	Name string
	Text []byte
}

// tool is what each driver is made of: its name, and the words that call it.
type tool struct {
	name    string
	command []string
}

func (t tool) Name() string { return t.name }

func (t tool) Path() string { return t.command[len(t.command)-1] }

func (t tool) call(words ...string) []string { return append(slices.Clone(t.command), words...) }

// Output is JSON, unless a driver says something else.
func (t tool) Output() (extension, mediaType string) { return "json", "application/json" }

// decode is for tools that print one JSON document.
func decode(stdout []byte, document any) error {
	if err := json.Unmarshal(stdout, document); err != nil {
		return fmt.Errorf("it printed no JSON: %w", err)
	}
	return nil
}

// known are the tools that there are drivers for, each in a file of its own.
var known = []struct {
	name string
	make func(tool) Driver
}{
	{VolleyName, func(t tool) Driver { return volley{t} }},
	{"autocannon", func(t tool) Driver { return autocannon{t} }},
	{"wrk", func(t tool) Driver { return wrk{t} }},
	{"vegeta", func(t tool) Driver { return vegeta{t} }},
	{"oha", func(t tool) Driver { return oha{t} }},
	{"wrk2", func(t tool) Driver { return wrk2{t} }},
	{"k6", func(t tool) Driver { return k6{t} }},
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

// New makes the driver of a tool. The command is a program, or an interpreter and a script, by absolute paths; a relative path or an
// unknown name is an error.
func New(name string, command []string) (Driver, error) {
	for _, word := range command {
		if !filepath.IsAbs(word) {
			return nil, fmt.Errorf("the tool %s must be given by absolute paths, not %q", name, word)
		}
	}
	if len(command) == 0 {
		return nil, fmt.Errorf("the tool %s has no path", name)
	}
	for _, one := range known {
		if one.name == name {
			return one.make(tool{name, command}), nil
		}
	}
	return nil, fmt.Errorf("%q is not a load generator that this agent can drive; it knows %s", name, NameList())
}

// NameList is Names as words for a sentence.
func NameList() string { return english.WordSeries(Names(), "and") }
