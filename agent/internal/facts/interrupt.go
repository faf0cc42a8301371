package facts

import (
	"fmt"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/nicirq"
)

// Interrupt is one line of a NIC and the CPUs that may take it and, after its last interrupt, do.
type Interrupt struct {
	IRQ           int
	Name          string
	AffinityCPUs  cpulist.List
	EffectiveCPUs cpulist.List
}

func (h *host) interrupts(nic string) []Interrupt {
	interrupts := []Interrupt{}
	for _, irq := range nicirq.Discover(h.FS, nic) {
		folder := fmt.Sprintf("/proc/irq/%d/", irq.Number)
		affinity, err := cpulist.Parse(h.Peek(folder + "smp_affinity_list"))
		if err != nil {
			h.lacks("affinity of IRQ %d: %v", irq.Number, err)
		}
		effective, err := cpulist.Parse(h.Peek(folder + "effective_affinity_list"))
		if err != nil {
			h.lacks("effective affinity of IRQ %d: %v", irq.Number, err)
		}
		interrupts = append(interrupts, Interrupt{IRQ: irq.Number, Name: irq.Action, AffinityCPUs: affinity, EffectiveCPUs: effective})
	}
	return interrupts
}
