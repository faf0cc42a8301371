package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/nicirq"
)

// NIC is an interface of the host, but not loopback.
type NIC struct {
	Name      string
	RxQueues  int
	QueuesMax int  // what the driver could have; 0 when it does not say
	Paired    bool // a queue is for both directions, as `ethtool -L combined` counts
	Addresses int
}

// manyCPUs is from where one queue, taken by one CPU, is the wall before anything else.
const manyCPUs = 4

func nics(h host, c Config) []Finding {
	cpus, _ := h.CPUs(cpuFolder + "online")
	found := []Finding{}
	for _, nic := range c.NICs {
		found = append(found, judgeLink(readLink(h, nic))...)
		// Bridges, bonds and pairs of a container take packets in on whatever CPU hands them over.
		device := h.Exists(kernel.NICFolder(nic.Name) + "/device")
		if device && nic.RxQueues > 0 {
			found = append(found, judgeQueues(nic, cpus, steersPackets(h, nic.Name))...)
		}
		if device {
			found = append(found, judgePlacement(readPlacement(h, nic.Name), cpus)...)
		}
		found = append(found, judgeDrops(readDrops(h, nic.Name))...)
	}
	if len(c.NICs) == 0 {
		return one("nic-missing", Warning, "There is no NIC but loopback: load can come from this host only.", "")
	}
	return found
}

type linkReading struct {
	nic             NIC
	switchedOn, has bool
	state           string
}

func readLink(h host, nic NIC) linkReading {
	const up = 1 // IFF_UP, include/uapi/linux/if.h
	folder := kernel.NICFolder(nic.Name)
	flags, _ := strconv.ParseUint(h.Peek(folder+"/flags"), 0, 32)
	state := h.Peek(folder + "/operstate")
	return linkReading{nic: nic, switchedOn: flags&up != 0, has: state == "up" || state == "unknown", state: state}
}

// judgeLink finds nothing wrong with an unused port.
func judgeLink(r linkReading) []Finding {
	severity := Note
	if r.nic.Addresses > 0 {
		severity = Warning
	}
	switch {
	case r.state == "": // a captured tree, or gone since it was listed
		return nil
	case r.has:
		return fine("nic-link", fmt.Sprintf("%s is up.", r.nic.Name))
	case !r.switchedOn:
		return one("nic-link-down", severity, fmt.Sprintf("%s is switched off.", r.nic.Name), "sudo ip link set "+quoted(r.nic.Name)+" up")
	}
	return one("nic-link-down", severity, fmt.Sprintf("%s has no link (%s): no cable, or nothing at its other end.", r.nic.Name, r.state), "")
}

// steersPackets says that receive packet steering spreads the first queue's packets.
func steersPackets(h host, nic string) bool {
	cpus, err := cpulist.ParseMask(h.Peek(kernel.NICFolder(nic) + "/queues/rx-0/rps_cpus"))
	return err == nil && len(cpus) > 0
}

func judgeQueues(nic NIC, cpus cpulist.List, steered bool) []Finding {
	possible := min(nic.QueuesMax, len(cpus))
	channels := fmt.Sprintf("sudo ethtool -L %s combined %d", quoted(nic.Name), possible)
	if !nic.Paired {
		channels = fmt.Sprintf("sudo ethtool -L %s rx %d tx %d", quoted(nic.Name), possible, possible)
	}
	have := fmt.Sprintf("%s has %s for %s", nic.Name, several(nic.RxQueues, "receive queue"), several(len(cpus), "CPU"))
	switch {
	case nic.RxQueues == 1 && possible > 1 && len(cpus) >= manyCPUs:
		return one("nic-single-queue", Warning, have+", and could have "+grouped(possible)+": one CPU takes all packets in.", channels)
	case nic.RxQueues == 1 && steered:
		return fine("nic-queues", have+"; packet steering (RPS) spreads their packets.")
	case nic.RxQueues == 1 && len(cpus) >= manyCPUs:
		mask, _ := cpus.Mask(cpus[len(cpus)-1] + 1)
		return one("nic-single-queue", Warning, have+" and cannot have more: one CPU takes all packets in, unless packet steering (RPS) spreads them.",
			setFile(mask, quoted(kernel.NICFolder(nic.Name)+"/queues/rx-0/rps_cpus")))
	case nic.RxQueues < possible:
		return one("nic-queues-below-most", Note, have+" and could have "+grouped(possible)+".", channels)
	}
	return fine("nic-queues", have+".")
}

type placementReading struct {
	nic string
	// pairs maps each queue to the CPU that takes its lines; -1 if it is unknown, or if there are several.
	pairs []nicirq.Pair
	cpus  []int
}

func readPlacement(h host, nic string) placementReading {
	r := placementReading{nic: nic, pairs: nicirq.Pairs(nicirq.Discover(h.FS, nic))}
	for _, pair := range r.pairs {
		cpu := -1
		for i, irq := range pair.IRQs {
			taken := takenBy(h, irq.Number)
			if i > 0 && taken != cpu {
				cpu = -1
				break
			}
			cpu = taken
		}
		r.cpus = append(r.cpus, cpu)
	}
	return r
}

// takenBy is the one CPU that takes a line; a kernel that does not say tells at least when only one may.
func takenBy(h host, irq int) int {
	for _, file := range []string{"effective_affinity_list", "smp_affinity_list"} {
		if cpus, err := h.CPUs(fmt.Sprintf("/proc/irq/%d/%s", irq, file)); err == nil && len(cpus) == 1 {
			return cpus[0]
		}
	}
	return -1
}

func judgePlacement(r placementReading, cpus cpulist.List) []Finding {
	if len(r.pairs) < 2 || len(cpus) < 2 || slices.Contains(r.cpus, -1) {
		return nil
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(r.cpus)))
	lines := several(len(r.pairs), "queue")
	if len(distinct) > 1 {
		return fine("nic-interrupts", fmt.Sprintf("The interrupts of %s's %s go to %s CPUs: %s.", r.nic, lines, grouped(len(distinct)), cpulist.List(distinct)))
	}
	places := []string{}
	for i, pair := range r.pairs {
		for _, irq := range pair.IRQs {
			places = append(places, fmt.Sprintf("%d:%d", irq.Number, cpus[i%len(cpus)]))
		}
	}
	mend := fmt.Sprintf("for place in %s; do echo ${place#*:} | sudo tee /proc/irq/${place%%:*}/smp_affinity_list > /dev/null; done", strings.Join(places, " "))
	return one("nic-interrupts-on-one-cpu", Warning, fmt.Sprintf("The interrupts of all %s of %s go to CPU %d, which takes all packets in.", lines, r.nic, distinct[0]), mend)
}
