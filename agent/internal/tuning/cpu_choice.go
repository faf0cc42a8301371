package tuning

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

// ResolveCPUs turns a CPU choice into CPUs of the host below root. A choice is a list as people write it, or all, nic-local (the NUMA node
// of nic), last N, first N, or not target (those that targetCPUs leaves). CPUs that are offline are left out. A choice that this host
// cannot fulfil is a Refusal.
func ResolveCPUs(root, choice string, targetCPUs cpulist.List, nic string) (cpulist.List, error) {
	fs := kernel.At(root)
	h := newHost(fs, devices{files: rootFiles{fs}})
	cpus, err := h.cpus()
	if err != nil {
		return nil, err
	}
	list, _, err := cpuChoice{cpus, targetCPUs, func() (cpulist.List, error) { return h.localCPUs(nic, cpus) }}.resolve(choice)
	return list, err
}

// localCPUs are those of a NIC's NUMA node that are online; all where the device belongs to none, as in most virtual machines.
func (h *host) localCPUs(nic string, cpus cpuSet) (cpulist.List, error) {
	node := h.numaNode(nic)
	if node < 0 {
		return cpus.online, nil
	}
	name := fmt.Sprintf("/sys/devices/system/node/node%d/cpulist", node)
	local, err := cpulist.Parse(h.Peek(name))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	local = intersect(local, cpus.online)
	if len(local) == 0 {
		return nil, Refusal{fmt.Sprintf("The NUMA node %d of %s has no CPU that is online; name the CPUs.", node, nic)}
	}
	return local, nil
}

// cpuChoice is what the words of a choice mean on one host.
type cpuChoice struct {
	cpus   cpuSet
	target cpulist.List // nil: every CPU
	local  func() (cpulist.List, error)
}

// resolve also tells which CPUs of a list are offline and were left out: the kernel would drop them from some masks silently and refuse others.
func (c cpuChoice) resolve(choice string) (list, offline cpulist.List, err error) {
	online := c.cpus.online
	switch word, count, _ := strings.Cut(choice, " "); {
	case choice == "all":
		return online, nil, nil
	case choice == "nic-local":
		list, err = c.local()
		return list, nil, err
	case choice == "not target":
		list, err = c.notTarget()
		return list, nil, err
	case word == "first" || word == "last":
		list, err = someOf(online, word, count)
		return list, nil, err
	}
	return c.named(choice)
}

func (c cpuChoice) notTarget() (cpulist.List, error) {
	if c.target == nil {
		return nil, Refusal{"'not target' leaves no CPU: the target may use every CPU; give it CPUs of its own."}
	}
	list, target := cpulist.List{}, cpulist.SetOf(c.target)
	for _, cpu := range c.cpus.online {
		if !target.Has(cpu) {
			list = append(list, cpu)
		}
	}
	if len(list) == 0 {
		return nil, Refusal{fmt.Sprintf("'not target' leaves no CPU: the target has %s, which are all that are online.", c.target)}
	}
	return list, nil
}

func someOf(online cpulist.List, word, count string) (cpulist.List, error) {
	n, err := strconv.ParseUint(count, 10, 16)
	switch {
	case err != nil || n == 0 || count != strconv.FormatUint(n, 10):
		return nil, Refusal{fmt.Sprintf("%.80q is no choice of CPUs: write %s 16, for instance.", word+" "+count, word)}
	case int(n) > len(online):
		return nil, Refusal{fmt.Sprintf("'%s %d' asks for more CPUs than the %d that are online.", word, n, len(online))}
	case word == "first":
		return online[:n], nil
	}
	return online[len(online)-int(n):], nil
}

func (c cpuChoice) named(choice string) (list, offline cpulist.List, err error) {
	asked, err := cpulist.Parse(choice)
	if err != nil {
		return nil, nil, Refusal{fmt.Sprintf("%.80q is no choice of CPUs (%v): write a list such as 0-15,32, or all, nic-local, last 16, first 16, not target.", choice, err)}
	}
	if len(asked) == 0 {
		return nil, nil, Refusal{"The CPU list is empty."}
	}
	online, possible := cpulist.SetOf(c.cpus.online), cpulist.SetOf(c.cpus.possible)
	for _, cpu := range asked {
		switch {
		case online.Has(cpu):
			list = append(list, cpu)
		case possible.Has(cpu):
			offline = append(offline, cpu)
		default:
			return nil, nil, Refusal{fmt.Sprintf("There is no CPU %d on this host: it has %s.", cpu, c.cpus.possible)}
		}
	}
	if len(list) == 0 {
		return nil, nil, Refusal{fmt.Sprintf("%s %s offline; online: %s.", cpusInWords(asked), english.PluralWord(len(asked), "is", "are"), c.cpus.online)}
	}
	return list, offline, nil
}

func intersect(a, b cpulist.List) cpulist.List {
	both, other := cpulist.List{}, cpulist.SetOf(b)
	for _, cpu := range a {
		if other.Has(cpu) {
			both = append(both, cpu)
		}
	}
	return both
}

// spreadOver gives each of so many queues its CPUs.
func spreadOver(cpus cpulist.List, spread string, queues int) []cpulist.List {
	each := make([]cpulist.List, queues)
	for queue := range each {
		each[queue] = cpus
		if spread == OneToOne {
			each[queue] = cpulist.List{cpus[queue%len(cpus)]}
		}
	}
	return each
}
