package control

import (
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/tuning"
)

// PlanOf says in the words of the contract what would be changed.
func PlanOf(p tuning.Plan) contract.TuningPlan {
	return contract.TuningPlan{
		TakenAtUs: p.TakenAtUs, Nic: said(p.NIC), TargetCpus: listOf(p.TargetCPUs), Warnings: append([]string{}, p.Warnings...),
		Changes: mapped(p.Changes, func(c tuning.Change) contract.PlannedChange {
			return contract.PlannedChange{
				Setting: contract.SettingName(c.Setting), Key: c.Key, Path: c.Path, Before: c.Before, Asked: c.Asked, Why: c.Why,
				Status: contract.PlannedChangeStatus(c.Status), Reason: said(c.Reason),
			}
		}),
	}
}

func appliedOf(a tuning.Applied) contract.AppliedTuning {
	return contract.AppliedTuning{
		Nic: said(a.NIC), TargetCpus: listOf(a.TargetCPUs), Warnings: append([]string{}, a.Warnings...),
		Changes: mapped(a.Changes, func(c tuning.Change) contract.AppliedChange {
			return contract.AppliedChange{
				Setting: contract.SettingName(c.Setting), Key: c.Key, Path: c.Path, Before: c.Before, Asked: c.Asked, ReadBack: c.ReadBack, Why: c.Why,
				Status: contract.AppliedChangeStatus(c.Status), Reason: said(c.Reason),
			}
		}),
	}
}

func restoreOf(r tuning.Restored) contract.RestoreResult {
	return contract.RestoreResult{
		RunId: said(r.RunID), Matches: r.Matches, Mismatches: append([]string{}, r.Mismatches...),
		Knobs: mapped(r.Knobs, func(k tuning.RestoredKnob) contract.RestoredKnob {
			return contract.RestoredKnob{Setting: contract.SettingName(k.Setting), Key: k.Key, Before: k.Before, ReadBack: k.ReadBack, Matches: k.Matches}
		}),
	}
}

func driftOf(drift []tuning.Drift) []contract.Drift {
	return mapped(drift, func(d tuning.Drift) contract.Drift {
		return contract.Drift{Setting: contract.SettingName(d.Setting), Key: d.Key, Expected: d.Expected, Found: d.Found}
	})
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
	return &contract.Placement{
		AtUs: p.AtUs, ConnectionsEstablished: p.ConnectionsEstablished,
		Workers: mapped(p.Workers, func(w runner.WorkerPlacement) contract.WorkerPlacement {
			return contract.WorkerPlacement{
				Worker: int64(w.Worker), Pid: int64(w.PID), Threads: int64(w.Threads), CpusAllowed: w.CPUsAllowed.String(), CpusSeen: w.CPUsSeen.String(),
				Connections: counted(w.Connections),
			}
		}),
	}
}

func counted(number *int) *int64 {
	if number == nil {
		return nil
	}
	n := int64(*number)
	return &n
}

// listOf is nil for nil: every CPU.
func listOf(list cpulist.List) *string {
	if list == nil {
		return nil
	}
	text := list.String()
	return &text
}
