package loadgen

import (
	"encoding/json"
	"slices"
	"strconv"
)

const autocannonName = "autocannon"

type autocannon struct{ command []string }

func (a *autocannon) Name() string { return autocannonName }

func (a *autocannon) Path() string { return a.command[len(a.command)-1] }

func (a *autocannon) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}},
		ResolutionUs: 1000,
		Pipelining:   true,
		Mixes:        true,
		Workers:      Threads,
		Percentiles:  []string{"p50", "p90", "p97.5", "p99", "p99.9", "p99.99"},
		Refusals: []Refusal{
			{Open, "autocannon's rate (-R) sends in bursts and counts late responses twice, so its latency would be wrong; ask for a closed loop, or choose volley or vegeta"},
			{modeDecompress, "autocannon does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		},
	}
}

func (a *autocannon) VersionCommand() []string { return append(slices.Clone(a.command), "--version") }

func (a *autocannon) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan with one worker passes no -w: the main thread then makes the requests itself. That costs the same CPU time per request (14.5 µs
// against 14.9 with -w 1, medians of six, tool and server pinned to a CPU each) and saves the 130 ms that a thread takes to start and to
// end. Every connection goes through a mix from its beginning.
func (a *autocannon) Plan(l Load) (Invocation, error) {
	if err := a.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	workers, err := deal(autocannonName, "worker", l)
	if err != nil {
		return Invocation{}, err
	}
	argv := append(slices.Clone(a.command), "--json", "--no-progress",
		"-c", strconv.Itoa(l.Connections), "-p", strconv.Itoa(l.pipelining()), "-d", strconv.Itoa(l.DurationSeconds))
	if workers > 1 {
		argv = append(argv, "-w", strconv.Itoa(workers))
	}
	if len(l.Requests) == 1 {
		return Invocation{Argv: append(argv, l.url(l.Requests[0].Path))}, nil
	}
	archive, err := harOf(l)
	if err != nil {
		return Invocation{}, err
	}
	return Invocation{Argv: append(argv, "--har", l.path(archive), l.URL), Files: []File{archive}}, nil
}

// harOf writes the cycle of requests as an HTTP archive, the only way to give autocannon several from the command line.
func harOf(l Load) (File, error) {
	type request struct {
		Method  string   `json:"method"`
		URL     string   `json:"url"`
		Headers []string `json:"headers"`
	}
	type entry struct {
		Request request `json:"request"`
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, err
	}
	var archive struct {
		Log struct {
			Entries []entry `json:"entries"`
		} `json:"log"`
	}
	for _, i := range cycle {
		archive.Log.Entries = append(archive.Log.Entries, entry{request{"GET", l.url(l.Requests[i].Path), []string{}}})
	}
	text, err := json.Marshal(archive)
	return fileOf("requests", "har", text), err
}
