package tuning

import (
	"fmt"

	"millionrps/agent/internal/nicirq"
)

// interruptAffinity pins queue pairs, not lines: what virtio calls input.3 and output.3 belongs on one CPU. Lines that carry no packets are left
// alone.
func (p *planner) interruptAffinity() error {
	const setting = "interruptAffinity"
	if p.wanted.InterruptAffinity == nil {
		return nil
	}
	if ok, err := p.ofNIC(setting); !ok {
		return err
	}
	cpus, err := p.chooseFor(setting, "the interrupts", *p.wanted.InterruptAffinity)
	if err != nil {
		return err
	}
	lines := nicirq.Discover(p.h.root, p.nic.name)
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
		p.cannot(setting, p.nic.name+" has no interrupts of its own, as virtual interfaces")
		return nil
	}
	for i, each := range spreadOver(cpus, p.wanted.InterruptAffinity.Spread, len(pairs)) {
		for _, line := range pairs[i].IRQs {
			p.ask(setting, affinityKey(p.nic.name, names[line.Number]), each.String(), fmt.Sprintf("interrupt %d, queue %d", line.Number, pairs[i].Queue))
		}
	}
	for _, line := range shared {
		p.ask(setting, affinityKey(p.nic.name, names[line.Number]), cpus.String(), fmt.Sprintf("interrupt %d, which serves several queues", line.Number))
	}
	if len(shared) == 0 && len(pairs) < queues {
		p.warn("The interrupts of %s of %s exist only once the queues do; they are pinned then.", counted(queues-len(pairs), "further queue"), p.nic.name)
	}
	return nil
}
