package tuning

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

func (p *planner) cpuGovernor() error {
	const setting = "cpuGovernor"
	governor := p.wanted.CPUGovernor
	if governor == "" {
		return nil
	}
	if !slices.Contains([]string{"performance", "powersave", "schedutil", "ondemand", "conservative"}, governor) {
		return Refusal{fmt.Sprintf("%.80q is no CPU governor that a run may ask for.", governor)}
	}
	first := fmt.Sprintf("%scpu%d/cpufreq/", cpuFolder, p.cpus.online[0])
	if !p.h.exists(first + "scaling_governor") {
		p.notHere(setting, "cpu/governor", "no CPU frequencies are governed on this host, as on most virtual machines")
		return nil
	}
	if offered := strings.Fields(p.h.peek(first + "scaling_available_governors")); !slices.Contains(offered, governor) {
		p.notHere(setting, "cpu/governor", fmt.Sprintf("this host's frequency driver offers %s", strings.Join(offered, ", ")))
		return nil
	}
	for _, cpu := range p.cpus.online {
		p.ask(setting, fmt.Sprintf("cpu/%d/governor", cpu), governor, "how the frequency follows the load")
	}
	return nil
}

func (p *planner) cpuTurbo() error {
	if p.wanted.CPUTurbo != nil {
		p.ask("cpuTurbo", "cpu/turbo", onOff(*p.wanted.CPUTurbo), "frequencies above the nominal one")
	}
	return nil
}

func (p *planner) transparentHugePages() error {
	wanted := p.wanted.TransparentHugePages
	if wanted == "" {
		return nil
	}
	if !slices.Contains([]string{"always", "madvise", "never"}, wanted) {
		return Refusal{fmt.Sprintf("Transparent huge pages are always, madvise or never, not %.80q.", wanted)}
	}
	p.ask("transparentHugePages", "memory/transparent_hugepage", wanted, "when memory comes in large pages")
	return nil
}

// openFilesLimit sets both limits of the programs that the agent starts. Raising the hard one takes a capability.
func (p *planner) openFilesLimit() error {
	const setting = "openFilesLimit"
	if p.wanted.OpenFilesLimit == nil {
		return nil
	}
	if *p.wanted.OpenFilesLimit < 1 {
		return Refusal{fmt.Sprintf("A limit of %d open files is not possible.", *p.wanted.OpenFilesLimit)}
	}
	if p.h.bound.limits == nil {
		p.notHere(setting, openFilesKey, "a captured host has no processes to limit")
		return nil
	}
	now, err := p.h.bound.limits.OpenFiles()
	if err != nil {
		return err
	}
	soft := uint64(*p.wanted.OpenFilesLimit)
	asked := unix.Rlimit{Cur: soft, Max: soft} // Go programs raise the soft limit to the hard one when they start
	p.ask(setting, openFilesKey, formatLimit(asked), "open files of the processes that the agent starts, soft:hard")
	if change := &p.changes[len(p.changes)-1]; change.Status == ToChange && asked.Max > now.Max && p.h.bound.mayRaiseLimit() != nil {
		*change = withReason(*change, errHardLimit)
	}
	return nil
}

// notHere adds a setting that this host has no knob for.
func (p *planner) notHere(setting, key, reason string) {
	p.changes = append(p.changes, Change{Setting: setting, Key: key, Why: "asked for", Status: NotChangeable, Reason: reason})
}
