package runner

import (
	"fmt"
	"net/netip"
	"slices"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

// notTarget are the CPUs that the target leaves to others on its host.
const notTarget = "not target"

// place is where a run's programs go on this host.
type place struct {
	server  bool
	address netip.Addr // of the target
	origin  string     // of a target without an agent; empty of every other
	target  cpulist.List
}

// chosenCPUs resolves a choice of CPUs for the programs that this process starts; nil is all that it may use, for the tool those of the
// target, too. The rules of the API say the same in api/rules/load/share-out.ts.
func (r *Runner) chosenCPUs(whose, choice string, at place) (cpulist.List, error) {
	if choice == "" || choice == notTarget && !at.server {
		return nil, nil
	}
	list, err := r.Tuner.CPUs(choice, at.target, at.address)
	if err != nil {
		return nil, &Failure{"cpus-refused", fmt.Sprintf("The %s on %s cannot have the CPUs %.80q: %s", whose, r.HostName, choice, Sentence(err))}
	}
	allowed, err := kernel.AllowedCPUs()
	if err != nil {
		return nil, err
	}
	usable := slices.DeleteFunc(slices.Clone(list), func(cpu int) bool { return !slices.Contains(allowed, cpu) })
	if len(usable) == 0 || len(usable) < len(list) && !cutToAllowed(choice) {
		return nil, &Failure{"cpus-absent", fmt.Sprintf("The %s is to use the CPUs %s, but %s has %s; choose among those.", whose, named(choice, list), r.HostName, allowed)}
	}
	return usable, nil
}

// cutToAllowed says that a choice names no CPU of its own, so that one which this process may not use is not missed.
func cutToAllowed(choice string) bool {
	return choice == "all" || choice == "nic-local" || choice == notTarget
}

func named(choice string, list cpulist.List) string {
	if choice == list.String() {
		return choice
	}
	return fmt.Sprintf("%s (%s)", choice, list)
}
