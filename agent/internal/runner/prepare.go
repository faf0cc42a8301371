package runner

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// contactWithin is how long prepare waits for a sign of life when the last one is too old to count a lease from.
const contactWithin = 5 * time.Second

// prepare takes the lease, checks what the run needs, and starts sampling.
func (r *Runner) prepare(ctx context.Context, runID string, p Prepare, o *Outcome) error {
	if held := r.HeldRun(); held != "" && held != runID {
		r.Log.Warn("the API gave this host to another run: letting go of the one before", "runId", held)
		r.letGo(r.leaseLost(givenToAnother))
	}
	r.bench.stopTarget(r, drain)
	r.bench.stopBackends()
	r.bench.log, r.bench.snapshots = "", false
	if err := r.takeLease(ctx, p.Lease); err != nil {
		return err
	}
	// First of all: what a build takes of the host is over before anything is measured or tuned.
	if err := r.buildRevision(ctx, p, o); err != nil {
		return err
	}
	prepared, err := r.check(ctx, p)
	if err != nil {
		return err
	}
	nics, err := upInterfaces()
	if err != nil {
		return err
	}
	if err := r.bench.startSampling(r, runID, nics, p.SamplesPerSecond); err != nil {
		return fmt.Errorf("sampling %s could not be started: %w", r.HostName, err)
	}
	if err := r.startOwnBackends(ctx, p); err != nil {
		return err
	}
	if prepared.BackendNeeds, err = r.backendNeeds(p); err != nil {
		return err
	}
	r.bench.port = prepared.Port
	o.Prepared = prepared
	return nil
}

// takeLease counts from the last acknowledged sign of life, which is no later than the lease's own start of count.
func (r *Runner) takeLease(ctx context.Context, terms LeaseTerms) error {
	r.WantContact()
	deadline := Now() + contactWithin
	for {
		r.mu.Lock()
		taken := lease{terms: &terms, contactAt: r.lease.contactAt}
		ok := taken.letGoAt() > Now()
		if ok {
			r.lease = taken
			r.Holding(true)
			signal(r.leaseMove)
		}
		r.mu.Unlock()
		if ok {
			return nil
		}
		if Now() > deadline {
			return r.leaseLost(leaseTooOld)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (r *Runner) check(ctx context.Context, p Prepare) (*Prepared, error) {
	prepared := &Prepared{}
	if err := r.locate(ctx, p, prepared); err != nil {
		return nil, err
	}
	if _, err := r.secretsOf(p.Secrets, r.targets(prepared.Resolved)...); err != nil {
		return nil, err
	}
	if p.Server {
		if err := r.checkServer(p, prepared); err != nil {
			return nil, err
		}
	}
	if p.Backend {
		if err := r.checkBackendHost(p); err != nil {
			return nil, err
		}
	}
	if p.Client {
		if err := r.allowed(r.bench.place.address, drivesNoLoad); err != nil {
			return nil, err
		}
		tool, err := r.tool(p.Tool)
		if err != nil {
			return nil, err
		}
		prepared.ToolVersion = tool.Version
		if _, err := r.chosenCPUs("load generator", p.ToolCPUs, r.bench.place); err != nil {
			return nil, err
		}
	}
	return prepared, nil
}

// locate notes where the target is: of one that is elsewhere, the address that leads to it.
func (r *Runner) locate(ctx context.Context, p Prepare, prepared *Prepared) error {
	if external, ok := p.Target.(ExternalTarget); ok {
		var err error
		if prepared.Resolved, err = r.outside(ctx, external.Origin); err != nil {
			return err
		}
		r.bench.place = place{address: prepared.Resolved[0], origin: external.Origin}
		return nil
	}
	address, err := netip.ParseAddr(p.Listen)
	if err != nil {
		return &Failure{"address-unusable", fmt.Sprintf("The target on %s cannot listen on %.80q, which is no IP address.", r.HostName, p.Listen)}
	}
	r.bench.place = place{server: p.Server, address: address}
	return nil
}

func (r *Runner) checkServer(p Prepare, prepared *Prepared) error {
	var err error
	if r.bench.place.target, err = r.chosenCPUs("target", p.TargetCPUs, r.bench.place); err != nil {
		return err
	}
	address, err := r.ownAddress(p.Listen)
	if err == nil {
		prepared.Port, err = r.checkTarget(p, address)
	}
	return err
}

func upInterfaces() ([]string, error) {
	all, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("listing the network interfaces: %w", err)
	}
	var names []string
	for _, nic := range all {
		if nic.Flags&net.FlagUp != 0 {
			names = append(names, nic.Name)
		}
	}
	return names, nil
}
