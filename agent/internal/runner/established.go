package runner

import (
	"net/netip"
	"net/url"
	"slices"

	"millionrps/agent/internal/netlink"
)

// countEstablished counts at the target's side when only this host drives load to a target on it, else at the tool's side: there other
// hosts' connections do not count as ours. It answers nil when it cannot tell.
func (r *Runner) countEstablished(target string, othersToo bool) *int64 {
	count, err := establishedTo(target, othersToo)
	if err != nil {
		r.Log.Warn("counting the established connections", "error", err)
		return nil
	}
	established := int64(count)
	return &established
}

// watch takes in how many connections are established, and looks at the target where that is more than before. It answers whether to count
// again: by the middle of a short step, a tool that starts slowly may not have opened all connections.
func (i *invocation) watch(count *int64) (again bool) {
	if count == nil {
		if i.seen == nil {
			i.seen = i.look()
		}
		return false
	}
	known := i.done.ConnectionsEstablished
	if known == nil || *count > *known {
		i.done.ConnectionsEstablished, i.seen = count, i.look()
	}
	return *count < int64(i.Share.Connections)
}

// forgetNone leaves unknown what was never caught: answers came, so connections were open between two counts.
func (d *LoadDone) forgetNone() {
	if count := d.ConnectionsEstablished; count != nil && *count == 0 && d.Result.Requests > 0 {
		d.ConnectionsEstablished = nil
	}
}

func establishedTo(target string, othersToo bool) (int, error) {
	u, err := url.Parse(target)
	if err != nil {
		return 0, err
	}
	at, err := netip.ParseAddrPort(u.Host)
	if err != nil {
		return 0, err
	}
	own, err := hostAddresses()
	if err != nil {
		return 0, err
	}
	if !othersToo && slices.Contains(own, at.Addr().Unmap()) {
		return netlink.EstablishedConnections(at.Port())
	}
	return netlink.EstablishedConnectionsTo(at.Addr(), at.Port())
}
