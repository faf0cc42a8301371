package runner

import (
	"net/netip"
	"net/url"
	"slices"

	"millionrps/agent/internal/sampler"
)

// countEstablished counts at the target's side when that is on this host, and at the tool's side when it is not. It answers nil when
// it cannot tell.
func (r *Runner) countEstablished(target string) *int64 {
	count, err := establishedTo(target)
	if err != nil {
		r.Log.Warn("counting the established connections", "error", err)
		return nil
	}
	established := int64(count)
	return &established
}

func establishedTo(target string) (int, error) {
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
	if slices.Contains(own, at.Addr().Unmap()) {
		return sampler.EstablishedConnections(at.Port())
	}
	return sampler.EstablishedConnectionsTo(at.Addr(), at.Port())
}
