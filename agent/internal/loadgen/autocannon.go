package loadgen

import (
	"slices"
	"strconv"
)

const autocannonName = "autocannon"

type autocannon struct{ command []string }

func (a *autocannon) Name() string { return autocannonName }

func (a *autocannon) Path() string { return a.command[len(a.command)-1] }

func (a *autocannon) Abilities() Abilities {
	return Abilities{Loop: "closed", ResolutionUs: 1000, Pipelining: true, Workers: true}
}

func (a *autocannon) VersionCommand() []string { return append(slices.Clone(a.command), "--version") }

func (a *autocannon) Script() *Script { return nil }

func (a *autocannon) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan never passes -R: it sends bursts and counts twice (load-tools.md). With one worker it passes no -w: the main thread then makes
// the requests itself, at the same CPU time per request (14.5 µs against 14.9 with -w 1, medians of six, tool and server pinned to a CPU
// each) and without the 130 ms that a thread of its own takes to start and to end.
func (a *autocannon) Plan(l Load) ([]string, error) {
	workers, err := deal(autocannonName, "worker", l)
	if err != nil {
		return nil, err
	}
	argv := append(slices.Clone(a.command), "--json", "--no-progress",
		"-c", strconv.Itoa(l.Connections), "-p", strconv.Itoa(l.Pipelining), "-d", strconv.Itoa(l.DurationSeconds))
	if workers > 1 {
		argv = append(argv, "-w", strconv.Itoa(workers))
	}
	return append(argv, l.URL), nil
}
