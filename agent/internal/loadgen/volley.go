package loadgen

import (
	"slices"
	"strconv"
)

// VolleyName is of the tool that is this program itself.
const VolleyName = "volley"

// volley is called by the path of this program.
type volley struct{ command []string }

// NewVolley makes the driver of the generator that every agent brings.
func NewVolley() Driver { return &volley{[]string{self()}} }

func (v *volley) Name() string { return VolleyName }

func (v *volley) Path() string { return v.command[len(v.command)-1] }

func (v *volley) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Pipelining:   true,
		Poisson:      true,
		Mixes:        true,
		Decompress:   true,
		StartAt:      true,
		Workers:      Threads,
		Percentiles:  []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"},
		Histogram:    true,
		PerSecond:    true,
	}
}

func (v *volley) VersionCommand() []string { return append(slices.Clone(v.command), "version") }

func (v *volley) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan takes as many threads as with the other tools: volley itself would take one for each CPU that it may use.
func (v *volley) Plan(l Load) (Invocation, error) {
	if err := v.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	argv := append(slices.Clone(v.command), "volley", "--json", "--url", l.url("/"))
	for _, r := range l.Requests {
		argv = append(argv, "--request", r.Path+"="+strconv.Itoa(r.Weight))
	}
	argv = append(argv, "--connections", strconv.Itoa(l.Connections), "--pipelining", strconv.Itoa(l.pipelining()),
		"--duration", strconv.Itoa(l.DurationSeconds)+"s", "--loops", strconv.Itoa(min(l.workers(), l.connections(l.workers()))))
	if l.Loop == Open {
		argv = append(argv, "--rate", strconv.Itoa(l.RequestsPerSecond), "--arrivals", l.Arrivals)
	}
	if l.StartAtUs > 0 {
		argv = append(argv, "--start-at", strconv.FormatInt(l.StartAtUs, 10))
	}
	if l.Decompress {
		argv = append(argv, "--decompress")
	}
	return Invocation{Argv: argv}, nil
}
