package loadgen

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

const k6Name = "k6"

//go:embed k6.js
var k6Script []byte

type k6 struct{ command []string }

func (k *k6) Name() string { return k6Name }

func (k *k6) Path() string { return k.command[len(k.command)-1] }

func (k *k6) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Decompress:   true,
		Workers:      NoOfWorkers,
		Percentiles:  []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"},
		Refusals: []Refusal{
			{modePipelining, "k6 sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon"},
			openPipelining(k6Name),
			constantOnly(k6Name),
			ownWorkers(k6Name),
		},
	}
}

func ownWorkers(tool string) Refusal {
	return Refusal{modeWorkers, tool + " is one process with a thread for every CPU that it may use; leave its workers open, and choose its CPUs instead"}
}

func (k *k6) VersionCommand() []string { return append(slices.Clone(k.command), "version") }

func (k *k6) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan gives the script its numbers as k6's -e. Each virtual user is a connection. k6 would write a line of every request that fails, so
// only what it calls an error goes to stderr.
func (k *k6) Plan(l Load) (Invocation, error) {
	if err := k.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return Invocation{}, err
	}
	places, paths := make([]string, len(cycle)), make([]string, len(l.Requests))
	for i, request := range cycle {
		places[i] = strconv.Itoa(request)
	}
	for i, r := range l.Requests {
		paths[i] = r.Path
	}
	encodedPaths, err := json.Marshal(paths)
	if err != nil {
		return Invocation{}, err
	}
	rate, gzip := 0, "0"
	if l.Loop == Open {
		rate = l.RequestsPerSecond
	}
	if l.Decompress {
		gzip = "1"
	}
	script := File{Name: "k6.js", Text: k6Script}
	argv := append(slices.Clone(k.command), "run", "--quiet", "--no-color", "--no-usage-report", "--log-output=file=/dev/stderr,level=error")
	for _, variable := range []string{
		"URL=" + l.url(""), "PATHS=" + string(encodedPaths), "CYCLE=" + strings.Join(places, ","), "SECONDS=" + strconv.Itoa(l.DurationSeconds),
		"CONNECTIONS=" + strconv.Itoa(l.Connections), "RATE=" + strconv.Itoa(rate), "GZIP=" + gzip,
	} {
		argv = append(argv, "-e", variable)
	}
	return Invocation{Argv: append(argv, l.path(script)), Files: []File{script}}, nil
}
