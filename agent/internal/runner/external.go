package runner

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/requests"
)

// ExternalTarget is an address where no agent is, which this host's configuration file lets it load.
type ExternalTarget struct{ Origin string }

func (ExternalTarget) targetSpec() {}

// resolveWithin is for one answer of the resolver.
const resolveWithin = 5 * time.Second

// outside answers what the host of an origin is resolved to now. It refuses an origin that this host's configuration file does not have, and a
// host any of whose addresses it may not load: what the API says is never enough.
func (r *Runner) outside(ctx context.Context, origin string) ([]netip.Addr, error) {
	known := r.Configuration().Addresses
	if !slices.Contains(known, origin) {
		list := strings.Join(known, ", ")
		if list == "" {
			list = "none"
		}
		return nil, &Failure{"load-refused", fmt.Sprintf("%s %s %.300q; the addresses of its configuration file are: %s.", r.HostName, drivesNoLoad, origin, list)}
	}
	base, err := url.Parse(origin)
	if err != nil {
		return nil, fmt.Errorf("reading an origin of the configuration file: %w", err)
	}
	ctx, stop := context.WithTimeout(ctx, resolveWithin)
	defer stop()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", base.Hostname())
	if err != nil || len(found) == 0 {
		return nil, &Failure{"address-unusable", fmt.Sprintf("%s found no address of %s: %v.", r.HostName, base.Hostname(), err)}
	}
	return found, r.allAllowed(found)
}

// allAllowed looks at every address, and leaves it unmapped: a load generator may take any.
func (r *Runner) allAllowed(found []netip.Addr) error {
	for i, address := range found {
		found[i] = address.Unmap()
		if err := r.allowed(found[i], drivesNoLoad); err != nil {
			return err
		}
	}
	return nil
}

// knownNames refuses a name that requests or TLS ask for, where the file has no origin of it: what stands before many sites sends such a request on to
// one that the file does not allow.
func (r *Runner) knownNames(list []requests.Request, tls *loadgen.TLS) error {
	var hosts []string
	for _, origin := range r.Configuration().Addresses {
		if base, err := url.Parse(origin); err == nil {
			hosts = append(hosts, base.Hostname())
		}
	}
	for _, name := range namesIn(list, tls) {
		if !slices.Contains(hosts, hostIn(name)) {
			return &Failure{"load-refused", fmt.Sprintf("%s asks %s for no host %.300q; the configuration file has to have an origin of it among its addresses.", r.HostName, r.bench.place.origin, name)}
		}
	}
	return nil
}

// namesIn are those of Host, as they are asked, and of TLS. The value of a secret is not looked at, so as Host it is a name that no file has.
func namesIn(list []requests.Request, tls *loadgen.TLS) (names []string) {
	if tls != nil && tls.ServerName != "" {
		names = append(names, tls.ServerName)
	}
	for _, request := range list {
		for _, h := range request.Headers {
			if !strings.EqualFold(h.Name, "host") {
				continue
			}
			name := ""
			if h.Value != nil {
				name = *h.Value
			}
			names = append(names, name)
		}
	}
	return names
}

// hostIn is without the port, in lower case; empty where a text is neither name nor address.
func hostIn(name string) string {
	base, err := url.Parse("http://" + name)
	if err != nil || base.Host != name {
		return ""
	}
	return strings.ToLower(base.Hostname())
}
