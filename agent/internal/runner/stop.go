package runner

// stop finds the tool dead already: a command that was under way was interrupted when this one came.
func (r *Runner) stop(runID string, o *Outcome) error {
	if r.worksForAnother(runID) {
		return nil
	}
	r.bench.stopTarget(r)
	o.Artifacts = r.takeTargetLog()
	return nil
}

// restore also does what stop does, should none have come.
func (r *Runner) restore(runID string, o *Outcome) error {
	if r.worksForAnother(runID) {
		result := r.Restored()
		o.Restored = &result
		return nil
	}
	r.bench.stopTarget(r)
	r.bench.stopSampling()
	result := restoreSettings(r.Settings)
	o.Restored = &result
	r.mu.Lock()
	defer r.mu.Unlock()
	r.restored = result
	if r.lease.runID() == runID {
		r.lease.terms = nil
	}
	return nil
}

// worksForAnother tells a command for a run that was let go of long ago.
func (r *Runner) worksForAnother(runID string) bool {
	held := r.HeldRun()
	return held != "" && held != runID
}
