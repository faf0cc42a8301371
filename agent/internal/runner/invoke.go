package runner

import (
	"context"
	"fmt"
	"time"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/sampler"
)

// invocation is one run of the tool.
type invocation struct {
	DriveLoad
	argv []string
	// load and secrets are for a tool that is handed the values in this way.
	load      loadgen.Load
	secrets   map[string]string
	secretsBy loadgen.SecretsBy
	cpus      cpulist.List
	files     outputs
	done      *LoadDone
	// start is when load begins, by the clock of this host; waits says that the tool itself waits for it.
	start time.Time
	waits bool
	// look is for the middle of a measured step.
	look      func() *Placement
	seen      *Placement
	profiling *profiling
	otherUses []sampler.OtherUse
}

// delayMost is how late a load may begin among others before that is noted.
const delayMost = 100 * time.Millisecond

// noteDelay: a tool that waits for the start itself begins later when its connections are not open by then. What it measured is laid over
// what others did from when it began, not from when it should have.
func (i *invocation) noteDelay() {
	if began := i.done.Result.StartedAtUs; i.waits && began > i.start.Add(delayMost).UnixMicro() {
		i.done.StartedAtUs = began
	}
}

// spawning is less than a tool takes to be ready for a start that it waits for itself.
const spawning = 300 * time.Millisecond

// invoke fills in the times. The end is sampled while the tool is a zombie: its CPU time is complete then, and still readable.
func (r *Runner) invoke(ctx context.Context, i *invocation) (process.Exit, error) {
	child, failure := r.begin(ctx, i)
	if child == nil {
		return process.Exit{}, failure
	}
	recorder := r.bench.recorder
	if failure == nil {
		if r.bench.profiling == nil { // otherwise the window that is open takes them
			i.profiling = r.startProfiling(i.Profiles, i.DurationSeconds)
		}
		failure = r.accompany(ctx, i, child)
	}
	var err error
	i.done.EndedAtUs, err = recorder.boundary()
	i.otherUses = recorder.sampler.OtherUses()
	exit := child.Wait()
	recorder.sampler.Untrack(toolRole)
	switch {
	case failure != nil:
		return exit, failure
	case err != nil:
		return exit, fmt.Errorf("the sample after the load failed: %w", err)
	}
	return exit, nil
}

// begin returns when load begins: with a tool that waits for that itself, or that is started then. The sample before the load is taken last
// before that. A child that is returned with an error has ended.
func (r *Runner) begin(ctx context.Context, i *invocation) (child *process.Child, err error) {
	if i.waits {
		if err := sleepUntil(ctx, i.start.Add(-lead)); err != nil {
			return nil, err
		}
		if child, err = r.spawn(i); err != nil {
			return nil, err
		}
		err = awaitStart(ctx, i.start, child)
	} else {
		err = sleepUntil(ctx, i.start.Add(-sampling))
	}
	if err == nil {
		if i.done.StartedAtUs, err = r.bench.recorder.boundary(); err != nil {
			err = fmt.Errorf("the sample before the load failed: %w", err)
		}
	}
	switch {
	case err != nil && child != nil:
		child.Kill()
		<-child.Exited()
		return child, err
	case err != nil:
		return nil, err
	case child != nil:
		return child, nil
	}
	if err := sleepUntil(ctx, i.start); err != nil {
		return nil, err
	}
	return r.spawn(i)
}

// sampling is more than a sample takes, and less than anybody would notice of a load's beginning.
const sampling = 10 * time.Millisecond

// awaitStart returns shortly before, or when the tool has ended: it says why.
func awaitStart(ctx context.Context, start time.Time, child *process.Child) error {
	timer := time.NewTimer(time.Until(start.Add(-sampling)))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-child.Exited():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

func (r *Runner) spawn(i *invocation) (*process.Child, error) {
	passed, environment, err := handSecrets(i.secretsBy, i.load, i.secrets)
	if err != nil {
		return nil, err
	}
	child, err := r.Launcher.Start(process.Spec{Argv: i.argv, CPUs: i.cpus, Environment: environment, Stdout: i.files.stdout, Stderr: i.files.stderr, Passed: passed})
	if passed != nil {
		passed.Close()
	}
	if err != nil {
		return nil, &Failure{"tool-not-started", fmt.Sprintf("%s could not be started on %s: %v.", i.Tool, r.HostName, err)}
	}
	if err := r.bench.recorder.sampler.Track(toolRole, child.PID); err != nil {
		r.Log.Warn("the tool is not sampled", "error", err)
	}
	return child, nil
}

// lateMost is more than a timer of a process that was not stopped is late.
const lateMost = 100 * time.Millisecond

// accompany returns when the tool has ended, by itself or killed, and says why it was killed. A deadline that comes late says that this process was
// stopped meanwhile and looked at nothing: the tool is then given its time anew, and has mostly ended long ago.
func (r *Runner) accompany(ctx context.Context, i *invocation, child *process.Child) error {
	duration := time.Duration(i.DurationSeconds) * time.Second
	until := time.Now().Add(duration + r.Limits.Overrun)
	middle, deadline := time.NewTimer(duration/2), time.NewTimer(time.Until(until))
	again := duration / 8
	defer middle.Stop()
	defer deadline.Stop()
	var failure error
	for {
		select {
		case <-child.Exited():
			return failure
		case <-middle.C:
			if i.Phase == measure && i.watch(r.countEstablished(i.URL, i.StartAtUs != 0, i.done.Resolved)) {
				middle.Reset(again)
			}
		case <-deadline.C:
			if late := time.Since(until); late > lateMost {
				r.Log.Warn("the agent was stopped while the tool ran", "tool", i.Tool, "noticedAfter", late.String())
				until = time.Now().Add(r.Limits.Overrun)
				deadline.Reset(r.Limits.Overrun)
				continue
			}
			failure = &Failure{"tool-hung", fmt.Sprintf("%s on %s did not end within %s after the %d s that it was to run, so it was killed.",
				i.Tool, r.HostName, r.Limits.Overrun, i.DurationSeconds)}
			child.Kill()
		case <-ctx.Done():
			child.Kill()
			<-child.Exited()
			return context.Cause(ctx)
		}
	}
}
