package facts

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/cpulist"
)

// Interrupt is one line of a NIC and the CPUs that may take it and, after its last interrupt, do.
type Interrupt struct {
	IRQ           int
	Name          string
	AffinityCPUs  cpulist.List
	EffectiveCPUs cpulist.List
}

// pciDevice is where a NIC's IRQs and NUMA node are. A virtio NIC's device is the virtio one, whose parent is the PCI device; any other
// NIC's parent would be a bridge.
func (h *host) pciDevice(nic string) string {
	device := "/sys/class/net/" + nic + "/device"
	if bus, err := os.Readlink(h.path(device + "/subsystem")); err == nil && path.Base(bus) == "virtio" {
		return device + "/.."
	}
	return device
}

func (h *host) interrupts(nic string) []Interrupt {
	interrupts := []Interrupt{}
	var names map[int]string
	for _, irq := range h.irqs(nic) {
		name := h.peek(fmt.Sprintf("/sys/kernel/irq/%d/actions", irq))
		if name == "" { // no handler, or a kernel before 4.9
			if names == nil {
				names = parseInterruptNames(h.peek("/proc/interrupts"))
			}
			name = names[irq]
		}
		if name == "" {
			continue
		}
		folder := fmt.Sprintf("/proc/irq/%d/", irq)
		affinity, err := cpulist.Parse(h.peek(folder + "smp_affinity_list"))
		if err != nil {
			h.lacks("affinity of IRQ %d: %v", irq, err)
		}
		effective, err := cpulist.Parse(h.peek(folder + "effective_affinity_list"))
		if err != nil {
			h.lacks("effective affinity of IRQ %d: %v", irq, err)
		}
		interrupts = append(interrupts, Interrupt{IRQ: irq, Name: name, AffinityCPUs: affinity, EffectiveCPUs: effective})
	}
	return interrupts
}

func (h *host) irqs(nic string) []int {
	irqs := []int{}
	device := h.pciDevice(nic)
	entries, _ := os.ReadDir(h.path(device + "/msi_irqs"))
	for _, entry := range entries {
		if irq, err := strconv.Atoi(entry.Name()); err == nil {
			irqs = append(irqs, irq)
		}
	}
	if len(irqs) == 0 { // a device without message-signalled interrupts has one line, 0 when it uses none
		if irq, err := strconv.Atoi(h.peek(device + "/irq")); err == nil && irq > 0 {
			irqs = append(irqs, irq)
		}
	}
	slices.Sort(irqs)
	return irqs
}

// parseInterruptNames takes the last word of each numbered line of /proc/interrupts. Handlers that share a line are separated by ", ";
// the last is enough to recognise it by.
func parseInterruptNames(text string) map[int]string {
	names := map[int]string{}
	for line := range strings.Lines(text) {
		label, rest, _ := strings.Cut(line, ":")
		irq, err := strconv.Atoi(strings.TrimSpace(label))
		words := strings.Fields(rest)
		if err == nil && len(words) > 0 {
			names[irq] = words[len(words)-1]
		}
	}
	return names
}
