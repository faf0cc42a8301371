package runner

import (
	"context"
	"net/netip"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/tuning"
)

// Tuner changes this host for a run and puts it back. What it changed outlives this process: Restore also puts back what a dead life left.
type Tuner interface {
	// Apply restores before it returns an error.
	Apply(ctx context.Context, runID string, request tuning.Request) (tuning.Applied, error)
	Drift() []tuning.Drift
	Restore() tuning.Restored
	// Forget takes the host as it is.
	Forget() error
	// Pending names the run whose changes have not been put back.
	Pending() (runID string, ok bool)
	Snapshot() tuning.Snapshot
	// CPUs resolves a choice such as 0-3, last 4, nic-local or not target; the address tells the NIC that is meant. Its error is one sentence.
	CPUs(choice string, target cpulist.List, address netip.Addr) (cpulist.List, error)
}

// Moment is when a snapshot of a run was taken.
type Moment string

// The moments on the wire.
const (
	Before     Moment = "before"
	Applied    Moment = "applied"
	AfterSteps Moment = "after-steps"
	Restored   Moment = "restored"
)

// putBack restores whatever was changed, for as long as it takes: to stop halfway would be worse than to be late. The caller holds r.host,
// so nothing else works on the host's settings.
func (r *Runner) putBack(runID string) tuning.Restored {
	result := r.Tuner.Restore()
	r.mu.Lock()
	defer r.mu.Unlock()
	if runID != "" && result.RunID == "" && result.Matches && r.restored.RunID == runID {
		// It was put back already, when the agent started or let go: the run gets that report, too.
		return r.restored
	}
	r.restored = result
	return result
}

// snapshot reports the state of the host at a moment of a run.
func (r *Runner) snapshot(runID string, moment Moment) {
	if err := r.Reporter.Snapshot(runID, moment, r.Tuner.Snapshot()); err != nil {
		r.Log.Error("a snapshot could not be reported", "moment", moment, "error", err)
	}
}
