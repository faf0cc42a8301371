package tuning

import "slices"

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

// resetBesides are the keys that a change of a NIC may reset unasked: those of its queues, and the MTU of the interfaces that lie on it.
// These follow a smaller MTU down and no larger one up (vlan_device_event, macvlan_device_event).
func (h *host) resetBesides(nic string) []string {
	keys := h.queueKeys(nic)
	for _, upper := range h.above(nic) {
		keys = append(keys, mtuKey(upper))
	}
	return keys
}

// queueKeys are the keys of everything that belongs to the queues that a NIC has now.
func (h *host) queueKeys(nic string) (keys []string) {
	for _, k := range kinds() {
		if k.ofNIC() && k.rank > rankDevice {
			keys = append(keys, k.keys(h, nic)...)
		}
	}
	return keys
}

// resetsQueues says whether a change of a device may reset what belongs to its queues. Only channels do by design; many drivers also restart for
// another MTU or offload.
func resetsQueues(key string) bool {
	return slices.Contains([]int{rankChannels, rankDevice}, rank(key))
}
