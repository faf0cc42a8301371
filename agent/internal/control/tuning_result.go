package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/tuning"
)

// PlanOf says in the words of the contract what would be changed.
func PlanOf(p tuning.Plan) contract.TuningPlan {
	plan := contract.TuningPlan{
		TakenAtUs: p.TakenAtUs, Nic: said(p.NIC), TargetCpus: listOf(p.TargetCPUs),
		Changes: []contract.PlannedChange{}, Warnings: append([]string{}, p.Warnings...),
	}
	for _, c := range p.Changes {
		plan.Changes = append(plan.Changes, contract.PlannedChange{
			Setting: contract.SettingName(c.Setting), Key: c.Key, Path: c.Path, Before: c.Before, Asked: c.Asked, Why: c.Why,
			Status: contract.PlannedChangeStatus(c.Status), Reason: said(c.Reason),
		})
	}
	return plan
}

func appliedOf(a tuning.Applied) contract.AppliedTuning {
	applied := contract.AppliedTuning{
		Nic: said(a.NIC), TargetCpus: listOf(a.TargetCPUs), Changes: []contract.AppliedChange{}, Warnings: append([]string{}, a.Warnings...),
	}
	for _, c := range a.Changes {
		applied.Changes = append(applied.Changes, contract.AppliedChange{
			Setting: contract.SettingName(c.Setting), Key: c.Key, Path: c.Path, Before: c.Before, Asked: c.Asked, ReadBack: c.ReadBack, Why: c.Why,
			Status: contract.AppliedChangeStatus(c.Status), Reason: said(c.Reason),
		})
	}
	return applied
}

func restoreOf(r tuning.Restored) contract.RestoreResult {
	result := contract.RestoreResult{
		RunId: said(r.RunID), Matches: r.Matches, Mismatches: append([]string{}, r.Mismatches...), Knobs: []contract.RestoredKnob{},
	}
	for _, k := range r.Knobs {
		result.Knobs = append(result.Knobs, contract.RestoredKnob{
			Setting: contract.SettingName(k.Setting), Key: k.Key, Before: k.Before, ReadBack: k.ReadBack, Matches: k.Matches,
		})
	}
	return result
}

func driftOf(drift []tuning.Drift) []contract.Drift {
	result := []contract.Drift{}
	for _, d := range drift {
		result = append(result, contract.Drift{Setting: contract.SettingName(d.Setting), Key: d.Key, Expected: d.Expected, Found: d.Found})
	}
	return result
}

func snapshotOf(moment runner.Moment, s tuning.Snapshot) contract.Snapshot {
	if s.Values == nil {
		s.Values = map[string]string{}
	}
	return contract.Snapshot{Moment: contract.SnapshotMoment(moment), TakenAtUs: s.TakenAtUs, Values: s.Values}
}

func placementOf(p *runner.Placement) *contract.Placement {
	if p == nil {
		return nil
	}
	placement := &contract.Placement{AtUs: p.AtUs, ConnectionsEstablished: p.ConnectionsEstablished, Workers: []contract.WorkerPlacement{}}
	for _, w := range p.Workers {
		worker := contract.WorkerPlacement{
			Worker: int64(w.Worker), Pid: int64(w.PID), Threads: int64(w.Threads), CpusAllowed: w.CPUsAllowed.String(), CpusSeen: w.CPUsSeen.String(),
		}
		if w.Connections != nil {
			connections := int64(*w.Connections)
			worker.Connections = &connections
		}
		placement.Workers = append(placement.Workers, worker)
	}
	return placement
}

// listOf is nil for nil: every CPU.
func listOf(list cpulist.List) *string {
	if list == nil {
		return nil
	}
	text := list.String()
	return &text
}
