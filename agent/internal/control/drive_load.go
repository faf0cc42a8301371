package control

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/profiles"
	"millionrps/agent/internal/runner"
)

func driveLoadOf(c contract.Command) (runner.Action, error) {
	d, err := c.AsDriveLoadCommand()
	if err != nil {
		return nil, err
	}
	action := runner.DriveLoad{
		StepIndex:       int(d.StepIndex),
		Phase:           string(d.Phase),
		Tool:            d.Tool,
		ToolWorkers:     intOf(d.ToolWorkers),
		ToolCPUs:        textOf(d.ToolCpus),
		URL:             strings.TrimSuffix(d.Url, "/"),
		Decompress:      d.Decompress,
		DurationSeconds: int(d.DurationSeconds),
	}
	if action.Profiles, err = profilesOf(d.Profiles); err != nil {
		return nil, err
	}
	if d.StartAtUs != nil {
		action.StartAtUs = *d.StartAtUs
	}
	if err := cmp.Or(
		ranged("seconds", d.DurationSeconds, 1, durationMost), ranged("steps before it", d.StepIndex, 0, stepsMost),
		ranged("workers", int64(action.ToolWorkers), 0, workersMost), ranged("requests per connection", int64(intOf(d.RequestsPerConnection)), 0, connectionsMost),
	); err != nil {
		return nil, err
	}
	if !d.Phase.Valid() {
		return nil, fmt.Errorf("it knows no phase %.40q", d.Phase)
	}
	if action.Protocol, action.TLS, err = transportOf(d.Protocol, d.Tls, d.TrustedCertificate); err != nil {
		return nil, err
	}
	if err := askOf(d, &action); err != nil {
		return nil, err
	}
	action.Share, err = shareOf(d.Share)
	return action, err
}

func shareOf(s contract.LoadShare) (runner.Share, error) {
	value, err := s.ValueByDiscriminator()
	if err != nil {
		return runner.Share{}, fmt.Errorf("its load cannot be read (%w); a newer agent may", err)
	}
	switch share := value.(type) {
	case contract.ClosedShare:
		if err := cmp.Or(ranged("connections", share.Connections, 1, connectionsMost), ranged("requests at a time", share.Pipelining, 1, pipeliningMost)); err != nil {
			return runner.Share{}, err
		}
		return runner.Share{Connections: int(share.Connections), Pipelining: int(share.Pipelining)}, nil
	case contract.OpenShare:
		if err := cmp.Or(ranged("requests a second", share.RequestsPerSecond, 1, rateMost), ranged("connections", int64(intOf(share.Connections)), 0, connectionsMost)); err != nil {
			return runner.Share{}, err
		}
		if !share.Arrivals.Valid() {
			return runner.Share{}, fmt.Errorf("it knows no arrivals %.40q", share.Arrivals)
		}
		return runner.Share{
			Connections: intOf(share.Connections), RequestsPerSecond: int(share.RequestsPerSecond), Poisson: share.Arrivals == contract.Poisson,
		}, nil
	}
	return runner.Share{}, fmt.Errorf("it knows no %T", value)
}

// profilesOf refuses a kind that is not known: its name would become part of an address of the target's.
func profilesOf(kinds []contract.ProfileKind) ([]profiles.Kind, error) {
	for i, kind := range kinds {
		if !kind.Valid() || slices.Contains(kinds[:i], kind) {
			return nil, fmt.Errorf("it takes no %.40q profile, or was asked for it twice; a newer agent may", kind)
		}
	}
	return mapped(kinds, func(kind contract.ProfileKind) profiles.Kind { return profiles.Kind(kind) }), nil
}
