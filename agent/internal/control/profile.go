package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

func profilesTaken(taken []runner.CapturedProfile) []contract.CapturedProfile {
	profiles := []contract.CapturedProfile{}
	for _, t := range taken {
		p := contract.CapturedProfile{
			Kind:            contract.ProfileKind(t.Kind),
			Failure:         said(t.Failure),
			ArtifactName:    said(t.ArtifactName),
			Processes:       int64(t.Profile.Processes),
			DurationSeconds: t.Profile.DurationSeconds,
			SampleType:      t.Profile.SampleType,
			Unit:            t.Profile.Unit,
			Total:           t.Profile.Total,
			Functions:       []contract.ProfileFunction{},
		}
		for _, f := range t.Profile.Functions {
			p.Functions = append(p.Functions, contract.ProfileFunction{Name: f.Name, File: f.File, Flat: f.Flat, Cumulative: f.Cumulative})
		}
		profiles = append(profiles, p)
	}
	return profiles
}
