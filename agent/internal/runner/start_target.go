package runner

import (
	"context"
	"fmt"
	"path/filepath"

	"millionrps/agent/internal/target"
)

func (r *Runner) startTarget(ctx context.Context, runID string, s StartTarget, o *Outcome) error {
	if err := r.mustHold(runID); err != nil {
		return err
	}
	if r.bench.recorder == nil {
		return fmt.Errorf("no target can be started on %s, whose preparation failed", r.HostName)
	}
	r.bench.stopTarget(r, drain)
	options, err := r.targetOptions(s)
	if err != nil {
		return err
	}
	t, err := target.Start(ctx, r.Launcher, options)
	r.bench.log = options.LogPath
	if err != nil {
		o.Artifacts = r.takeTargetLog()
		if context.Cause(ctx) == nil {
			err = &Failure{"target-not-ready", Sentence(fmt.Errorf("on %s %w", r.HostName, err))}
		}
		return err
	}
	r.bench.target = t
	o.Command = t.Command
	go r.watchTarget(t, runID, options.LogPath)
	if err := r.trackTarget(t, options.StatsSocket); err != nil {
		return err
	}
	o.Target = &StartedTarget{
		CPUs:                options.CPUs,
		URL:                 t.Ready.URL,
		Command:             t.Command,
		Version:             t.Ready.Framework + " " + t.Ready.FrameworkVersion,
		Workers:             t.Ready.Workers,
		GoMaxProcsPerWorker: t.Ready.GoMaxProcsPerWorker,
	}
	return nil
}

// targetOptions takes the port that prepare picked when none is asked for.
func (r *Runner) targetOptions(s StartTarget) (target.Options, error) {
	address, err := r.ownAddress(s.Listen)
	if err != nil {
		return target.Options{}, err
	}
	at := place{server: true, address: address}
	if at.target, err = r.chosenCPUs("target", s.CPUs, at); err != nil {
		return target.Options{}, err
	}
	r.bench.place = at
	socket, err := r.bench.statsSocket(r.WorkFolder)
	if err != nil {
		return target.Options{}, fmt.Errorf("making a place for the target's stats socket: %w", err)
	}
	reference, ok := s.Target.(ReferenceTarget)
	if !ok {
		return target.Options{}, fmt.Errorf("%T is no target of this agent", s.Target)
	}
	port := reference.Port
	if port == 0 {
		port = r.bench.port
	}
	return target.Options{
		Binary:      r.ServerBinary,
		Host:        address.String(),
		Port:        port,
		Prefork:     reference.Prefork,
		Workers:     reference.Workers,
		CPUs:        at.target,
		StatsSocket: socket,
		LogPath:     filepath.Join(r.WorkFolder, "target.log"),
		ReadyWithin: r.Limits.Ready,
	}, nil
}

func (r *Runner) trackTarget(t *target.Target, socket string) error {
	s := r.bench.recorder.sampler
	if err := s.Track(targetRole, t.PID); err != nil {
		return fmt.Errorf("the target could not be sampled: %w", err)
	}
	if err := s.TrackRequests(socket); err != nil {
		return fmt.Errorf("the target's request counts could not be sampled: %w", err)
	}
	return nil
}

// watchTarget reports a target that ends by itself, at once and whatever else is under way.
func (r *Runner) watchTarget(t *target.Target, runID, log string) {
	<-t.Ended()
	if !t.EndedByItself() {
		return
	}
	r.Log.Warn("the target ended by itself", "runId", runID)
	exited := TargetExited{RunID: runID, Sentence: t.LastWords()}
	if artifact, err := r.keep(log, "target-log", "target.log", "text/plain"); err == nil {
		exited.Artifacts = append(exited.Artifacts, artifact)
	}
	if err := r.Reporter.TargetExited(exited); err != nil {
		r.Log.Error("the target's end could not be reported", "error", err)
	}
}
