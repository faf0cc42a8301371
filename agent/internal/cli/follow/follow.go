// Package follow waits for a run, an experiment, a point or a search, and tells how it stands.
package follow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
)

// Teller is told how things stand: a state, and what else is known of it at the moment. Both replace what was told before.
type Teller interface {
	Tell(state, detail string)
	// Say tells what stays.
	Say(format string, arguments ...any)
}

// Follower asks an instance until what it follows is over.
type Follower struct {
	Remote *api.Remote
	Teller Teller
	// EveryRun and EveryExperiment are the pauses between two questions: a run is read whole.
	EveryRun, EveryExperiment time.Duration
	// Patience is for how long an instance may not answer.
	Patience time.Duration
}

// New follows in the usual rhythm.
func New(remote *api.Remote, teller Teller) Follower {
	return Follower{Remote: remote, Teller: teller, EveryRun: 2 * time.Second, EveryExperiment: 2 * time.Second, Patience: 5 * time.Minute}
}

// Run returns the run when it is over.
func (f Follower) Run(ctx context.Context, id string) (api.Run, error) {
	return until(ctx, f, f.EveryRun, func() (api.Run, error) { return f.ReadRun(ctx, id) }, func(run api.Run) (string, string, bool) {
		return runText(run), left(run.Progress.RemainingUs), IsOver(run.State)
	})
}

// ReadRun reads a run once.
func (f Follower) ReadRun(ctx context.Context, id string) (api.Run, error) {
	response, err := f.Remote.GetRun(ctx, id)
	return api.Into[api.Run](f.Remote, response, err)
}

// Experiment returns the experiment with its result when it is over.
func (f Follower) Experiment(ctx context.Context, id string) (api.ShownExperiment, error) {
	_, err := until(ctx, f, f.EveryExperiment, func() (api.ExperimentSummary, error) {
		response, err := f.Remote.GetExperimentSummary(ctx, id)
		return api.Into[api.ExperimentSummary](f.Remote, response, err)
	}, func(summary api.ExperimentSummary) (string, string, bool) {
		return experimentText(summary), left(summary.RemainingUs), summary.Status == "done"
	})
	if err != nil {
		return api.ShownExperiment{}, err
	}
	// The result may be made a moment after the last run: it is asked for with the same patience.
	return until(ctx, f, f.EveryExperiment, func() (api.ShownExperiment, error) { return f.ReadExperiment(ctx, id) },
		func(api.ShownExperiment) (string, string, bool) { return "done", "", true })
}

// ReadExperiment reads an experiment once.
func (f Follower) ReadExperiment(ctx context.Context, id string) (api.ShownExperiment, error) {
	response, err := f.Remote.GetExperiment(ctx, id)
	return api.Into[api.ShownExperiment](f.Remote, response, err)
}

// IsOver says whether a run is in its last state.
func IsOver(state api.RunState) bool {
	return state == "finished" || state == "failed" || state == "canceled"
}

// until asks again and again. An instance that starts anew or a network that fails for a while costs no result.
func until[T any](ctx context.Context, f Follower, every time.Duration, ask func() (T, error), look func(T) (state, detail string, over bool)) (T, error) {
	lastAnswer := time.Now()
	for {
		answer, err := ask()
		switch {
		case err == nil:
			lastAnswer = time.Now()
			state, detail, over := look(answer)
			f.Teller.Tell(state, detail)
			if over {
				return answer, nil
			}
		case ctx.Err() != nil:
			return answer, context.Cause(ctx)
		case !api.Passing(err):
			return answer, err
		case time.Since(lastAnswer) > f.Patience:
			return answer, ending.As(ending.NotMeasured, "for %s there was no answer that helps: %w", f.Patience, err)
		default:
			f.Teller.Tell("the instance does not answer, or not now; asking again", "")
		}
		select {
		case <-ctx.Done():
			return answer, context.Cause(ctx)
		case <-time.After(every):
		}
	}
}

func runText(run api.Run) string {
	progress := run.Progress
	text := string(run.State)
	if progress.StepIndex != nil && !IsOver(run.State) {
		text += fmt.Sprintf(", step %d of %d", *progress.StepIndex+1, progress.StepCount)
	}
	return text
}

func experimentText(summary api.ExperimentSummary) string {
	text := string(summary.Status)
	if summary.Status == "running" {
		text = fmt.Sprintf("running, %d of %d runs done", summary.RunsDone, summary.RunsPlanned)
	}
	if summary.WaitingSentence != nil {
		text += ": " + *summary.WaitingSentence
	}
	return text
}

func left(us *int64) string {
	if us == nil || *us <= 0 {
		return ""
	}
	return "about " + Duration(*us) + " left"
}

// Duration is a time in words, such as `2 min 5 s`.
func Duration(us int64) string {
	total := int((us + 500_000) / 1_000_000)
	hours, minutes, seconds := total/3600, total/60%60, total%60
	switch {
	case hours > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes)
	case minutes > 0 && seconds > 0:
		return fmt.Sprintf("%d min %d s", minutes, seconds)
	case minutes > 0:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d s", seconds)
	}
}

// Why a context of this command ended.
var (
	ErrInterrupted = errors.New("interrupted")
	ErrTimeout     = errors.New("--timeout has passed")
)
