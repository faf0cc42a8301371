// Package loadgen knows the load generators: how each is called, what it can do, and how its output is read. It starts nothing.
package loadgen

import (
	"fmt"
	"path/filepath"
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
	// Plan returns the exact argument list. Its error is one sentence that says what to ask instead.
	Plan(Load) ([]string, error)
	// Parse reads what the tool printed on stdout. Failed requests are data, not an error.
	Parse(stdout []byte) (Result, error)
	// Output names the kind of file that stdout is.
	Output() (extension, mediaType string)
}

// Result is what the tool itself said, in our units.
type Result struct {
	Requests                int64
	DurationUs              int64
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
	switch name {
	case autocannonName:
		return &autocannon{command: command}, nil
	}
	return nil, fmt.Errorf("%q is not a load generator that this agent can drive; it knows %s", name, autocannonName)
}
