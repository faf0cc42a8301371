// Package ending says how a command ended: as an exit code, as a JSON object, and as an error on its way there.
package ending

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Outcome is how a command ended, in a word for programs.
type Outcome string

// The outcomes.
const (
	Met          Outcome = "met"
	Done         Outcome = "done"
	Detached     Outcome = "detached"
	Unexpected   Outcome = "unexpected"
	Usage        Outcome = "usage"
	Failed       Outcome = "failed"
	Inconclusive Outcome = "inconclusive"
	NotMeasured  Outcome = "not-measured"
	TimedOut     Outcome = "timeout"
	Interrupted  Outcome = "interrupted"
)

// Kind is an outcome with its exit code.
type Kind struct {
	Outcome Outcome
	Code    int
	// About is when it is the outcome.
	About string
}

// Kinds are all of them. A verdict never shares a code with a crash: Go and argument parsers end with 2, Node with 1.
var Kinds = []Kind{
	{Met, 0, "every condition is met; of a run, that it has a figure that is not invalid"},
	{Done, 0, "it is done, and had no condition that could fail; of a search, that the commit is found"},
	{Detached, 0, "with --detach: it is queued, and nobody waits for it"},
	{Unexpected, 1, "an error that nobody foresaw"},
	{Usage, 2, "wrong flags, a spec or token that is refused: nothing was started"},
	{Failed, 10, "a condition failed"},
	{Inconclusive, 11, "no condition failed, and one is inconclusive; of a search, that it ended with a range or did not reproduce the change"},
	{NotMeasured, 12, "nothing valid was measured: the run failed, was canceled or is invalid, the point is a gap, or the instance does not answer"},
	{TimedOut, 124, "--timeout passed"},
	{Interrupted, 130, "interrupted, by Ctrl-C or SIGTERM"},
}

// Code is the exit code of an outcome.
func (o Outcome) Code() int {
	for _, kind := range Kinds {
		if kind.Outcome == o {
			return kind.Code
		}
	}
	return 1
}

// Error is an error that says which outcome it is.
type Error struct {
	Outcome Outcome
	Err     error
}

func (e Error) Error() string { return e.Err.Error() }
func (e Error) Unwrap() error { return e.Err }

// As makes an error of an outcome.
func As(outcome Outcome, format string, arguments ...any) error {
	return Error{outcome, fmt.Errorf(format, arguments...)}
}

// Of is the outcome that an error stands for.
func Of(err error) Outcome {
	var known Error
	if errors.As(err, &known) {
		return known.Outcome
	}
	if err == nil {
		return Met
	}
	return Unexpected
}

// SchemaVersion is raised when a field of Result changes its meaning or goes.
const SchemaVersion = 1

// Result is what --json prints and --result writes: one object, whatever happened.
type Result struct {
	SchemaVersion int     `json:"schemaVersion"`
	Command       string  `json:"command"`
	Outcome       Outcome `json:"outcome"`
	ExitCode      int     `json:"exitCode"`
	// Sentence is the outcome in words.
	Sentence string `json:"sentence"`
	// ID and URL are those of the run, the experiment, the search or the benchmark; absent where there is none.
	ID  string `json:"id,omitempty"`
	URL string `json:"url,omitempty"`
	// Name of the run or the benchmark, or question of the experiment.
	Name string `json:"name,omitempty"`
	// State of the run or the alert, or status of the experiment or the search.
	State string `json:"state,omitempty"`
	// Caveats are what to know before the outcome is believed.
	Caveats []string `json:"caveats,omitempty"`
	// Body is what the command is about: the figures of a run, the answers of an experiment, a point, a history, a plan, hosts.
	Body any `json:"result,omitempty"`
}

// Finish fills in what follows from the outcome.
func (r *Result) Finish(outcome Outcome, sentence string) {
	r.SchemaVersion, r.Outcome, r.ExitCode, r.Sentence = SchemaVersion, outcome, outcome.Code(), sentence
}

// Write writes it as one indented object.
func (r *Result) Write(to io.Writer) error {
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// Save writes a file as a whole or not at all: whoever waits for it never reads half of it.
func Save(file string, write func(io.Writer) error) error {
	partial, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(partial.Name())
	if err := write(partial); err != nil {
		partial.Close()
		return err
	}
	if err := partial.Chmod(0o644); err != nil {
		partial.Close()
		return err
	}
	if err := partial.Close(); err != nil {
		return err
	}
	return os.Rename(partial.Name(), file)
}
