package runner

import (
	"net/netip"
	"net/url"
	"slices"

	"millionrps/agent/internal/sampler"
)

// countEstablished counts at the target's side when that is on this host, and at the tool's side when it is not, or when other hosts
// drive load too: at the target's side theirs would count as ours. It answers nil when it cannot tell.
func (r *Runner) countEstablished(target string, othersToo bool) *int64 {
	count, err := establishedTo(target, othersToo)
	if err != nil {
		r.Log.Warn("counting the established connections", "error", err)
		return nil
	}
	established := int64(count)
	return &established
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
		return sampler.EstablishedConnections(at.Port())
	}
	return sampler.EstablishedConnectionsTo(at.Addr(), at.Port())
}
