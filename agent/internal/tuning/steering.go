package tuning

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/dustin/go-humanize/english"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// Affinity spreads queues over CPUs.
type Affinity struct {
	CPUs   string // a CPU choice: a list, all, nic-local, last N, first N, not target
	Spread string // OneToOne or All
}

// The ways to spread queues: the first to the first CPU, and so on, starting over; or every queue to all of the CPUs.
const (
	OneToOne = "one-to-one"
	All      = "all"
)

// chooseFor resolves the CPUs of an Affinity.
func (p *planner) chooseFor(what string, affinity Affinity) (cpulist.List, error) {
	if affinity.Spread != OneToOne && affinity.Spread != All {
		return nil, Refusal{fmt.Sprintf("%.80q is no spread of %s: %s or %s.", affinity.Spread, p.setting, OneToOne, All)}
	}
	return p.choose(what, affinity.CPUs)
}

// PacketSteering (RPS) is a CPU choice, or none.
type PacketSteering struct{ CPUs string }

const noSteering = "none"

// packetSteering (RPS) writes the same mask to every receive queue.
func (p *planner) packetSteering(wanted PacketSteering) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	cpus, why := cpulist.List{}, "packets stay on the CPU that took the interrupt"
	if choice := wanted.CPUs; choice != noSteering {
		var err error
		if cpus, err = p.choose("packet steering", choice); err != nil {
			return err
		}
		why = "packets are spread over " + cpusInWords(cpus)
	}
	mask, err := p.mask(cpus)
	if err != nil {
		return err
	}
	p.eachQueue("rx", p.nic.rxNow, p.nic.rxThen, "rps_cpus", func(int) (string, string) { return mask, why })
	return nil
}

// FlowSteering (RFS) is how many entries the global table has; 0 turns it off.
type FlowSteering struct{ Entries int }

// flowSteering (RFS) sizes the global table and gives each receive queue its share. The kernel rounds both up to a power of two
// (rps_sock_flow_sysctl, net/core/sysctl_net_core.c; store_rps_dev_flow_table_cnt, net/core/net-sysfs.c), so that is what is asked for.
func (p *planner) flowSteering(wanted FlowSteering) error {
	entries := wanted.Entries
	const most = 1 << 29 // beyond it the kernel answers EINVAL
	if entries < 0 || entries > most {
		return Refusal{fmt.Sprintf("Flow steering takes 0 to %d entries, not %d.", most, entries)}
	}
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	total := powerOfTwo(entries)
	why := "entries of the global table"
	if total != entries {
		why = fmt.Sprintf("entries of the global table; %d were asked, and the kernel rounds up to a power of two", entries)
	}
	table := *p.ask(flowEntriesKey, strconv.Itoa(total), why)
	if p.nic.rxThen == 0 {
		return nil
	}
	from := len(p.changes)
	share := powerOfTwo((entries + p.nic.rxThen - 1) / p.nic.rxThen)
	why = fmt.Sprintf("its share of %d entries among %s", total, english.Plural(p.nic.rxThen, "queue", ""))
	p.eachQueue("rx", p.nic.rxNow, p.nic.rxThen, "rps_flow_cnt", func(int) (string, string) { return strconv.Itoa(share), why })
	if reason := withoutTable(table); reason != "" && total > 0 {
		for i := range p.changes[from:] {
			if change := &p.changes[from+i]; change.Status == ToChange {
				change.fail(absentError{reason})
			}
		}
	}
	return nil
}

// withoutTable is why the queues' shares would do nothing: a packet is steered only by a flow that the global table knows (get_rps_cpu,
// net/core/dev.c). "" where there is, or will be, a table. A share of 0 needs none.
func withoutTable(table Change) string {
	switch {
	case table.Status != NotChangeable:
		return ""
	case table.Before == nil:
		return "has no effect without " + flowEntries + ", which can be neither read nor changed here"
	case *table.Before == "0":
		return "has no effect while " + flowEntries + " is 0, which cannot be changed here"
	}
	return ""
}

// transmitSteering (XPS) tells each transmit queue which CPUs send by it.
func (p *planner) transmitSteering(wanted Affinity) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	cpus, err := p.chooseFor("transmit steering", wanted)
	if err != nil {
		return err
	}
	each := spreadOver(cpus, wanted.Spread, p.nic.txThen)
	masks := make([]string, len(each))
	for queue, list := range each {
		if masks[queue], err = p.mask(list); err != nil {
			return err
		}
	}
	p.eachQueue("tx", p.nic.txNow, p.nic.txThen, "xps_cpus", func(queue int) (string, string) {
		return masks[queue], "carries what is sent by " + cpusInWords(each[queue])
	})
	return nil
}

// eachQueue asks for a file of every queue that there will be.
func (p *planner) eachQueue(direction string, now, then int, file string, wish func(queue int) (value, why string)) {
	for queue := range then {
		value, why := wish(queue)
		key := queueKey(p.nic.name, direction, queue, file)
		if queue < now {
			p.ask(key, value, why)
		} else {
			p.askLater(key, queueFile(p.nic.name, fmt.Sprintf("%s-%d", direction, queue), file), value, why)
		}
	}
}

// powerOfTwo rounds up; 0 stays.
func powerOfTwo(n int) int {
	if n <= 1 {
		return n
	}
	return 1 << bits.Len(uint(n-1))
}

func (h *host) packetSteeringKnob(at spot) knob {
	return h.fileKnob(queueFile(at.nic, "rx-"+at.name, "rps_cpus"), sameMask)
}

func (h *host) flowShareKnob(at spot) knob {
	return h.fileKnob(queueFile(at.nic, "rx-"+at.name, "rps_flow_cnt"), sameFields)
}

// transmitSteeringKnob is a transmit queue's CPUs. A NIC with a single queue has the file, but answers ENOENT (xps_cpus_show, net/core/net-sysfs.c).
func (h *host) transmitSteeringKnob(at spot) knob {
	file := queueFile(at.nic, "tx-"+at.name, "xps_cpus")
	return h.fileKnob(file, sameMask).explained(func(err error) error {
		if errors.Is(err, unix.ENOENT) && h.Exists(file) {
			return absentError{at.nic + " has a single transmit queue, so that there is nothing to choose"}
		}
		return err
	})
}

func queueFile(nic, queue, name string) string {
	return fmt.Sprintf("%s/queues/%s/%s", nicFolder(nic), queue, name)
}

func rxKeys(file string) func(*host, string) []string {
	return func(h *host, nic string) []string { rx, _ := h.NICQueues(nic); return queueKeys(nic, "rx", rx, file) }
}

func txKeys(file string) func(*host, string) []string {
	return func(h *host, nic string) []string { _, tx := h.NICQueues(nic); return queueKeys(nic, "tx", tx, file) }
}

func queueKeys(nic, direction string, queues int, file string) []string {
	keys := make([]string, queues)
	for queue := range keys {
		keys[queue] = queueKey(nic, direction, queue, file)
	}
	return keys
}

func queueKey(nic, direction string, queue int, file string) string {
	return fmt.Sprintf("nic/%s/%s-%d/%s", nic, direction, queue, file)
}
