// Package loadgen knows the load generators: how each is called, what it can do, and how its output is read. It starts nothing.
package loadgen

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Load is one invocation as it was asked for.
type Load struct {
	URL             string
	Connections     int
	Pipelining      int
	DurationSeconds int
	// Workers are the tool's threads; 0 leaves the number to the driver.
	Workers int
	// CPUs is how many CPUs the tool may use.
	CPUs int
	// ScriptFolder is where the driver's script lies, absolute.
	ScriptFolder string
}

// Script is a file of ours that a tool reads.
type Script struct {
	Name string
	Text []byte
}

// Abilities say what the figures of a tool can mean.
type Abilities struct {
	// Loop is closed, synthetic or open.
	Loop string
	// ResolutionUs is the step in which the tool counts latency; it truncates.
	ResolutionUs int64
	Pipelining   bool
	Workers      bool
}

// Driver is one load generator. Its methods are pure and safe for concurrent use.
type Driver interface {
	Name() string
	// Path is the program that makes the tool what it is: the script of an interpreted one.
	Path() string
	Abilities() Abilities
	// VersionCommand prints the version.
	VersionCommand() []string
	// Script is to lie in Load.ScriptFolder before what Plan returns is carried out. It is nil when the tool needs none.
	Script() *Script
	// Plan returns the exact argument list. Its error is one sentence that says what to ask instead.
	Plan(Load) ([]string, error)
	// Parse reads what the tool printed on stdout. Failed requests are data, not an error.
	Parse(stdout []byte) (Result, error)
	// Output names the kind of file that stdout is.
	Output() (extension, mediaType string)
}

// Result is what the tool itself said, in our units.
type Result struct {
	Requests   int64
	DurationUs int64
	// Workers are the threads of the tool that made the requests.
	Workers                 int
	RequestsPerSecond       float64
	RequestsPerSecondStddev *float64
	RequestsPerSecondMax    *float64
	BytesPerSecond          float64
	LatencyMs               LatencyMs
	Errors                  Errors
}

// LatencyMs holds nil where the tool has no such figure, or no request succeeded.
type LatencyMs struct {
	Mean, Stddev, P50, P90, P95, P97_5, P99, P99_9, P99_99, Max *float64

	Loop         string
	ResolutionUs int64
}

// Errors are failed requests by kind.
type Errors struct {
	Connection, Timeout, Reset, Non2xx, Mismatch int64
}

// known are the tools that there are drivers for, with the command that installs each.
var known = []struct {
	name, install string
	make          func(command []string) Driver
}{
	{autocannonName, "npm install --global autocannon", func(command []string) Driver { return &autocannon{command} }},
	{wrkName, "apt-get install wrk on Debian and Ubuntu", func(command []string) Driver { return &wrk{command} }},
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
	return nil, fmt.Errorf("%q is not a load generator that this agent can drive; it knows %s", name, strings.Join(Names(), " and "))
}
