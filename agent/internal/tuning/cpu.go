package tuning

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

func (p *planner) cpuGovernor(governor string) error {
	if !slices.Contains([]string{"performance", "powersave", "schedutil", "ondemand", "conservative"}, governor) {
		return Refusal{fmt.Sprintf("%.80q is no CPU governor that a run may ask for.", governor)}
	}
	first := fmt.Sprintf("%scpu%d/cpufreq/", cpuFolder, p.cpus.online[0])
	if !p.h.Exists(first + "scaling_governor") {
		p.notHere(noGovernorKey, "no CPU frequencies are governed on this host, as on most virtual machines")
		return nil
	}
	if offered := strings.Fields(p.h.Peek(first + "scaling_available_governors")); !slices.Contains(offered, governor) {
		p.notHere(noGovernorKey, fmt.Sprintf("this host's frequency driver offers %s", strings.Join(offered, ", ")))
		return nil
	}
	for _, cpu := range p.cpus.online {
		p.ask(fmt.Sprintf("cpu/%d/governor", cpu), governor, "how the frequency follows the load")
	}
	return nil
}

func (p *planner) cpuTurbo(on bool) error {
	p.ask(turboKey, onOff(on), "frequencies above the nominal one")
	return nil
}

const (
	// noGovernorKey is where none of the CPUs has the governor that is asked for.
	noGovernorKey = "cpu/governor"
	turboKey      = "cpu/turbo"
)

func (h *host) governorKnob(at spot) knob {
	return h.fileKnob(fmt.Sprintf("%scpu%s/cpufreq/scaling_governor", cpuFolder, at.name), sameFields)
}

func noGovernorKnob(*host, spot) knob {
	return unreachable(absentError{"this host does not offer the governor"})
}

// joined is for what a snapshot has in one value for all CPUs, see snapshot.processors.
func joined(*host, string) []string { return nil }

// turboKnob is on or off: intel_pstate has a file that says the contrary, other drivers one that says it straight.
func (h *host) turboKnob(spot) knob {
	const noTurbo, boost = cpuFolder + "intel_pstate/no_turbo", cpuFolder + "cpufreq/boost"
	name, on, off := boost, "1", "0"
	switch {
	case h.Exists(noTurbo):
		name, on, off = noTurbo, "0", "1"
	case !h.Exists(boost):
		return unreachable(absentError{"this host offers no switch for turbo, as most virtual machines"})
	}
	k := h.fileKnob(name, nil)
	read, write := k.read, k.write
	k.read = func() (string, error) {
		text, err := read()
		switch {
		case err != nil:
			return "", err
		case text == on:
			return "on", nil
		case text == off:
			return "off", nil
		}
		return "", fmt.Errorf("%s says %q", name, text)
	}
	k.write = func(value string) error {
		raw := off
		if value == "on" {
			raw = on
		}
		err := write(raw)
		if name == noTurbo && errors.Is(err, unix.EPERM) { // store_no_turbo, drivers/cpufreq/intel_pstate.c
			return absentError{"the firmware has turbo off, or this CPU has none (EPERM)"}
		}
		return err
	}
	return k
}
