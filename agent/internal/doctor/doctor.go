// Package doctor looks at a host for what would spoil a measurement: what is missing, harmful or not as it should be, each with the line
// that mends it. It reads and changes nothing.
//
// A file of the package is one check. It reads little of what lies below a root folder, which a test points at a made-up tree, and a pure
// function turns that reading into findings. What only a system call or another package can tell, the caller passes in.
package doctor

import (
	"cmp"
	"context"
	"slices"
	"time"

	"millionrps/agent/internal/kernel"
)

// Severity says how much a finding matters to a measurement.
type Severity string

// The severities. A good state is a finding too: it says what was checked.
const (
	OK      Severity = "ok"
	Note    Severity = "note"    // explains figures, or is a matter of choice
	Warning Severity = "warning" // makes figures worse or less certain
	Problem Severity = "problem" // makes runs fail, or figures worthless
)

// Finding is one sentence about the host. Its code names the check; if the state is not good, the code names the
// state too.
type Finding struct {
	Code     string
	Severity Severity
	Sentence string
	// Mend is one line for a shell; "" where none would help.
	Mend string
}

// Report has all findings, the worst first.
type Report struct {
	CheckedAt time.Time
	Findings  []Finding
}

// Config is what the caller knows of the host.
type Config struct {
	// Root is "/" but in tests.
	Root string
	// Span is how long the CPUs are watched; a second when it is 0.
	Span time.Duration
	NICs []NIC
	// Tools are the load generators that answered when asked for their version.
	Tools             []Tool
	ConfigurationFile ConfigurationFile
	// Targets and ListeningPorts are those of the host's configuration file, as they stand now.
	Targets        []Target
	ListeningPorts []ListeningPort
	// SoftirqAccountedApart is yes, no or unknown.
	SoftirqAccountedApart string
	// Clock is nil when it was not compared.
	Clock *Clock
	// ClockSynchronised is yes, no or unknown, as the kernel tells by adjtimex.
	ClockSynchronised string
	// ClockTrouble is a sentence about why the API did not answer when its clock was asked for; "" when it did, or was not asked.
	ClockTrouble string
	// DataFolder is the agent's; "" for none.
	DataFolder  string
	PerfTrouble PerfTrouble
	// Program is the absolute path of the agent and its arguments, for the line that starts it with more rights; nil for none.
	Program []string
}

// defaultSpan is long enough for the kernel's 10 ms ticks to tell a percent of one CPU.
const defaultSpan = time.Second

// checks are all but that of the CPUs' time, which takes a while.
var checks = []func(host, Config) []Finding{
	irqbalance, governor, turbo, openFiles, ephemeralPorts, listenQueues, tools, configurationFile, targets, clock, nics, backlog, conntrack, hugePages, memory,
	mitigations, softirqAccounting, cpuLimit, cpuMask, niceLevel, power, dataFolder, permissions, perfEvents,
}

// Examine looks at the host for as long as Config.Span, or until the context ends, which leaves out what needs that time.
func Examine(ctx context.Context, c Config) Report {
	h := host{kernel.At(c.Root)}
	report := Report{CheckedAt: time.Now(), Findings: []Finding{}}
	before := readActivity(h)
	for _, check := range checks {
		report.Findings = append(report.Findings, check(h, c)...)
	}
	report.Findings = append(report.Findings, watch(ctx, h, c.Span, before)...)
	slices.SortStableFunc(report.Findings, func(a, b Finding) int { return cmp.Compare(b.Severity.weight(), a.Severity.weight()) })
	return report
}

func (s Severity) weight() int { return slices.Index([]Severity{OK, Note, Warning, Problem}, s) }

func one(code string, severity Severity, sentence, mend string) []Finding {
	return []Finding{{Code: code, Severity: severity, Sentence: sentence, Mend: mend}}
}

func fine(code, sentence string) []Finding { return one(code, OK, sentence, "") }
