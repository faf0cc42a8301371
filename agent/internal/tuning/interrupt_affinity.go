package tuning

import (
	"fmt"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/nicirq"
)

// interruptAffinity pins queue pairs, not lines: what virtio calls input.3 and output.3 belongs on one CPU. Lines that carry no packets are left
// alone.
func (p *planner) interruptAffinity(wanted Affinity) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	cpus, err := p.chooseFor("the interrupts", wanted)
	if err != nil {
		return err
	}
	lines := nicirq.Discover(p.h.FS, p.nic.name)
	names := map[int]string{}
	var shared []nicirq.IRQ
	for _, named := range nameLines(lines) {
		names[named.line.Number] = named.name
		if named.line.Queue == nicirq.NoQueue && named.line.Direction != nicirq.Other {
			shared = append(shared, named.line)
		}
	}
	queues := max(p.nic.rxThen, p.nic.txThen)
	var pairs []nicirq.Pair
	for _, pair := range nicirq.Pairs(lines) {
		if pair.Queue < queues {
			pairs = append(pairs, pair)
		}
	}
	if len(pairs)+len(shared) == 0 {
		p.cannot(p.nic.name + " has no interrupts of its own, as virtual interfaces")
		return nil
	}
	for i, each := range spreadOver(cpus, wanted.Spread, len(pairs)) {
		for _, line := range pairs[i].IRQs {
			p.ask(affinityKey(p.nic.name, names[line.Number]), each.String(), fmt.Sprintf("interrupt %d, queue %d", line.Number, pairs[i].Queue))
		}
	}
	for _, line := range shared {
		p.ask(affinityKey(p.nic.name, names[line.Number]), cpus.String(), fmt.Sprintf("interrupt %d, which serves several queues", line.Number))
	}
	if len(shared) == 0 && len(pairs) < queues {
		p.warn("The interrupts of %s of %s exist only once the queues do; they are pinned then.", english.Plural(queues-len(pairs), "further queue", ""), p.nic.name)
	}
	return nil
}

// affinityKnob is the CPUs that an interrupt may go to, as a list. What counts is smp_affinity: effective_affinity follows with the next
// interrupt only.
func (h *host) affinityKnob(at spot) knob {
	number, found := h.interrupts(at.nic)[at.name]
	if !found {
		return unreachable(goneError{fmt.Sprintf("the interrupt %s of %s", at.name, at.nic)})
	}
	return h.fileKnob(fmt.Sprintf("/proc/irq/%d/smp_affinity_list", number), sameList)
}

func affinityKey(nic, name string) string { return fmt.Sprintf("nic/%s/irq/%s/affinity", nic, name) }

// affinityKeys leaves out lines that carry no packets, which nothing here moves.
func (h *host) affinityKeys(nic string) (keys []string) {
	for _, named := range nameLines(nicirq.Discover(h.FS, nic)) {
		if named.line.Direction != nicirq.Other {
			keys = append(keys, affinityKey(nic, named.name))
		}
	}
	return keys
}

// interrupts finds a NIC's lines by the names that keys give them: a device's reset renumbers the lines, but keeps their actions.
func (h *host) interrupts(nic string) map[string]int {
	if known, ok := h.lines[nic]; ok {
		return known
	}
	numbers := map[string]int{}
	for _, named := range nameLines(nicirq.Discover(h.FS, nic)) {
		numbers[named.name] = named.line.Number
	}
	h.lines[nic] = numbers
	return numbers
}

// namedLine is an interrupt line with its name in keys.
type namedLine struct {
	name string
	line nicirq.IRQ
}

// nameLines takes the actions for names, and numbers those that occur more than once.
func nameLines(lines []nicirq.IRQ) []namedLine {
	named := make([]namedLine, len(lines))
	times := map[string]int{}
	for i, line := range lines {
		times[line.Action]++
		name := line.Action
		if n := times[line.Action]; n > 1 {
			name = fmt.Sprintf("%s#%d", name, n)
		}
		named[i] = namedLine{name, line}
	}
	return named
}
