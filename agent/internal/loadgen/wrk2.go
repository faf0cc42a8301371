package loadgen

import (
	"fmt"
	"slices"
	"strconv"
)

const wrk2Name = "wrk2"

// wrk2CalibrationSeconds pass before it records a latency.
const wrk2CalibrationSeconds = 10

// wrk2Connections are for an open loop that leaves their number open; its own default of 10 is one for a few hundred requests per second.
const wrk2Connections = 100

type wrk2 struct{ command []string }

func (w *wrk2) Name() string { return wrk2Name }

func (w *wrk2) Path() string { return w.command[len(w.command)-1] }

// Abilities has the latency open: it is counted from when a request was due on its connection.
func (w *wrk2) Abilities() Abilities {
	return Abilities{
		Loops:           []LoopAbility{{Open, LabelOpen}},
		ShortestSeconds: wrk2CalibrationSeconds + 1,
		ResolutionUs:    1,
		Workers:         Threads,
		Percentiles:     []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"},
		Refusals: []Refusal{
			{Closed, "wrk2 always sends at a rate; ask for requests per second, or choose wrk for a closed loop"},
			openPipelining(wrk2Name),
			constantOnly(wrk2Name),
			{modeMixes, "wrk2 is driven with one path only; ask for one request, or choose volley or vegeta"},
			{modeDecompress, "wrk2 does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		},
	}
}

// VersionCommand exits with 1 after the version, as wrk's does.
func (w *wrk2) VersionCommand() []string { return append(slices.Clone(w.command), "-v") }

func (w *wrk2) Output() (extension, mediaType string) { return "txt", "text/plain" }

func (w *wrk2) Plan(l Load) (Invocation, error) {
	if err := w.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	if l.DurationSeconds <= wrk2CalibrationSeconds {
		return Invocation{}, fmt.Errorf("wrk2 calibrates for %d s before it records a latency, and %d s leave nothing of it; ask for 20 s or more", wrk2CalibrationSeconds, l.DurationSeconds)
	}
	l.Connections = l.connections(wrk2Connections)
	threads, err := deal(wrk2Name, "thread", l)
	if err != nil {
		return Invocation{}, err
	}
	return Invocation{Argv: append(slices.Clone(w.command), "-t", strconv.Itoa(threads), "-c", strconv.Itoa(l.Connections),
		"-d", strconv.Itoa(l.DurationSeconds)+"s", "--timeout", wrkTimeout, "-R", strconv.Itoa(l.RequestsPerSecond), "--latency",
		l.url(l.Requests[0].Path))}, nil
}
