package tuning

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/kernel/cpulist"
)

// planner works out what a request means on one host. It reads only. The settings add their changes in files of their own, see settings.go.
type planner struct {
	h        *host
	request  Request
	wanted   Wanted
	setting  string // that is being planned
	cpus     cpuSet
	target   cpulist.List // nil: every CPU
	nic      *nicState    // nil until a setting needs it
	nicAsked bool
	changes  []Change
	warnings []string
}

// nicState is the interface that is meant, and its queues as they will be.
type nicState struct {
	name             string
	rxNow, txNow     int
	rxThen, txThen   int // after the number of queues was changed
	channelsToChange bool
}

// newPlan is the plan for a request; its error is a Refusal, or that the host cannot be read.
func newPlan(h *host, request Request) (*planner, error) {
	p := &planner{h: h, request: request, wanted: request.Wanted, changes: []Change{}, warnings: []string{}}
	var err error
	if p.cpus, err = h.cpus(); err != nil {
		return nil, err
	}
	if request.TargetCPUs != "" {
		if p.target, err = p.choose("the target", request.TargetCPUs); err != nil {
			return nil, err
		}
	}
	for _, setting := range settings {
		p.setting = setting.name
		if err := setting.plan(p); err != nil {
			return nil, p.faultOfCPUsOr(err)
		}
	}
	if p.nic != nil && p.nic.channelsToChange {
		p.addCollateral()
	}
	p.changes = sortedByRank(p.changes)
	return p, nil
}

// faultOfCPUsOr answers a fault in the CPUs first where no NIC could be told: it need not wait until that one is mended.
func (p *planner) faultOfCPUsOr(err error) error {
	if p.nic != nil {
		return err
	}
	var choices []string
	for _, affinity := range []*Affinity{p.wanted.InterruptAffinity, p.wanted.TransmitSteering} {
		if affinity != nil {
			choices = append(choices, affinity.CPUs)
		}
	}
	if steered := p.wanted.PacketSteering; steered != nil && steered.CPUs != noSteering {
		choices = append(choices, steered.CPUs)
	}
	for _, choice := range choices {
		if choice == "nic-local" {
			continue
		}
		if _, _, fault := (cpuChoice{cpus: p.cpus, target: p.target}).resolve(choice); fault != nil {
			return fault
		}
	}
	return err
}

func sortedByRank(changes []Change) []Change {
	sortByRank(changes, func(c Change) string { return c.Key })
	return changes
}

func (p *planner) plan(atUs int64) Plan {
	plan := Plan{TakenAtUs: atUs, TargetCPUs: p.target, Changes: p.changes, Warnings: p.warnings}
	if p.nicAsked {
		plan.NIC = p.nic.name
	}
	return plan
}

// ask adds a knob that should have a value; what it returns is good until the next is added.
func (p *planner) ask(key, value, why string) *Change {
	p.changes = append(p.changes, Change{Setting: p.setting, Key: key, Asked: &value, Why: why, Status: NotChangeable})
	change := &p.changes[len(p.changes)-1]
	k, err := p.h.knob(key, "")
	if err == nil {
		change.Path = k.path
		var before string
		if before, err = k.read(); err == nil {
			change.Before, change.Status = &before, Unchanged
			if !k.same(before, value) {
				change.Status, err = ToChange, k.mayWrite()
			}
		}
	}
	if err != nil {
		change.fail(err)
	}
	return change
}

// askLater adds a knob that comes into being with the new number of queues.
func (p *planner) askLater(key, path, value, why string) {
	p.changes = append(p.changes, Change{Setting: p.setting, Key: key, Path: path, Asked: &value, Why: why, Status: ToChange})
}

func (c *Change) fail(err error) { c.Status, c.Reason = NotChangeable, inWords(c.Key, err) }

// cannot adds a setting for which this NIC has no knob at all.
func (p *planner) cannot(reason string) {
	p.changes = append(p.changes, Change{
		Setting: p.setting, Key: fmt.Sprintf("nic/%s/%s", p.nic.name, p.setting), Path: nicFolder(p.nic.name),
		Why: "asked for", Status: NotChangeable, Reason: reason,
	})
}

func (p *planner) warn(format string, arguments ...any) {
	warning := fmt.Sprintf(format, arguments...)
	if !slices.Contains(p.warnings, warning) {
		p.warnings = append(p.warnings, warning)
	}
}

// findNIC finds the interface once.
func (p *planner) findNIC() error {
	if p.nic != nil {
		return nil
	}
	name, err := p.h.findNIC(p.wanted.NIC, p.request.Address)
	if err != nil {
		return err
	}
	rx, tx := p.h.NICQueues(name)
	p.nic = &nicState{name: name, rxNow: rx, txNow: tx, rxThen: rx, txThen: tx}
	return nil
}

const overLoopback = "the load goes over loopback, which has no queues"

// ofNIC begins a setting of the NIC; false where loopback carries the load, whose settings are left alone.
func (p *planner) ofNIC() (bool, error) {
	if err := p.findNIC(); err != nil {
		return false, err
	}
	p.nicAsked = true
	if p.nic.name == loopback {
		p.cannot(overLoopback)
		return false, nil
	}
	return true, nil
}

// choose resolves a CPU choice for something, and says which CPUs of it are offline.
func (p *planner) choose(what, choice string) (cpulist.List, error) {
	local := func() (cpulist.List, error) {
		if err := p.findNIC(); err != nil {
			return nil, err
		}
		if p.h.numaNode(p.nic.name) < 0 {
			p.warn("%s belongs to no NUMA node, so that nic-local means every CPU.", p.nic.name)
		}
		return p.h.localCPUs(p.nic.name, p.cpus)
	}
	list, offline, err := cpuChoice{p.cpus, p.target, local}.resolve(choice)
	if len(offline) > 0 {
		p.warn("%s, which %s is to use, %s offline and left out.", cpusInWords(offline), what, english.PluralWord(len(offline), "is", "are"))
	}
	return list, err
}

// mask is a list as the kernel would print it on this host. The list was resolved on it, so that it fits.
func (p *planner) mask(list cpulist.List) (string, error) { return list.Mask(p.cpus.width()) }

// notHere adds a setting that this host has no knob for.
func (p *planner) notHere(key, reason string) {
	p.changes = append(p.changes, Change{Setting: p.setting, Key: key, Why: "asked for", Status: NotChangeable, Reason: reason})
}
