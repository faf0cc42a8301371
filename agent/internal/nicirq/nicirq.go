// Package nicirq finds the interrupts of a network interface and tells what each of them is for.
//
// It reads /proc and /sys below a root folder, which a test points at a made-up tree, and needs no privileges. Drivers agree on nothing
// but that a device's message-signalled interrupts lie in its msi_irqs folder; what a line serves is in its name only.
package nicirq

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/kernel"
)

// Direction is what a line serves.
type Direction string

// The directions there are. Other is for lines that carry no packets: configuration, management, link state.
const (
	Rx    Direction = "rx"
	Tx    Direction = "tx"
	Both  Direction = "both"
	Other Direction = "other"
)

// NoQueue marks a line that serves no queue or several, or whose name does not tell.
const NoQueue = -1

// IRQ is one interrupt line that has a handler.
type IRQ struct {
	Number    int
	Action    string // as the driver named it: eth0-Tx-Rx-3, virtio2-input.0; several, separated by commas, on a shared line
	Direction Direction
	Queue     int // of that direction, from 0; NoQueue when it cannot be told
}

// Discover lists the lines of an interface, ascending by number; none for loopback, veth and their kind. It costs a file for each line.
func Discover(fs kernel.FS, nic string) []IRQ {
	irqs := []IRQ{}
	names := actionNames{fs: fs}
	for _, number := range numbers(fs, nic, &names) {
		if action := names.of(number); action != "" {
			irqs = append(irqs, IRQ{Number: number, Action: action})
		}
	}
	classify(nic, filepath.Base(deviceTarget(fs, nic)), irqs)
	return irqs
}

// Numbers lists the interface's lines, ascending, those without a handler among them.
func Numbers(fs kernel.FS, nic string) []int {
	return numbers(fs, nic, &actionNames{fs: fs})
}

func numbers(fs kernel.FS, nic string, names *actionNames) []int {
	device := Device(fs, nic)
	found := []int{}
	for _, name := range fs.Names(device + "/msi_irqs") {
		if number, err := strconv.Atoi(name); err == nil {
			found = append(found, number)
		}
	}
	if len(found) == 0 { // a device without message-signalled interrupts has one line, 0 when it uses none
		if number, ok := fs.Number(device + "/irq"); ok && number > 0 {
			found = append(found, int(number))
		}
	}
	if target := deviceTarget(fs, nic); len(found) == 0 && target != "" {
		found = names.ofDevice(nic, filepath.Base(target)) // virtio-mmio and Xen have no PCI device to ask
	}
	slices.Sort(found)
	return found
}

// Device is the folder, below the root, of the device that has an interface's IRQs and NUMA node. A virtio NIC's own device is the virtio
// one, whose parent is the PCI device; any other NIC's parent would be a bridge, whose IRQs are not the NIC's. It need not exist.
func Device(fs kernel.FS, nic string) string {
	device := kernel.NICFolder(nic) + "/device"
	if bus, err := os.Readlink(fs.Path(device + "/subsystem")); err == nil && path.Base(bus) == "virtio" {
		return device + "/.."
	}
	return device
}

// deviceTarget is where the interface's own device link leads, "" without one.
func deviceTarget(fs kernel.FS, nic string) string {
	target, err := os.Readlink(fs.Path(kernel.NICFolder(nic) + "/device"))
	if err != nil {
		return ""
	}
	return target
}

// actionNames finds a line's name in /sys/kernel/irq (since Linux 4.9) and else in /proc/interrupts, which is read once if at all.
type actionNames struct {
	fs    kernel.FS
	table map[int]string
}

func (n *actionNames) of(irq int) string {
	if name := n.fs.Peek(fmt.Sprintf("/sys/kernel/irq/%d/actions", irq)); name != "" {
		return name
	}
	return n.all()[irq]
}

func (n *actionNames) all() map[int]string {
	if n.table == nil {
		n.table = n.fs.InterruptActions()
	}
	return n.table
}

func (n *actionNames) ofDevice(nic, device string) (irqs []int) {
	for irq, actions := range n.all() {
		for action := range strings.SplitSeq(actions, ",") {
			if belongs(action, nic) || belongs(action, device) {
				irqs = append(irqs, irq)
			}
		}
	}
	slices.Sort(irqs)
	return slices.Compact(irqs)
}

// belongs says whether an action is named after an owner: "eth0" or "eth0-rx-0", not "eth01".
func belongs(action, owner string) bool {
	rest, ok := strings.CutPrefix(action, owner)
	return ok && (rest == "" || strings.ContainsRune("-:", rune(rest[0])))
}

// Pair is the lines of one queue number, which belong on one CPU.
type Pair struct {
	Queue int
	IRQs  []IRQ
}

// Pairs groups lines by queue, ascending. Lines that serve no queue or several are left out.
func Pairs(irqs []IRQ) []Pair {
	pairs := []Pair{}
	for _, irq := range irqs {
		if irq.Queue == NoQueue || irq.Direction == Other {
			continue
		}
		at, found := slices.BinarySearchFunc(pairs, irq.Queue, func(pair Pair, queue int) int { return cmp.Compare(pair.Queue, queue) })
		if !found {
			pairs = slices.Insert(pairs, at, Pair{Queue: irq.Queue})
		}
		pairs[at].IRQs = append(pairs[at].IRQs, irq)
	}
	return pairs
}
