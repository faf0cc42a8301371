package runner

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/requests"
)

// drivesNoLoad is what a host does whose file does not have an address.
const drivesNoLoad = "drives no load to"

// allowed refuses an address that the host's configuration file does not let it load. The host itself is always allowed. The refusal says what
// this host does not do there.
func (r *Runner) allowed(address netip.Addr, refused string) error {
	address = address.Unmap()
	if r.Configuration().LoadDestinations == nil || address.IsLoopback() ||
		slices.ContainsFunc(r.Configuration().LoadDestinations, func(network netip.Prefix) bool { return network.Contains(address) }) {
		return nil
	}
	own, err := hostAddresses()
	if err != nil {
		return err
	}
	if slices.Contains(own, address) {
		return nil
	}
	list := inWords(r.Configuration().LoadDestinations)
	return &Failure{"load-refused", fmt.Sprintf("%s %s %s; the loadDestinations of its configuration file are: %s.", r.HostName, refused, address, list)}
}

func inWords(networks []netip.Prefix) string {
	if len(networks) == 0 {
		return "none"
	}
	words := make([]string, len(networks))
	for i, network := range networks {
		words[i] = network.String()
	}
	return strings.Join(words, ", ")
}

// targets are the addresses to which the load of this run goes: those that an origin is resolved to now, or the one that the target listens on.
func (r *Runner) targets(resolved []netip.Addr) []netip.Addr {
	if r.bench.place.origin != "" {
		return resolved
	}
	return []netip.Addr{r.bench.place.address}
}

// aimed refuses load that does not go where prepare said that the target of this run listens, or to another port than it has here. Of a target
// without an agent it answers what its host is resolved to now, and refuses requests that name another.
func (r *Runner) aimed(ctx context.Context, address string, list []requests.Request, tls *loadgen.TLS) ([]netip.Addr, error) {
	if origin := r.bench.place.origin; origin == "" {
		return nil, r.aimedHere(address)
	} else if origin != strings.TrimSuffix(address, "/") {
		return nil, &Failure{"load-refused", fmt.Sprintf("%s %s %q: the target of this run is %s.", r.HostName, drivesNoLoad, address, origin)}
	} else if err := r.knownNames(list, tls); err != nil {
		return nil, err
	} else {
		return r.outside(ctx, origin)
	}
}

func (r *Runner) aimedHere(address string) error {
	refused := func(why string) error {
		return &Failure{"load-refused", fmt.Sprintf("%s %s %q: %s.", r.HostName, drivesNoLoad, address, why)}
	}
	base, err := url.Parse(address)
	if err != nil {
		return refused("it is no address")
	}
	to, err := netip.ParseAddrPort(base.Host)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || strings.Trim(base.Path, "/") != "" {
		return refused("a target is http or https, an IP address and a port")
	}
	if own := r.bench.place.address; to.Addr().Unmap() != own.Unmap() {
		return refused("the target of this run is on " + own.String())
	}
	if t := r.bench.target; t != nil && strings.TrimSuffix(t.URL, "/") != strings.TrimSuffix(address, "/") {
		return refused("the target of this run is " + t.URL)
	}
	return r.allowed(to.Addr(), drivesNoLoad)
}
