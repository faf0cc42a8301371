package tuning

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// mtuKnob also makes some drivers take their interrupts anew, with other numbers.
func (h *host) mtuKnob(nic string) knob {
	k := h.fileKnob(nicFolder(nic)+"/mtu", sameFields)
	write := k.write
	k.write = func(value string) error {
		err := write(value)
		h.forget()
		return err
	}
	return k
}

// affinityKnob is the CPUs that an interrupt may go to, as a list. What counts is smp_affinity: effective_affinity follows with the next
// interrupt only.
func (h *host) affinityKnob(nic, name string) knob {
	number, found := h.interrupts(nic)[name]
	k := h.fileKnob(fmt.Sprintf("/proc/irq/%d/smp_affinity_list", number), sameList)
	if !found {
		gone := goneError{fmt.Sprintf("the interrupt %s of %s", name, nic)}
		k.path = ""
		k.read = func() (string, error) { return "", gone }
		k.write = func(string) error { return gone }
		k.mayWrite = func() error { return gone }
	}
	return k
}

// steeringKnob is a transmit queue's CPUs. A NIC with a single queue has the file, but answers ENOENT (xps_cpus_show, net/core/net-sysfs.c).
func (h *host) steeringKnob(nic, name string) knob {
	k := h.fileKnob(name, sameMask)
	explain := func(err error) error {
		if errors.Is(err, unix.ENOENT) && h.exists(name) {
			return absentError{nic + " has a single transmit queue, so that there is nothing to choose"}
		}
		return err
	}
	read, write := k.read, k.write
	k.read = func() (string, error) { value, err := read(); return value, explain(err) }
	k.write = func(value string) error { return explain(write(value)) }
	return k
}
