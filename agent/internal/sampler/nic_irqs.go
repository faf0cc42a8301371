package sampler

import (
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// nicIRQs lists the IRQ numbers of an interface's device, ascending; none for loopback and veth. The PCI device holds them (msi_irqs,
// drivers/pci/msi/msi.c). A virtio NIC's device is the virtio one, whose parent is the PCI device; for any other NIC the parent is a bridge,
// whose IRQs are not the NIC's.
func nicIRQs(root, nic string) []int {
	device := joinRoot(root, "/sys/class/net/"+nic+"/device")
	if bus, err := os.Readlink(device + "/subsystem"); err == nil && path.Base(bus) == "virtio" {
		device += "/.."
	}
	irqs := []int{}
	entries, _ := os.ReadDir(device + "/msi_irqs")
	for _, entry := range entries {
		if irq, err := strconv.Atoi(entry.Name()); err == nil {
			irqs = append(irqs, irq)
		}
	}
	if len(irqs) == 0 { // a device without message-signalled interrupts has one line, 0 when it uses none
		text, _ := os.ReadFile(device + "/irq")
		if irq, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && irq > 0 {
			irqs = append(irqs, irq)
		}
	}
	slices.Sort(irqs)
	return irqs
}
