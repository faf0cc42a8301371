package apitest

import "millionrps/agent/internal/contract"

// Reference is the reference server as runs start it unless they say otherwise, on a port, or nil for a free one.
func (a *API) Reference(port *int64, prefork bool) contract.TargetSpec {
	a.t.Helper()
	return a.Target(contract.ReferenceTarget{
		Kind: contract.Reference, Framework: contract.Fiber, Pick: contract.Local, Port: port, Prefork: prefork,
	})
}

// Target takes one of the contract's targets.
func (a *API) Target(target any) (spec contract.TargetSpec) {
	a.t.Helper()
	var err error
	switch t := target.(type) {
	case contract.ReferenceTarget:
		err = spec.FromReferenceTarget(t)
	case contract.NamedTarget:
		err = spec.FromNamedTarget(t)
	case contract.ListeningTarget:
		err = spec.FromListeningTarget(t)
	case contract.ExternalTarget:
		err = spec.FromExternalTarget(t)
	default:
		a.t.Fatalf("%T is no target", target)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return spec
}

// Closed is a closed loop.
func (a *API) Closed(connections, pipelining int64) (share contract.LoadShare) {
	a.t.Helper()
	if err := share.FromClosedShare(contract.ClosedShare{Loop: contract.ClosedShareLoopClosed, Connections: connections, Pipelining: pipelining}); err != nil {
		a.t.Fatal(err)
	}
	return share
}

// Open is an open loop at even times with as many connections as the tool needs.
func (a *API) Open(requestsPerSecond int64) (share contract.LoadShare) {
	a.t.Helper()
	err := share.FromOpenShare(contract.OpenShare{Loop: contract.OpenShareLoopOpen, RequestsPerSecond: requestsPerSecond, Arrivals: contract.Constant})
	if err != nil {
		a.t.Fatal(err)
	}
	return share
}
