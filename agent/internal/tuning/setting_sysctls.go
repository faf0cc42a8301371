package tuning

import (
	"fmt"
	"strconv"
	"strings"
)

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
		p.ask("sysctls", "sysctl/"+sysctl.Name, strings.Join(strings.Fields(sysctl.Value), " "), rule.About)
		if change := &p.changes[len(p.changes)-1]; change.Status == ToChange && sysctl.Name == "fs.file-max" {
			if open := p.h.filesOpen(); open > wholeOr0(sysctl.Value)/2 {
				*change = withReason(*change, absentError{fmt.Sprintf(
					"this host has %d files open: with so low a limit nothing could open a file any more, the agent neither, to put it back", open)})
			}
		}
	}
	return nil
}

// filesOpen is how many files the whole host has open (proc_nr_files, fs/file_table.c); 0 when it cannot be read.
func (h *host) filesOpen() uint64 {
	open, _, _ := strings.Cut(h.peek("/proc/sys/fs/file-nr"), "\t")
	return wholeOr0(open)
}

func wholeOr0(text string) uint64 {
	n, _ := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return n
}

func (p *planner) busyPolling() error {
	if p.wanted.BusyPolling == nil {
		return nil
	}
	for _, part := range []struct {
		name, why string
		us        *int
	}{
		{busyPoll, "microseconds that poll and select wait on the NIC itself", p.wanted.BusyPolling.PollUs},
		{busyRead, "microseconds that a read waits on the NIC itself", p.wanted.BusyPolling.ReadUs},
	} {
		if part.us == nil {
			continue
		}
		if *part.us < 0 || *part.us > 10_000 {
			return Refusal{fmt.Sprintf("%s takes 0 to 10000 microseconds, not %d.", part.name, *part.us)}
		}
		p.ask("busyPolling", "sysctl/"+part.name, strconv.Itoa(*part.us), part.why)
	}
	return nil
}
