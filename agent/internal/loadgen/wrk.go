package loadgen

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

const wrkName = "wrk"

//go:embed wrk.lua
var wrkScript []byte

// wrkTimeout is autocannon's default. It gives up no request. A response that comes later still counts as a request, without its latency,
// and as a timeout; one that never comes is counted nowhere. With wrk's default of 2 s, the latencies of a stalling server would end there.
const wrkTimeout = "10s"

type wrk struct{ command []string }

func (w *wrk) Name() string { return wrkName }

func (w *wrk) Path() string { return w.command[len(w.command)-1] }

// Abilities has the latency synthetic: wrk sends its next request when the one before is answered. When it is done, it adds the latencies
// that requests at the mean interval would have had.
func (w *wrk) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelSynthetic}},
		ResolutionUs: 1,
		Pipelining:   true,
		Mixes:        true,
		Workers:      Threads,
		Percentiles:  []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"},
		Refusals: []Refusal{
			{Open, "wrk has no rate: it sends the next request when one is answered; ask for a closed loop, or choose volley, vegeta or wrk2"},
			{modeDecompress, "wrk does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		},
	}
}

// VersionCommand exits with 1 after the version, which goes to stdout with the usage.
func (w *wrk) VersionCommand() []string { return append(slices.Clone(w.command), "-v") }

func (w *wrk) Output() (extension, mediaType string) { return "txt", "text/plain" }

// Plan gives a mix to our script as words: the cycle by number, then the paths. With a mix, wrk calls Lua before every write.
func (w *wrk) Plan(l Load) (Invocation, error) {
	if err := w.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	threads, err := deal(wrkName, "thread", l)
	if err != nil {
		return Invocation{}, err
	}
	words, err := wrkScriptWords(l)
	if err != nil {
		return Invocation{}, err
	}
	script := File{Name: "wrk.lua", Text: wrkScript}
	argv := append(slices.Clone(w.command), "-t", strconv.Itoa(threads), "-c", strconv.Itoa(l.Connections),
		"-d", strconv.Itoa(l.DurationSeconds)+"s", "--timeout", wrkTimeout, "-s", l.path(script), l.url(l.Requests[0].Path))
	return Invocation{Argv: append(argv, words...), Files: []File{script}}, nil
}

// wrkScriptWords are the script's arguments: none, the pipelining, or that and the mix.
func wrkScriptWords(l Load) ([]string, error) {
	if len(l.Requests) == 1 {
		if l.pipelining() == 1 {
			return nil, nil
		}
		return []string{strconv.Itoa(l.pipelining())}, nil
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return nil, err
	}
	places := make([]string, len(cycle))
	for i, request := range cycle {
		places[i] = strconv.Itoa(request + 1)
	}
	words := []string{strconv.Itoa(l.pipelining()), strings.Join(places, ",")}
	for _, r := range l.Requests {
		words = append(words, r.Path)
	}
	return words, nil
}
