package control

import (
	"fmt"
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
		Profiles:        profilesOf(d.Profiles),
	}
	if d.StartAtUs != nil {
		action.StartAtUs = *d.StartAtUs
	}
	if d.DurationSeconds < 1 {
		return nil, fmt.Errorf("%d s are no load", d.DurationSeconds)
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
		if share.Connections < 1 || share.Pipelining < 1 {
			return runner.Share{}, fmt.Errorf("%d connections with pipelining %d are no load", share.Connections, share.Pipelining)
		}
		return runner.Share{Connections: int(share.Connections), Pipelining: int(share.Pipelining)}, nil
	case contract.OpenShare:
		if share.RequestsPerSecond < 1 || !share.Arrivals.Valid() {
			return runner.Share{}, fmt.Errorf("%d requests per second with arrivals %q are no load", share.RequestsPerSecond, share.Arrivals)
		}
		return runner.Share{
			Connections: intOf(share.Connections), RequestsPerSecond: int(share.RequestsPerSecond), Poisson: share.Arrivals == contract.Poisson,
		}, nil
	}
	return runner.Share{}, fmt.Errorf("it knows no %T", value)
}

func profilesOf(kinds []contract.ProfileKind) []profiles.Kind {
	return mapped(kinds, func(kind contract.ProfileKind) profiles.Kind { return profiles.Kind(kind) })
}
