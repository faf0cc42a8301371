package tuning

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Sysctl is a kernel parameter by its name in sysctl(8).
type Sysctl struct{ Name, Value string }

func (p *planner) sysctls() error {
	seen := map[string]bool{}
	for _, sysctl := range p.wanted.Sysctls {
		rule, known := sysctlRules[sysctl.Name]
		if !known {
			return Refusal{fmt.Sprintf("%.80q is not among the kernel parameters that a run may set.", sysctl.Name)}
		}
		if seen[sysctl.Name] {
			return Refusal{fmt.Sprintf("The kernel parameter %s is asked for twice.", sysctl.Name)}
		}
		seen[sysctl.Name] = true
		if fault := rule.fault(sysctl.Value); fault != "" {
			return Refusal{fmt.Sprintf("The kernel parameter %s %s, not %.80q.", sysctl.Name, fault, sysctl.Value)}
		}
		change := p.ask("sysctl/"+sysctl.Name, strings.Join(strings.Fields(sysctl.Value), " "), rule.About)
		if change.Status == ToChange && sysctl.Name == "fs.file-max" {
			if open := p.h.filesOpen(); open > wholeOr0(sysctl.Value)/2 {
				change.fail(absentError{fmt.Sprintf(
					"this host has %d files open: with so low a limit nothing could open a file any more, the agent neither, to put it back", open)})
			}
		}
	}
	return nil
}

// filesOpen is how many files the whole host has open (proc_nr_files, fs/file_table.c); 0 when it cannot be read.
func (h *host) filesOpen() uint64 {
	open, _, _ := strings.Cut(h.Peek("/proc/sys/fs/file-nr"), "\t")
	return wholeOr0(open)
}

func wholeOr0(text string) uint64 {
	n, _ := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return n
}

// BusyPolling is net.core.busy_poll and net.core.busy_read, in microseconds.
type BusyPolling struct{ PollUs, ReadUs *int }

func (p *planner) busyPolling(wanted BusyPolling) error {
	for _, part := range []struct {
		name, why string
		us        *int
	}{
		{busyPoll, "microseconds that poll and select wait on the NIC itself", wanted.PollUs},
		{busyRead, "microseconds that a read waits on the NIC itself", wanted.ReadUs},
	} {
		if part.us == nil {
			continue
		}
		if *part.us < 0 || *part.us > 10_000 {
			return Refusal{fmt.Sprintf("%s takes 0 to 10000 microseconds, not %d.", part.name, *part.us)}
		}
		p.ask("sysctl/"+part.name, strconv.Itoa(*part.us), part.why)
	}
	return nil
}

// Parameters that are settings of their own.
const (
	flowEntries    = "net.core.rps_sock_flow_entries"
	flowEntriesKey = "sysctl/" + flowEntries
	busyPoll       = "net.core.busy_poll"
	busyRead       = "net.core.busy_read"
)

func (h *host) sysctlKnob(at spot) knob {
	k := h.fileKnob("/proc/sys/"+strings.ReplaceAll(at.name, ".", "/"), sameFields)
	write := k.write
	k.write = func(value string) error {
		err := write(value)
		if errors.Is(err, unix.ENOENT) && h.Exists(k.path) { // the file is there, but no module of that name
			return absentError{"the kernel does not know " + value + ", or its module is not installed"}
		}
		return err
	}
	return k.explained(func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return absentError{h.absence(at.name)}
		}
		return err
	})
}

// absence says why a host lacks a parameter. Parameters of net.core that belong to the whole host are not there in any network namespace but
// the first (netdev_max_backlog is the oldest of them: net_core_table, net/core/sysctl_net_core.c).
func (h *host) absence(name string) string {
	const witness = "/proc/sys/net/core/netdev_max_backlog"
	switch {
	case strings.HasPrefix(name, "net.netfilter."):
		return "the kernel module that tracks connections (nf_conntrack) is not loaded"
	case strings.HasPrefix(name, "net.") && !h.Exists(witness):
		return "it belongs to the whole host and cannot be reached from the network namespace that the agent runs in"
	}
	return "this kernel does not have it"
}

func sysctlKeys(names ...string) func(*host, string) []string {
	return func(*host, string) []string { return keysOf("sysctl/", names) }
}

// sysctlRule is what may be written to a kernel parameter: whole numbers between Min and Max, as many as Numbers says, or one of Words.
type sysctlRule struct {
	About     string   `json:"about"`
	Numbers   int      `json:"numbers"`
	Min       uint64   `json:"min"`
	Max       uint64   `json:"max"`
	Ascending bool     `json:"ascending"`
	Words     []string `json:"words"`
}

// sysctlsJSON is written by `npm run generate` from api/contract/sysctls.ts, which the API checks against.
//
//go:embed sysctls.gen.json
var sysctlsJSON []byte

var sysctlRules = mustParseRules(sysctlsJSON)

// mustParseRules panics on a generated file that is none: the build is broken then, and no test passes.
func mustParseRules(text []byte) map[string]sysctlRule {
	rules := map[string]sysctlRule{}
	if err := json.Unmarshal(text, &rules); err != nil {
		panic(fmt.Sprintf("sysctls.gen.json: %v", err))
	}
	return rules
}

var wholeNumber = regexp.MustCompile(`^[0-9]{1,10}$`)

// fault is why a value may not be written, "" when it may.
func (r sysctlRule) fault(value string) string {
	if r.Words != nil {
		if slices.Contains(r.Words, value) {
			return ""
		}
		return "must be one of " + strings.Join(r.Words, ", ")
	}
	form := fmt.Sprintf("must be a whole number from %d to %d", r.Min, r.Max)
	if r.Numbers > 1 {
		form = fmt.Sprintf("must be %d whole numbers from %d to %d", r.Numbers, r.Min, r.Max)
		if r.Ascending {
			form += ", ascending"
		}
	}
	words := strings.Fields(value)
	if len(words) != r.Numbers {
		return form
	}
	last := uint64(0)
	for _, word := range words {
		number, err := strconv.ParseUint(word, 10, 64)
		if err != nil || !wholeNumber.MatchString(word) || number < r.Min || number > r.Max || r.Ascending && number < last {
			return form
		}
		last = number
	}
	return ""
}
