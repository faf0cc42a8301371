package fakeroot

import (
	"fmt"
	"path"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

func (h Host) writeNICs(f *files) {
	h.writeNIC(f, "sys/devices/virtual/net/lo/", NIC{Name: "lo", Queues: 1, MTUBytes: 65536}, 1)
	for i, nic := range h.NICs {
		device := "sys/devices/" + nic.Device
		owner := device // of the interface
		bus := "pci"
		if nic.Virtio != "" {
			owner, bus = path.Join(device, nic.Virtio), "virtio"
			f.link(device+"/subsystem", "sys/bus/pci")
		}
		f.write(device+"/numa_node", "%d\n", nic.Node)
		f.write(device+"/local_cpulist", "%s\n", h.local(nic))
		f.write(device+"/irq", "%d\n", nic.FirstIRQ)
		for n := range nic.Actions {
			f.write(fmt.Sprintf("%s/msi_irqs/%d", device, nic.FirstIRQ+n), "msix\n")
		}
		f.link(owner+"/subsystem", "sys/bus/"+bus)
		f.link(owner+"/driver", "sys/bus/"+bus+"/drivers/"+nic.Driver)
		folder := path.Join(owner, "net", nic.Name) + "/"
		h.writeNIC(f, folder, nic, i+2)
		f.link(folder+"device", owner)
	}
}

func (h Host) local(nic NIC) cpulist.List {
	if nic.Node < 0 {
		return list(0, h.CPUs)
	}
	return h.cpusOf(nic.Node)
}

// writeNIC makes the interface's own folder, the same for every driver.
func (h Host) writeNIC(f *files, folder string, nic NIC, index int) {
	f.link("sys/class/net/"+nic.Name, folder)
	f.write(folder+"ifindex", "%d\n", index)
	f.write(folder+"iflink", "%d\n", index)
	f.write(folder+"mtu", "%d\n", nic.MTUBytes)
	f.write(folder+"operstate", "up\n")
	f.write(folder+"tx_queue_len", "1000\n")
	f.write(folder+"gro_flush_timeout", "0\n")
	f.write(folder+"napi_defer_hard_irqs", "0\n")
	f.write(folder+"uevent", "INTERFACE=%s\nIFINDEX=%d\n", nic.Name, index)
	for queue := range nic.Queues {
		rx, tx := fmt.Sprintf("%squeues/rx-%d/", folder, queue), fmt.Sprintf("%squeues/tx-%d/", folder, queue)
		f.write(rx+"rps_cpus", "%s\n", h.mask())
		f.write(rx+"rps_flow_cnt", "0\n")
		f.write(tx+"xps_cpus", "%s\n", h.mask())
	}
}

// irq is an interrupt line as it appears in /proc/irq, /sys/kernel/irq and /proc/interrupts.
type irq struct {
	number int
	chip   string
	action string
	home   int // the CPU that takes it
}

func (h Host) irqs() []irq {
	irqs := []irq{{number: 0, chip: "IO-APIC 2-edge", action: "timer"}, {number: 9, chip: "IO-APIC 9-fasteoi", action: "acpi"}}
	for _, nic := range h.NICs {
		for n, action := range nic.Actions {
			home := n
			if n > 0 && len(nic.Actions) > nic.Queues {
				home = (n - 1) * nic.Queues / (len(nic.Actions) - 1)
			}
			irqs = append(irqs, irq{nic.FirstIRQ + n, fmt.Sprintf("PCI-MSIX-%s %d-edge", path.Base(nic.Device), n), action, home % h.CPUs})
		}
	}
	const firstOther = 100
	for n := range h.OtherIRQs {
		irqs = append(irqs, irq{firstOther + n, fmt.Sprintf("PCI-MSIX-0000:00:1f.0 %d-edge", n), fmt.Sprintf("nvme0q%d", n), n % h.CPUs})
	}
	return irqs
}

// count is what a line has counted on a CPU.
func (line irq) count(cpu int) int {
	if cpu != line.home {
		return 0
	}
	return 100_000 + line.number
}

func (h Host) writeInterrupts(f *files) {
	var table strings.Builder
	table.WriteString("     ")
	for cpu := range h.CPUs {
		fmt.Fprintf(&table, "%10s ", fmt.Sprintf("CPU%d", cpu))
	}
	table.WriteString("\n")
	all := list(0, h.CPUs)
	f.write("proc/irq/default_smp_affinity", "%s\n", h.mask(all...))
	for _, line := range h.irqs() {
		fmt.Fprintf(&table, "%4d:", line.number)
		counts := make([]string, h.CPUs)
		for cpu := range h.CPUs {
			counts[cpu] = fmt.Sprint(line.count(cpu))
			fmt.Fprintf(&table, " %10s", counts[cpu])
		}
		fmt.Fprintf(&table, "  %s      %s\n", line.chip, line.action)
		kernel := fmt.Sprintf("sys/kernel/irq/%d/", line.number)
		f.write(kernel+"actions", "%s\n", line.action)
		f.write(kernel+"per_cpu_count", "%s\n", strings.Join(counts, ","))
		h.writeAffinity(f, line)
	}
	table.WriteString(" NMI:" + strings.Repeat(fmt.Sprintf(" %10d", 1), h.CPUs) + "  Non-maskable interrupts\n")
	table.WriteString(" LOC:" + strings.Repeat(fmt.Sprintf(" %10d", 99_999), h.CPUs) + "  Local timer interrupts\n ERR:          0\n")
	f.write("proc/interrupts", "%s", table.String())
}

// writeAffinity allows a queue's line on its home alone, as ENA asks for, and any other line on every CPU.
func (h Host) writeAffinity(f *files, line irq) {
	folder := fmt.Sprintf("proc/irq/%d/", line.number)
	allowed := cpulist.List(list(0, h.CPUs))
	if strings.Contains(line.action, "Tx-Rx") {
		allowed = cpulist.List{line.home}
	}
	f.write(folder+"smp_affinity", "%s\n", h.mask(allowed...))
	f.write(folder+"smp_affinity_list", "%s\n", allowed)
	f.write(folder+"affinity_hint", "%s\n", h.mask())
	f.write(folder+"effective_affinity", "%s\n", h.mask(line.home))
	f.write(folder+"effective_affinity_list", "%d\n", line.home)
	f.write(folder+"node", "0\n")
	f.write(folder+line.action+"/.keep", "")
}
