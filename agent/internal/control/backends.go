package control

import (
	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

func startBackendsOf(c contract.Command) (runner.Action, error) {
	s, err := c.AsStartBackendsCommand()
	if err != nil {
		return nil, err
	}
	action := runner.StartBackends{
		Address: s.Address, Needs: runner.BackendNeeds{PublicKey: s.Needs.PublicKey, DatabaseConnections: intOf(s.Needs.DatabaseConnections)},
	}
	action.Target, err = targetOf(s.Target)
	return action, err
}

func startedBackendsOf(s *contract.StartedBackends) *runner.StartedBackends {
	if s == nil {
		return nil
	}
	return &runner.StartedBackends{Database: textOf(s.Database), Cache: textOf(s.Cache), Downstream: textOf(s.Downstream), Sealed: s.Sealed}
}

func backendsResultOf(s runner.StartedBackends, services []backend.Identity) contract.BackendsResult {
	return contract.BackendsResult{Type: contract.BackendsResultTypeStartBackends, Services: servicesOf(services), Backends: contract.StartedBackends{
		Database: said(s.Database), Cache: said(s.Cache), Downstream: said(s.Downstream), Sealed: s.Sealed,
	}}
}

func backendNeedsOf(n *runner.BackendNeeds) *contract.BackendNeeds {
	if n == nil {
		return nil
	}
	return &contract.BackendNeeds{PublicKey: n.PublicKey, DatabaseConnections: known(n.DatabaseConnections)}
}
