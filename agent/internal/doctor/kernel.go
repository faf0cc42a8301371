package doctor

import (
	"fmt"
	"slices"
	"strings"
)

// mitigations are noted, never mended: whether a host may go without is its owner's decision.
func mitigations(h host, _ Config) []Finding {
	const folder = cpuFolder + "vulnerabilities"
	on, open := []string{}, []string{}
	for _, name := range h.Names(folder) {
		switch state := h.Peek(folder + "/" + name); {
		case strings.HasPrefix(state, "Mitigation"):
			on = append(on, name)
		case strings.HasPrefix(state, "Vulnerable"):
			open = append(open, name)
		}
	}
	switched := ""
	for _, word := range h.CommandLine() {
		if strings.HasPrefix(word, "mitigations=") {
			switched = " (" + printable(word) + ")"
		}
	}
	if len(on)+len(open) == 0 {
		return fine("mitigations", "The kernel knows of no CPU vulnerability that it has to mitigate here.")
	}
	parts := []string{}
	if len(on) > 0 {
		parts = append(parts, fmt.Sprintf("%s on, some of which cost time at system calls: %s", several(len(on), "CPU mitigation"), strings.Join(on, ", ")))
	}
	if len(open) > 0 {
		parts = append(parts, fmt.Sprintf("%s not mitigated: %s", several(len(open), "CPU vulnerability"), strings.Join(open, ", ")))
	}
	return one("mitigations", Note, strings.Join(parts, "; ")+switched+".", "")
}

// softirqAccounting: without it, the kernel guesses softirq time from what a timer tick interrupted.
func softirqAccounting(h host, c Config) []Finding {
	switch c.SoftirqAccountedApart {
	case "yes":
		return fine("softirq-accounting", "The kernel measures softirq time apart from the programs that it interrupts.")
	case "no":
		how := "its configuration lacks CONFIG_IRQ_TIME_ACCOUNTING"
		if slices.Contains(h.CommandLine(), "tsc=noirqtime") {
			how = "it was started with tsc=noirqtime"
		}
		return one("softirq-not-accounted", Note,
			fmt.Sprintf("The kernel bills softirq time to whichever program it interrupts (%s): CPU per request includes some of it, and softirq shares are too low.", how), "")
	}
	return one("softirq-accounting-unknown", Note, "Whether the kernel measures softirq time apart is not known: its configuration cannot be read here.", "")
}
