package control

import (
	"encoding/json"
	"fmt"
	"net/netip"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/profiles"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/sampler"
)

func outcomeOf(o runner.Outcome) (contract.Outcome, error) {
	outcome := contract.Outcome{
		CommandId: o.CommandID,
		Status:    contract.OutcomeStatus(o.Status),
		Command:   o.Command,
		Artifacts: artifactsOf(o.Artifacts),
	}
	if outcome.Command == nil {
		outcome.Command = []string{}
	}
	if o.Failure != nil {
		outcome.Failure = &contract.Failure{Code: o.Failure.Code, Sentence: bounded(o.Failure.Sentence)}
	}
	if o.Status != runner.Succeeded {
		return outcome, nil
	}
	encoded, err := json.Marshal(resultOf(o))
	if err != nil {
		return outcome, fmt.Errorf("encoding the result of %s: %w", o.Type, err)
	}
	outcome.Result = &contract.CommandResult{}
	return outcome, outcome.Result.UnmarshalJSON(encoded)
}

// sentenceMost is longer than any sentence of ours, in bytes. A longer one quotes what a target or a tool said.
const sentenceMost = 8 << 10

// bounded is a sentence that the API takes: an outcome that it refuses is never known.
func bounded(sentence string) string {
	if len(sentence) > sentenceMost {
		sentence = sentence[:sentenceMost] + "…"
	}
	return storable(sentence)
}

func resultOf(o runner.Outcome) any {
	switch {
	case o.Prepared != nil:
		result := contract.PreparedResult{
			Type: contract.PreparedResultTypePrepare, Port: known(o.Prepared.Port), BackendNeeds: backendNeedsOf(o.Prepared.BackendNeeds),
			Resolved: resolvedOf(o.Prepared.Resolved),
		}
		if o.Prepared.ToolVersion != "" {
			result.ToolVersion = &o.Prepared.ToolVersion
		}
		return result
	case o.Tuned != nil:
		return contract.TunedResult{Type: contract.TunedResultTypeApplyTuning, Applied: appliedOf(*o.Tuned)}
	case o.Backends != nil:
		return backendsResultOf(*o.Backends, o.Services)
	case o.Target != nil:
		result := contract.TargetResult{
			Type:                contract.TargetResultTypeStartTarget,
			Url:                 o.Target.URL,
			Command:             o.Target.Command,
			Version:             o.Target.Version,
			Workers:             known(o.Target.Workers),
			GoMaxProcsPerWorker: known(o.Target.GoMaxProcsPerWorker),
			Cpus:                listOf(o.Target.CPUs),
			Certificate:         said(o.Target.Certificate),
			Identity:            identityOf(o.Target.Identity),
			Services:            servicesOf(o.Services),
		}
		if result.Identity != nil {
			result.Identity.Revision = builtOf(o.Target.Revision)
		}
		return result
	case o.Type == runner.Preflight{}.Type():
		return preflightResultOf(o.Preflight)
	case o.Type == runner.OpenWindow{}.Type():
		return contract.WindowOpenedResult{Type: contract.WindowOpenedResultTypeOpenWindow, AtUs: o.WindowEdgeAtUs}
	case o.Load != nil:
		return loadResultOf(o)
	case o.Type == runner.CloseWindow{}.Type():
		return contract.WindowClosedResult{
			Type: contract.WindowClosedResultTypeCloseWindow, AtUs: o.WindowEdgeAtUs, Placement: placementOf(o.Placement), Drift: driftOf(o.Drift),
			Profiles: profilesTaken(o.Profiles), Competitors: competitorsOf(o.OtherUses),
		}
	case o.Restored != nil:
		return contract.RestoredResult{Type: contract.RestoredResultTypeRestore, Restore: restoreOf(*o.Restored)}
	}
	return contract.StopResult{Type: contract.StopResultTypeStop, Identity: identityOf(o.IdentityAtEnd)}
}

func loadResultOf(o runner.Outcome) contract.LoadResult {
	l, r := o.Load, o.Load.Result
	return contract.LoadResult{
		Type:                    contract.LoadResultTypeDriveLoad,
		Command:                 l.Command,
		StartedAtUs:             l.StartedAtUs,
		EndedAtUs:               l.EndedAtUs,
		Requests:                r.Requests,
		DurationUs:              r.DurationUs,
		RequestsPerSecond:       r.RequestsPerSecond,
		RequestsPerSecondStddev: r.RequestsPerSecondStddev,
		RequestsPerSecondMax:    r.RequestsPerSecondMax,
		BytesPerSecond:          r.BytesPerSecond,
		LatencyMs:               latencyOf(r.LatencyMs),
		Errors: contract.RequestErrors{
			Connection: r.Errors.Connection, Timeout: r.Errors.Timeout, Reset: r.Errors.Reset,
			Non2xx: r.Errors.Non2xx, Mismatch: r.Errors.Mismatch,
		},
		ToolWorkers:            known(r.Workers),
		OfferedPerSecond:       r.OfferedPerSecond,
		Tls:                    negotiatedOf(r.TLS),
		Streams:                streamsOf(r.Streams),
		Unsent:                 r.Unsent,
		ConnectsFailed:         r.ConnectsFailed,
		Histogram:              histogramOf(r.Histogram),
		SucceededBySecond:      secondsOf(r.SucceededBySecond),
		LatencyOverTime:        overTimeOf(r.OverTime),
		Clock:                  clockOf(l.Clock),
		ConnectionsEstablished: l.ConnectionsEstablished,
		Placement:              placementOf(o.Placement),
		Drift:                  driftOf(o.Drift),
		Profiles:               profilesTaken(o.Profiles),
		Competitors:            competitorsOf(o.OtherUses),
		Resolved:               resolvedOf(l.Resolved),
	}
}

