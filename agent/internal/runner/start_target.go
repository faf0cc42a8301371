package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/kernel/cpulist"
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
	address, err := r.ownAddress(s.Listen)
	if err != nil {
		return err
	}
	at := place{server: true, address: address}
	if at.target, err = r.chosenCPUs("target", s.CPUs, at); err != nil {
		return err
	}
	r.bench.place = at
	if err := r.openBackends(s.Backends); err != nil {
		return err
	}
	t, err := r.launch(ctx, s, at)
	if err != nil {
		_ = os.RemoveAll(r.bench.sockets)
		r.removeTargetFiles()
		o.Artifacts = r.takeTargetLog()
		return err
	}
	r.bench.target = t
	o.Command = t.Command
	go r.watchTarget(t, runID, r.bench.log)
	if err := r.trackTarget(t); err != nil {
		return err
	}
	o.Target = startedTarget(t, at.target)
	r.bench.identified = r.identify(ctx, s.Target, t)
	o.Target.Identity = &r.bench.identified.first
	o.Target.Revision = r.bench.built
	o.Services = r.bench.backends.identities
	return nil
}

func startedTarget(t *target.Target, cpus cpulist.List) *StartedTarget {
	return &StartedTarget{
		CPUs: cpus, URL: t.URL, Command: t.Command, Version: t.Version, Workers: t.Workers, GoMaxProcsPerWorker: t.GoMaxProcsPerWorker,
		Certificate: t.Certificate,
	}
}

// launch sets the bench's log where the target has one.
func (r *Runner) launch(ctx context.Context, s StartTarget, at place) (t *target.Target, err error) {
	log := filepath.Join(r.WorkFolder, "target.log")
	switch spec := s.Target.(type) {
	case ReferenceTarget:
		if err := r.bench.makeSockets(r.WorkFolder); err != nil {
			return nil, err
		}
		r.bench.log = log
		t, err = target.StartReference(ctx, r.Launcher, r.reference(spec, at, log))
	case NamedTarget:
		named, err := r.named(spec, at.address)
		if err == nil {
			// A process that came since the preparation would answer in the target's place.
			err = r.vacant(at.address, named.Port)
		}
		if err != nil {
			return nil, err
		}
		r.bench.log, named.CPUs, named.LogPath, named.ReadyWithin = log, at.target, log, r.Limits.Ready
		t, err = target.StartNamed(ctx, r.Launcher, named)
		return t, r.unready(ctx, err)
	case ListeningTarget:
		r.bench.log = ""
		return r.listening(spec, s.CPUs, at.address)
	default:
		return nil, fmt.Errorf("the agent on %s does not know %T", r.HostName, s.Target)
	}
	return t, r.unready(ctx, err)
}

// reference takes the port that prepare picked when none is asked for.
func (r *Runner) reference(spec ReferenceTarget, at place, log string) target.Reference {
	port := spec.Port
	if port == 0 {
		port = r.bench.port
	}
	access := r.bench.backends.access()
	return target.Reference{
		Binary:      r.ServerBinary,
		Host:        at.address.String(),
		Port:        port,
		Framework:   spec.Framework,
		Prefork:     spec.Prefork,
		Workers:     spec.Workers,
		Pick:        spec.Pick,
		TLS:         spec.TLS,
		CPUs:        at.target,
		Arguments:   append(access.arguments(), spec.askedArguments()...),
		Environment: access.Environment(),
		StatsSocket: filepath.Join(r.bench.sockets, statsSocket),
		PprofSocket: filepath.Join(r.bench.sockets, pprofSocket),
		LogPath:     log,
		ReadyWithin: r.Limits.Ready,
	}
}

// unready makes a failure of why a target could not be started, unless the run was ending.
func (r *Runner) unready(ctx context.Context, err error) error {
	if err == nil || context.Cause(ctx) != nil {
		return err
	}
	return &Failure{"target-not-ready", Sentence(fmt.Errorf("on %s %w", r.HostName, err))}
}

func (r *Runner) trackTarget(t *target.Target) error {
	s := r.bench.recorder.sampler
	if err := s.Track(targetRole, t.PIDs...); err != nil {
		return fmt.Errorf("the target could not be sampled: %w", err)
	}
	if t.StatsSocket == "" {
		return nil
	}
	if err := s.TrackRequests(t.StatsSocket); err != nil {
		return fmt.Errorf("the target's request counts could not be sampled: %w", err)
	}
	return nil
}

// watchTarget reports a target that ends by itself, at once and whatever else is under way. The log is empty where it has none.
func (r *Runner) watchTarget(t *target.Target, runID, log string) {
	<-t.Ended()
	if !t.EndedByItself() {
		return
	}
	r.Log.Warn("the target ended by itself", "runId", runID)
	exited := TargetExited{RunID: runID, Sentence: r.Masker.Text(t.LastWords())}
	if log != "" {
		if artifact, err := r.keep(log, "target-log", "target.log", "text/plain"); err == nil {
			exited.Artifacts = append(exited.Artifacts, artifact)
		}
	}
	if err := r.Reporter.TargetExited(exited); err != nil {
		r.Log.Error("the target's end could not be reported", "error", err)
	}
}
