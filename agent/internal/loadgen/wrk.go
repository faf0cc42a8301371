package loadgen

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strconv"
)

const wrkName = "wrk"

//go:embed wrk.lua
var wrkScript []byte

// wrkTimeout is autocannon's default. It gives up no request: a response that comes later still counts as a request, its latency is
// dropped, and that is the timeout that wrk counts; one that never comes is counted nowhere. With wrk's default of 2 s, the latencies of
// a stalling server would end there.
const wrkTimeout = "10s"

type wrk struct{ command []string }

func (w *wrk) Name() string { return wrkName }

func (w *wrk) Path() string { return w.command[len(w.command)-1] }

// Abilities has the loop synthetic: wrk sends its next request when the one before is answered, and when it is done adds the latencies
// that requests sent at the mean interval would have had.
func (w *wrk) Abilities() Abilities {
	return Abilities{Loop: "synthetic", ResolutionUs: 1, Pipelining: true, Workers: true}
}

// VersionCommand exits with 1 after the version, which goes to stdout with the usage.
func (w *wrk) VersionCommand() []string { return append(slices.Clone(w.command), "-v") }

func (w *wrk) Output() (extension, mediaType string) { return "txt", "text/plain" }

func (w *wrk) Script() *Script { return &Script{Name: "wrk.lua", Text: wrkScript} }

func (w *wrk) Plan(l Load) ([]string, error) {
	threads, err := deal(wrkName, "thread", l)
	if err != nil {
		return nil, err
	}
	argv := append(slices.Clone(w.command), "-t", strconv.Itoa(threads), "-c", strconv.Itoa(l.Connections),
		"-d", strconv.Itoa(l.DurationSeconds)+"s", "--timeout", wrkTimeout, "-s", filepath.Join(l.ScriptFolder, w.Script().Name), l.URL)
	if l.Pipelining > 1 {
		argv = append(argv, strconv.Itoa(l.Pipelining))
	}
	return argv, nil
}