// resolvedMost is how many addresses of a name the contract takes.
const resolvedMost = 32

// resolvedOf is nil for nil: the target has an agent.
func resolvedOf(addresses []netip.Addr) *[]string {
	if addresses == nil {
		return nil
	}
	texts := mapped(addresses[:min(len(addresses), resolvedMost)], netip.Addr.String)
	return &texts
}

func competitorsOf(uses []sampler.OtherUse) *[]contract.Competitor {
	competitors := mapped(uses, func(use sampler.OtherUse) contract.Competitor {
		return competitorOf(use)
	})
	return &competitors
}

func competitorOf(use sampler.OtherUse) contract.Competitor {
	competitor := contract.Competitor{Name: use.Name, Cpus: use.CPUs}
	if use.PID > 0 {
		pid := int64(use.PID)
		competitor.Pid = &pid
	}
	if use.Program != "" {
		competitor.Program = &use.Program
	}
	competitor.OfInstance = use.OfInstance
	return competitor
}

func histogramOf(h *loadgen.Histogram) *contract.LatencyHistogram {
	if h == nil {
		return nil
	}
	return &contract.LatencyHistogram{
		SignificantDigits: int64(h.SignificantDigits), ValuesUs: append([]int64{}, h.ValuesUs...), Counts: append([]int64{}, h.Counts...),
	}
}

func overTimeOf(o *loadgen.OverTime) *contract.LatencyOverTime {
	if o == nil {
		return nil
	}
	return &contract.LatencyOverTime{
		StartedAtUs: o.StartedAtUs, DurationUs: o.DurationUs, IntervalSeconds: o.IntervalSeconds, ValuesUs: append([]int64{}, o.ValuesUs...),
		Intervals: mapped(o.Intervals, func(part loadgen.Interval) contract.LatencyInterval {
			return contract.LatencyInterval{Places: append([]int64{}, part.Places...), Counts: append([]int64{}, part.Counts...)}
		}),
	}
}

func secondsOf(counts []int64) *[]int64 {
	if counts == nil {
		return nil
	}
	return &counts
}

func clockOf(reading *runner.ClockReading) *contract.ClockReading {
	if reading == nil {
		return nil
	}
	return &contract.ClockReading{OffsetUs: reading.OffsetUs, UncertaintyUs: reading.UncertaintyUs}
}

func latencyOf(l loadgen.LatencyMs) contract.LatencyMs {
	return contract.LatencyMs{
		Mean: l.Mean, Stddev: l.Stddev, P50: l.P50, P90: l.P90, P95: l.P95, P975: l.P97_5, P99: l.P99, P999: l.P99_9, P9999: l.P99_99,
		Max: l.Max, Loop: contract.LatencyKind(l.Loop), ResolutionUs: l.ResolutionUs,
	}
}

func artifactsOf(artifacts []runner.Artifact) []contract.ArtifactRef {
	return mapped(artifacts, func(a runner.Artifact) contract.ArtifactRef {
		return contract.ArtifactRef{
			Kind: contract.ArtifactKind(a.Kind), Name: a.Name, Sha256: a.SHA256, SizeBytes: a.SizeBytes, MediaType: a.MediaType,
		}
	})
}

func profilesTaken(taken []runner.CapturedProfile) []contract.CapturedProfile {
	return mapped(taken, func(t runner.CapturedProfile) contract.CapturedProfile {
		return contract.CapturedProfile{
			Kind:            contract.ProfileKind(t.Kind),
			Failure:         said(t.Failure),
			ArtifactName:    said(t.ArtifactName),
			Processes:       int64(t.Profile.Processes),
			DurationSeconds: t.Profile.DurationSeconds,
			SampleType:      t.Profile.SampleType,
			Unit:            t.Profile.Unit,
			Total:           t.Profile.Total,
			Note:            said(t.Profile.Note),
			Functions: mapped(t.Profile.Functions, func(f profiles.Function) contract.ProfileFunction {
				return contract.ProfileFunction{Name: f.Name, File: f.File, Flat: f.Flat, Cumulative: f.Cumulative}
			}),
		}
	})
}
