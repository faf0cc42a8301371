package tuning

import (
	"fmt"
	"strconv"
	"strings"
)

// cpuKnob is a CPU's governor, or turbo.
func (h *host) cpuKnob(rest string) (knob, bool) {
	if rest == "turbo" {
		return h.turboKnob(), true
	}
	number, name, _ := strings.Cut(rest, "/")
	cpu, err := strconv.ParseUint(number, 10, 16)
	if err != nil || number != strconv.FormatUint(cpu, 10) || name != "governor" {
		return knob{}, false
	}
	return h.fileKnob(fmt.Sprintf("%scpu%d/cpufreq/scaling_governor", cpuFolder, cpu), sameFields), true
}

// turboKnob is on or off: intel_pstate has a file that says the contrary, other drivers one that says it straight.
func (h *host) turboKnob() knob {
	const noTurbo, boost = cpuFolder + "intel_pstate/no_turbo", cpuFolder + "cpufreq/boost"
	name, on, off := boost, "1", "0"
	switch {
	case h.exists(noTurbo):
		name, on, off = noTurbo, "0", "1"
	case !h.exists(boost):
		return absentKnob("this host offers no switch for turbo, as most virtual machines")
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
		if value == "on" {
			return write(on)
		}
		return write(off)
	}
	return k
}

// hugePagesKnob is the word in brackets: always [madvise] never.
func (h *host) hugePagesKnob() knob {
	k := h.fileKnob("/sys/kernel/mm/transparent_hugepage/enabled", nil)
	read := k.read
	k.read = func() (string, error) {
		text, err := read()
		if missing(err) {
			return "", absentError{"this kernel has no transparent huge pages"}
		}
		if _, rest, ok := strings.Cut(text, "["); ok {
			text, _, _ = strings.Cut(rest, "]")
		}
		return text, err
	}
	return k
}

// absentKnob is one that this host does not have.
func absentKnob(sentence string) knob {
	absent := absentError{sentence}
	return knob{
		read:     func() (string, error) { return "", absent },
		write:    func(string) error { return absent },
		mayWrite: func() error { return absent },
	}
}
