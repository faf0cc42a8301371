package runner

import (
	"fmt"

	"millionrps/agent/internal/tuning"
)

// restore also does what stop does, should none have come. What could be in the way of putting back, or would measure it, ends first.
func (r *Runner) restore(runID string, o *Outcome) error {
	if r.worksForAnother(runID) {
		result := r.Restored()
		o.Restored = &result
		return nil
	}
	r.bench.stopTarget(r, drain)
	r.bench.stopBackends()
	r.bench.stopSampling()
	result := r.restoreRun(runID)
	o.Restored = &result
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lease.runID() == runID {
		r.lease.terms = nil
		r.Holding(false)
	}
	return nil
}

// restoreRun puts back what a run changed, and shows the host after it where it was shown before.
func (r *Runner) restoreRun(runID string) tuning.Restored {
	r.host.Lock()
	defer r.host.Unlock()
	result := r.putBack(runID)
	if r.bench.snapshots {
		r.bench.snapshots, r.bench.drove = false, false
		r.snapshot(runID, Restored)
	}
	return result
}

// RestoreByHand puts back what a journal still holds, because a person asked for it. With acceptPresent that person vouches for the host:
// what still differs is reported, left as it is and forgotten. An error is a refusal in one sentence.
func (r *Runner) RestoreByHand(acceptPresent bool) (tuning.Restored, error) {
	r.host.Lock()
	defer r.host.Unlock()
	if held := r.HeldRun(); held != "" {
		return tuning.Restored{}, fmt.Errorf("the host %s works for run %s, which puts it back when it ends; cancel that run, or try again after it", r.HostName, held)
	}
	result := r.putBack("")
	if result.Matches || !acceptPresent {
		return result, nil
	}
	if err := r.Tuner.Forget(); err != nil {
		return tuning.Restored{}, fmt.Errorf("what %s still has to put back could not be forgotten: %w", r.HostName, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.restored = tuning.Restored{Matches: true}
	return result, nil
}

// worksForAnother tells a command for a run that was let go of long ago.
func (r *Runner) worksForAnother(runID string) bool {
	held := r.HeldRun()
	return held != "" && held != runID
}

// stop finds the tool dead already: a command that was under way was interrupted when this one came. The snapshot shows the host as it was
// under load: with the target or its services still there, or right after it drove load at another.
func (r *Runner) stop(runID string, o *Outcome) error {
	if r.worksForAnother(runID) {
		return nil
	}
	if r.bench.snapshots && (r.bench.target != nil || r.bench.drove || r.bench.backends.running()) {
		r.snapshot(runID, AfterSteps)
	}
	o.IdentityAtEnd = r.identifyAgain()
	r.bench.stopTarget(r, drain)
	o.Artifacts = r.takeTargetLog()
	return nil
}
