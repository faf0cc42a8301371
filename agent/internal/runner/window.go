package runner

import (
	"context"
	"fmt"
	"time"
)

// openWindow samples now. The server of a run whose load comes from other hosts is counted between two such samples.
func (r *Runner) openWindow(runID string, w OpenWindow, o *Outcome) (err error) {
	if o.WindowEdgeAtUs, err = r.windowEdge(runID); err != nil {
		return err
	}
	r.bench.midway.end()
	r.bench.stopProfiling()
	r.bench.profiling = r.startProfiling(w.Profiles, w.DurationSeconds)
	r.bench.midway = lookMidway(time.Duration(w.DurationSeconds)*time.Second, r.bench.startLooking(r))
	return nil
}

func (r *Runner) closeWindow(ctx context.Context, runID string, o *Outcome) (err error) {
	if o.WindowEdgeAtUs, err = r.windowEdge(runID); err != nil {
		return err
	}
	o.OtherUses = r.bench.recorder.sampler.OtherUses()
	o.Placement = r.bench.midway.end()
	r.bench.midway = nil
	o.Profiles, o.Artifacts = r.bench.profiling.finish(ctx, r, "profile-")
	r.bench.profiling = nil
	o.Drift = r.Tuner.Drift()
	return nil
}

func (r *Runner) windowEdge(runID string) (atUs int64, err error) {
	if err := r.mustHold(runID); err != nil {
		return 0, err
	}
	if r.bench.recorder == nil {
		return 0, fmt.Errorf("no sample can be taken on %s, whose preparation failed", r.HostName)
	}
	if atUs, err = r.bench.recorder.boundary(); err != nil {
		return 0, fmt.Errorf("the sample at the edge of the load failed on %s: %w", r.HostName, err)
	}
	return atUs, nil
}
