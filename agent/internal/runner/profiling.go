package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"millionrps/agent/internal/perf"
	"millionrps/agent/internal/profiles"
)

// CapturedProfile is what became of one profile of the target that was asked for.
type CapturedProfile struct {
	Kind profiles.Kind
	// Failure is a sentence on why there is none; empty when there is one.
	Failure string
	// Profile lacks the bytes, which are the artifact of this name.
	Profile      profiles.Profile
	ArtifactName string
}

// profileGrace is what profiles get after the load has ended, to be merged and sent.
const profileGrace = 5 * time.Second

// profiling captures the profiles of one step, each by a goroutine that ends with the step. A nil one captures nothing.
type profiling struct {
	cancel context.CancelCauseFunc
	end    sync.WaitGroup
	taken  []CapturedProfile
	// loadEnded is closed when nothing is measured any more.
	loadEnded chan struct{}
}

var errStepEnded = errors.New("the step had ended before it was complete")

// startProfiling is for a step that loads the target of this host from now on; it returns nil where there is no target or no wish.
func (r *Runner) startProfiling(kinds []profiles.Kind, durationSeconds int) *profiling {
	t := r.bench.target
	if t == nil || len(kinds) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	p := &profiling{cancel: cancel, taken: make([]CapturedProfile, len(kinds)), loadEnded: make(chan struct{})}
	for i, kind := range kinds {
		p.taken[i].Kind = kind
		if kind == profiles.OnCPU {
			p.end.Go(func() { p.taken[i] = r.sampleDuring(ctx, durationSeconds, p.loadEnded) })
			continue
		}
		if t.Pprof == "" {
			p.taken[i].Failure = fmt.Sprintf("No %s profile was taken: the configuration file of %s does not say where the target has any (pprofUrl of a named target).", kind, r.HostName)
			continue
		}
		p.end.Go(func() {
			profile, err := captureDuring(ctx, t.Pprof, kind, durationSeconds)
			if err != nil {
				p.taken[i].Failure = fmt.Sprintf("The %s profile of the target on %s could not be taken: %s", kind, r.HostName, asEnd(err))
				return
			}
			profile.Processes = max(profile.Processes, t.ProfiledProcesses)
			p.taken[i].Profile = profile
		})
	}
	return p
}

// profileSecondsMost is what the reference server gives at most; a longer load is profiled in its middle.
const profileSecondsMost = 600

// profileSpan leaves out the edges of a load, a second each where it is long enough.
func profileSpan(durationSeconds int) (after time.Duration, seconds int) {
	seconds = min(max(1, durationSeconds-2), profileSecondsMost)
	return time.Duration(max(0, durationSeconds-seconds)) * time.Second / 2, seconds
}

// captureDuring takes a profile of a moment in the middle of the load.
func captureDuring(ctx context.Context, endpoint string, kind profiles.Kind, durationSeconds int) (profiles.Profile, error) {
	after, seconds := profileSpan(durationSeconds)
	if !kind.OverTime() {
		after = time.Duration(durationSeconds) * time.Second / 2
	}
	if err := sleepUntil(ctx, time.Now().Add(after)); err != nil {
		return profiles.Profile{}, err
	}
	return profiles.Capture(ctx, endpoint, kind, seconds)
}

// sampleDuring samples the whole host in the middle of the load, whatever the target is, and names what it saw when the load has ended.
func (r *Runner) sampleDuring(ctx context.Context, durationSeconds int, loadEnded <-chan struct{}) (taken CapturedProfile) {
	taken.Kind = profiles.OnCPU
	after, seconds := profileSpan(durationSeconds)
	err := sleepUntil(ctx, time.Now().Add(after))
	var samples *perf.Samples
	if err == nil {
		samples, err = perf.Capture(ctx, time.Duration(seconds)*time.Second, perf.Hertz)
	}
	var sampled perf.Sampled
	if err == nil {
		select {
		case <-loadEnded:
			sampled, err = samples.Profile()
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	}
	if err == nil {
		taken.Profile, err = profiles.Read(sampled.Encoded, profiles.OnCPU)
	}
	if err != nil {
		taken.Failure = fmt.Sprintf("The on-CPU profile of %s could not be taken: %s", r.HostName, asEnd(err))
		return taken
	}
	taken.Profile.Processes, taken.Profile.Note = sampled.Processes, sampled.Note
	return taken
}

// asEnd makes the end of a sentence.
func asEnd(err error) string {
	return strings.TrimSuffix(err.Error(), ".") + "."
}

// finish waits a little for what is not complete, keeps the profiles, and answers them with their artifacts. The name begins with that of
// the step. An interruption is not waited for.
func (p *profiling) finish(ctx context.Context, r *Runner, name string) (taken []CapturedProfile, artifacts []Artifact) {
	if p == nil {
		return nil, nil
	}
	close(p.loadEnded)
	giveUp := time.AfterFunc(profileGrace, func() { p.cancel(errStepEnded) })
	defer giveUp.Stop()
	defer context.AfterFunc(ctx, func() { p.cancel(context.Cause(ctx)) })()
	p.end.Wait()
	p.cancel(errStepEnded)
	for i := range p.taken {
		one := &p.taken[i]
		if one.Failure != "" {
			continue
		}
		artifact, err := r.keepProfile(one.Profile.Encoded, name+string(one.Kind)+".pb.gz")
		if err != nil {
			*one = CapturedProfile{Kind: one.Kind, Failure: fmt.Sprintf("The %s profile of the target could not be kept on %s: %s", one.Kind, r.HostName, asEnd(err))}
			continue
		}
		one.ArtifactName, one.Profile.Encoded = artifact.Name, nil
		artifacts = append(artifacts, artifact)
	}
	return p.taken, artifacts
}

// abort ends the capture under way and drops its result.
func (p *profiling) abort() {
	if p != nil {
		p.cancel(errStepEnded)
		p.end.Wait()
	}
}

func (r *Runner) keepProfile(encoded []byte, name string) (Artifact, error) {
	file, err := os.CreateTemp(r.WorkFolder, "profile-*")
	if err != nil {
		return Artifact{}, err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(encoded)
	err = cmp.Or(err, file.Close())
	if err != nil {
		return Artifact{}, err
	}
	return r.keep(file.Name(), "profile", name, "application/octet-stream")
}
