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
			return Refusal{fmt.Sprintf("%q is not among the kernel parameters that a run may set.", sysctl.Name)}
		}
		if seen[sysctl.Name] {
			return Refusal{fmt.Sprintf("%s is asked for twice.", sysctl.Name)}
		}
		seen[sysctl.Name] = true
		if fault := rule.fault(sysctl.Value); fault != "" {
			return Refusal{fmt.Sprintf("%s %s, not %q.", sysctl.Name, fault, sysctl.Value)}
		}
		p.ask("sysctls", "sysctl/"+sysctl.Name, strings.Join(strings.Fields(sysctl.Value), " "), rule.About)
	}
	return nil
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
