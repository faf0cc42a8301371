package loadgen

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

const vegetaName = "vegeta"

// vegeta is several of its processes, started and merged by our own program's drive-vegeta.
type vegeta struct {
	command []string
	self    string
}

// self is this program, which is also the parent of vegeta's processes.
func self() string {
	path, err := os.Executable()
	if err != nil {
		return "/proc/self/exe"
	}
	return path
}

func (v *vegeta) Name() string { return vegetaName }

func (v *vegeta) Path() string { return v.command[len(v.command)-1] }

func (v *vegeta) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Decompress:   true,
		Workers:      Processes,
		Percentiles:  []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"},
		Histogram:    true,
		Refusals: []Refusal{
			{Closed, "vegeta has no closed loop over a number of connections: limiting its workers makes it hold requests back without counting the wait; ask for a rate, or choose volley, wrk or autocannon"},
			openPipelining(vegetaName),
			constantOnly(vegetaName),
		},
	}
}

func (v *vegeta) VersionCommand() []string { return append(slices.Clone(v.command), "-version") }

func (v *vegeta) Output() (extension, mediaType string) { return "json", "application/json" }

// Plan gives every process its share of the CPUs, of the rate and of the connections.
func (v *vegeta) Plan(l Load) (Invocation, error) {
	if err := v.Abilities().accept(l); err != nil {
		return Invocation{}, err
	}
	processes := l.workers()
	if l.Workers == 0 {
		processes = min(processes, l.RequestsPerSecond, l.connections(processes))
	}
	switch {
	case processes > l.RequestsPerSecond:
		return Invocation{}, fmt.Errorf("%d requests per second cannot be dealt out to %d vegeta processes; ask for at most %d processes", l.RequestsPerSecond, processes, l.RequestsPerSecond)
	case processes > l.connections(processes):
		return Invocation{}, fmt.Errorf("%d connections cannot be dealt out to %d vegeta processes; ask for at most %d processes", l.Connections, processes, l.Connections)
	}
	targets, err := vegetaTargets(l)
	if err != nil {
		return Invocation{}, err
	}
	argv := []string{v.self, "drive-vegeta", "--vegeta", v.Path(), "--targets", l.path(targets), "--processes", strconv.Itoa(processes),
		"--cpus-per-process", strconv.Itoa(max(1, l.CPUs/processes)), "--rate", strconv.Itoa(l.RequestsPerSecond), "--seconds", strconv.Itoa(l.DurationSeconds)}
	if l.Connections > 0 {
		argv = append(argv, "--connections", strconv.Itoa(l.Connections))
	}
	if l.Decompress {
		argv = append(argv, "--decompress")
	}
	return Invocation{Argv: argv, Files: []File{targets}}, nil
}

// vegetaTargets is the cycle of requests, one a line, which vegeta goes through in turn.
func vegetaTargets(l Load) (File, error) {
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, err
	}
	var lines strings.Builder
	for _, i := range cycle {
		lines.WriteString("GET " + l.url(l.Requests[i].Path) + "\n")
	}
	return fileOf("targets", "txt", []byte(lines.String())), nil
}
