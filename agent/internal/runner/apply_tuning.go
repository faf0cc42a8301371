package runner

import (
	"context"
	"errors"
	"fmt"

	"millionrps/agent/internal/tuning"
)

// applyTuning changes the host between two snapshots. It leaves a host that is tuned as asked, or as it was.
func (r *Runner) applyTuning(ctx context.Context, runID string, a ApplyTuning, o *Outcome) error {
	if err := r.mustHold(runID); err != nil {
		return err
	}
	r.host.Lock()
	defer r.host.Unlock()
	if before, ok := r.Tuner.Pending(); ok {
		return &Failure{"host-not-restored", fmt.Sprintf("Settings of %s that run %s changed were not put back, so nothing more is changed: see the host's page, "+
			"or stop the agent there and run `agent restore --data` with its data folder.", r.HostName, before)}
	}
	r.snapshot(runID, Before)
	r.bench.snapshots = true
	request := a.Request
	if !r.bench.place.server {
		request = withoutTarget(request)
	}
	if r.bench.place.origin != "" {
		// The API knows no address of it.
		request.Address = r.bench.place.address
	}
	applied, err := r.Tuner.Apply(ctx, runID, request)
	var refusal tuning.Refusal
	var undone *tuning.ApplyError
	switch {
	case errors.As(err, &refusal) && !errors.As(err, &undone):
		return &Failure{"tuning-refused", fmt.Sprintf("%s cannot be tuned as asked, and nothing was changed: %s", r.HostName, Sentence(err))}
	case err != nil:
		return &Failure{"tuning-failed", fmt.Sprintf("Tuning %s failed. %s", r.HostName, Sentence(err))}
	}
	r.snapshot(runID, Applied)
	o.Tuned = &applied
	return nil
}

// withoutTarget is for a host where the target is not: it takes no CPUs there, and leaves all of them to others.
func withoutTarget(request tuning.Request) tuning.Request {
	request.TargetCPUs = ""
	w := &request.Wanted
	for _, affinity := range []**tuning.Affinity{&w.InterruptAffinity, &w.TransmitSteering} {
		if *affinity != nil && (*affinity).CPUs == notTarget {
			*affinity = &tuning.Affinity{CPUs: "all", Spread: (*affinity).Spread}
		}
	}
	if w.PacketSteering != nil && w.PacketSteering.CPUs == notTarget {
		w.PacketSteering = &tuning.PacketSteering{CPUs: "all"}
	}
	return request
}
