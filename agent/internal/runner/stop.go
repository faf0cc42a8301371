package runner

// stop finds the tool dead already: a command that was under way was interrupted when this one came. The snapshot shows the host as it was
// under load: with the target still there, or right after it drove load at another.
func (r *Runner) stop(runID string, o *Outcome) error {
	if r.worksForAnother(runID) {
		return nil
	}
	if r.bench.snapshots && (r.bench.target != nil || r.bench.drove) {
		r.snapshot(runID, AfterSteps)
	}
	r.bench.stopTarget(r, drain)
	o.Artifacts = r.takeTargetLog()
	return nil
}
