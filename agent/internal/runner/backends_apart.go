package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"

	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/sealing"
)

// apart is how a target comes at services, of which the other server has no password.
type apart struct {
	backend.Access
	downstream string
}

// arguments are those of the reference server.
func (a apart) arguments() []string {
	arguments := a.Arguments()
	if a.downstream != "" {
		arguments = append(arguments, "--downstream", a.downstream)
	}
	return arguments
}

// BackendNeeds is what the host of a target tells the one that starts its services.
type BackendNeeds struct {
	PublicKey           string
	DatabaseConnections int // 0: no database
}

// StartedBackends is the result of StartBackends, and of StartTarget how its services are reached. What is not there is empty.
type StartedBackends struct {
	// Addresses hold no password.
	Database, Cache, Downstream string
	// Sealed holds the passwords, for the agent of the target alone.
	Sealed string
}

// passwords are what is sealed.
type passwords struct {
	Database string `json:"database,omitempty"`
	Cache    string `json:"cache,omitempty"`
}

// backendNeeds makes a key for this run, where the target's services are on another host.
func (r *Runner) backendNeeds(p Prepare) (*BackendNeeds, error) {
	spec, reference := p.Target.(ReferenceTarget)
	if !p.Server || !reference || p.BackendAddress == "" {
		return nil, nil
	}
	key, err := sealing.NewKey()
	if err != nil {
		return nil, err
	}
	address, err := netip.ParseAddr(p.BackendAddress)
	if err != nil {
		return nil, &Failure{"address-unusable", fmt.Sprintf("The target on %s cannot ask services on %.80q, which is no IP address.", r.HostName, p.BackendAddress)}
	}
	if err := r.allowed(address, "lets its target ask no services at"); err != nil {
		return nil, err
	}
	r.bench.backends.key, r.bench.backends.at = key, address
	return &BackendNeeds{PublicKey: key.Public(), DatabaseConnections: r.connections(spec)}, nil
}

// checkBackendHost is done when the host is prepared, long before the services are started.
func (r *Runner) checkBackendHost(p Prepare) error {
	spec, reference := p.Target.(ReferenceTarget)
	if !reference {
		return fmt.Errorf("the agent on %s starts no services for %T", r.HostName, p.Target)
	}
	if err := r.checkServerBinary(); err != nil {
		return err
	}
	if err := r.checkBackends(spec); err != nil {
		return err
	}
	_, err := r.backendAddress(p.BackendAddress)
	return err
}

func (r *Runner) backendAddress(text string) (netip.Addr, error) {
	return r.ownAddressFor("the services of the target", text)
}

// startBackendsApart starts what the target on another host asks.
func (r *Runner) startBackendsApart(ctx context.Context, runID string, s StartBackends, o *Outcome) error {
	if err := r.mustHold(runID); err != nil {
		return err
	}
	spec, reference := s.Target.(ReferenceTarget)
	if !reference || r.bench.recorder == nil {
		return fmt.Errorf("no services can be started on %s, whose preparation failed", r.HostName)
	}
	address, err := r.backendAddress(s.Address)
	if err != nil {
		return err
	}
	r.bench.stopBackends()
	if err := r.startBackends(ctx, spec, address, s.Needs.DatabaseConnections); err != nil {
		return err
	}
	access := r.bench.backends.access()
	secret, err := json.Marshal(passwords{Database: access.DatabasePassword, Cache: access.CachePassword})
	if err != nil {
		return err
	}
	sealed, err := sealing.Seal(s.Needs.PublicKey, secret)
	if err != nil {
		return fmt.Errorf("the passwords of the services on %s could not be handed on: %w", r.HostName, err)
	}
	o.Services = r.bench.backends.identities
	o.Backends = &StartedBackends{Database: access.Database, Cache: access.Cache, Downstream: access.downstream, Sealed: sealed}
	return nil
}

// servicesInPlace refuses services that are not where prepare said that they are: a target asks them with each request.
func (r *Runner) servicesInPlace(s *StartedBackends) error {
	for _, service := range []struct{ scheme, address string }{{"postgres", s.Database}, {"redis", s.Cache}, {"http", s.Downstream}} {
		if service.address == "" {
			continue
		}
		refused := &Failure{"load-refused", fmt.Sprintf("The target on %s asks no service at %.200q: those of this run are at %s://%s.", r.HostName, service.address, service.scheme, r.bench.backends.at)}
		u, err := url.Parse(service.address)
		if err != nil || u.Scheme != service.scheme || u.RawQuery != "" || u.Fragment != "" {
			return refused
		}
		at, err := netip.ParseAddrPort(u.Host)
		if err != nil || at.Addr().Unmap() != r.bench.backends.at.Unmap() {
			return refused
		}
	}
	return nil
}

var errNoKey = errors.New("this life of the agent made no key for it")

// openBackends takes how the target comes at services of another host.
func (r *Runner) openBackends(s *StartedBackends) error {
	b := &r.bench.backends
	if s == nil {
		return nil
	}
	if err := r.servicesInPlace(s); err != nil {
		return err
	}
	var opened passwords
	err := errNoKey
	if b.key != nil {
		var secret []byte
		if secret, err = b.key.Open(s.Sealed); err == nil {
			err = json.Unmarshal(secret, &opened)
		}
	}
	if err != nil {
		return &Failure{"backend-unreadable", fmt.Sprintf("The agent on %s cannot read how its target comes at the services on the other host: %v. Run again.", r.HostName, err)}
	}
	b.apart = apart{
		Access:     backend.Access{Database: s.Database, DatabasePassword: opened.Database, Cache: s.Cache, CachePassword: opened.Cache},
		downstream: s.Downstream,
	}
	return nil
}
