package tuning

import (
	"fmt"
	"slices"
	"strings"

	"millionrps/agent/internal/nicirq"
)

// addCollateral adds what belongs to the queues of the NIC and is not asked for itself: `ethtool -L` resets interrupt affinity and XPS, and drops RPS
// and RFS of the queues that it makes anew.
func (p *planner) addCollateral() {
	asked := map[string]bool{}
	for _, change := range p.changes {
		asked[change.Key] = true
	}
	for _, key := range p.h.queueKeys(p.nic.name) {
		if asked[key] {
			continue
		}
		if k, err := p.h.knob(key, ""); err == nil {
			if before, err := k.read(); err == nil {
				p.changes = append(p.changes, Change{
					Setting: settingOf(key), Key: key, Path: k.path, Before: &before, Status: ToChange,
					Why: "not asked for; changing the number of queues resets it, and it is put back with them",
				})
			}
		}
	}
}

// resetBesides are the keys of what a change of a NIC may reset although nobody asked for it: what belongs to its queues, and the MTU of the
// interfaces that lie on it, which follow a smaller one down and no larger one up (vlan_device_event, macvlan_device_event).
func (h *host) resetBesides(nic string) []string {
	keys := h.queueKeys(nic)
	for _, upper := range h.above(nic) {
		keys = append(keys, mtuKey(upper))
	}
	return keys
}

// above are the interfaces that lie on one, directly or not: VLANs, macvlans, bridges, bonds.
func (h *host) above(nic string) (found []string) {
	for queue := []string{nic}; len(queue) > 0; queue = queue[1:] {
		for _, name := range h.entries(nicFolder(queue[0])) {
			if upper, ok := strings.CutPrefix(name, "upper_"); ok && isNICName(upper) && !slices.Contains(found, upper) {
				found, queue = append(found, upper), append(queue, upper)
			}
		}
	}
	return found
}

func mtuKey(nic string) string { return fmt.Sprintf("nic/%s/mtu", nic) }

// queueKeys are the keys of everything that belongs to the queues that a NIC has now.
func (h *host) queueKeys(nic string) []string {
	keys := []string{}
	for _, named := range nameLines(nicirq.Discover(h.root, nic)) {
		if named.line.Direction != nicirq.Other {
			keys = append(keys, affinityKey(nic, named.name))
		}
	}
	rx, tx := h.queues(nic)
	for queue := range rx {
		keys = append(keys, fmt.Sprintf("nic/%s/rx-%d/rps_cpus", nic, queue), fmt.Sprintf("nic/%s/rx-%d/rps_flow_cnt", nic, queue))
	}
	for queue := range tx {
		keys = append(keys, fmt.Sprintf("nic/%s/tx-%d/xps_cpus", nic, queue))
	}
	return keys
}

func affinityKey(nic, name string) string { return fmt.Sprintf("nic/%s/irq/%s/affinity", nic, name) }

// settingOf is the setting that the key of something reset besides belongs to.
func settingOf(key string) string {
	settings := map[int]string{
		rank("nic/x/irq/y/affinity"): "interruptAffinity", rank("nic/x/rx-0/rps_cpus"): "packetSteering",
		rank("nic/x/rx-0/rps_flow_cnt"): "flowSteering", rank("nic/x/tx-0/xps_cpus"): "transmitSteering", rankDevice: "mtuBytes",
	}
	return settings[rank(key)]
}

// resetsQueues says whether a change of a device may reset what belongs to its queues. Only channels do by design; many drivers also restart for
// another MTU or offload.
func resetsQueues(key string) bool {
	return slices.Contains([]int{rankChannels, rankDevice}, rank(key))
}
