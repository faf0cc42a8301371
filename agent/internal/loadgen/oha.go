package loadgen

import (
	"slices"
	"strconv"
	"strings"
)

const ohaName = "oha"

// ohaConnections are its own default, for an open loop that leaves their number open.
const ohaConnections = 50

type oha struct{ command []string }

func (o *oha) Name() string { return ohaName }

func (o *oha) Path() string { return o.command[len(o.command)-1] }

func (o *oha) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Workers:      NoOfWorkers,
		Percentiles:  []string{"p50", "p90", "p95", "p99", "p99.9", "p99.99"},
		Refusals: []Refusal{
			{modePipelining, "oha sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon"},
			openPipelining(ohaName),
			constantOnly(ohaName),
			{modeDecompress, "oha asks for gzip but does not decompress it; turn decompression off, or choose volley or vegeta"},
			ownWorkers(ohaName),
		},
	}
}

func (o *oha) VersionCommand() []string { return append(slices.Clone(o.command), "--version") }

func (o *oha) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan gives oha a mix as a list, from which it draws at random. In an open loop it corrects latency, or a wait for a connection would be
// left out. It waits for the answers to what it has sent, so that what was not sent is known.
func (o *oha) Plan(l Load) (Invocation, error) {
	if err := o.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	argv := append(slices.Clone(o.command), "--no-tui", "--output-format", "json", "--disable-compression", "-t", "10s",
		"-z", strconv.Itoa(l.DurationSeconds)+"s", "-c", strconv.Itoa(l.connections(ohaConnections)))
	if l.Loop == Open {
		argv = append(argv, "-q", strconv.Itoa(l.RequestsPerSecond), "--latency-correction", "-w")
	}
	if len(l.Requests) == 1 {
		return Invocation{Argv: append(argv, l.url(l.Requests[0].Path))}, nil
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return Invocation{}, err
	}
	var lines strings.Builder
	for _, i := range cycle {
		lines.WriteString(l.url(l.Requests[i].Path) + "\n")
	}
	urls := fileOf("urls", "txt", []byte(lines.String()))
	return Invocation{Argv: append(argv, "--urls-from-file", l.path(urls)), Files: []File{urls}}, nil
}
