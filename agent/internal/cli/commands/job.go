package commands

import (
	"context"
	"errors"
	"fmt"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/judge"
)

// job is a run, an experiment, a point or a search on the instance.
type job struct {
	remote   *api.Remote
	follower follow.Follower
	kind     kind
	id, name string
}

// kind is what jobs differ in.
type kind struct {
	// path is of the pages; page is the one of a job that has none of its own.
	noun, path, page string
	// wait returns what it came to.
	wait func(context.Context, follow.Follower, string) (told, error)
	// end ends it before its time, and says what it did.
	end  func(context.Context, *api.Remote, string) error
	done string
	// markdown is the whole document; nil where there is none.
	markdown func(context.Context, *api.Remote, string) ([]byte, error)
}

// told is a job that is over.
type told struct {
	name, state string
	judgement   judge.Judgement
	// table prints its figures.
	table func(*session)
}

var runKind = kind{
	noun: "run", path: "/runs/", done: "The run is canceled; what it changed on hosts is put back.",
	wait: func(ctx context.Context, f follow.Follower, id string) (told, error) {
		run, err := f.Run(ctx, id)
		return told{run.Name, string(run.State), judge.Run(run), func(s *session) { s.runTable(run) }}, err
	},
	end: func(ctx context.Context, remote *api.Remote, id string) error {
		response, err := remote.CancelRun(ctx, id)
		_, err = api.Bytes(remote, response, err)
		return err
	},
	markdown: func(ctx context.Context, remote *api.Remote, id string) ([]byte, error) {
		response, err := remote.ExportRun(ctx, id, &api.ExportRunParams{Format: "markdown"})
		return api.Bytes(remote, response, err)
	},
}

var experimentKind = kind{
	noun: "experiment", path: "/experiments/", done: "The experiment is stopped, with its run if one was under way; no claim is made.",
	wait: func(ctx context.Context, f follow.Follower, id string) (told, error) {
		experiment, err := f.Experiment(ctx, id)
		return told{experiment.Question, string(experiment.Status), judge.Experiment(experiment), func(s *session) { s.experimentTable(experiment) }}, err
	},
	end: func(ctx context.Context, remote *api.Remote, id string) error {
		response, err := remote.StopExperiment(ctx, id)
		_, err = api.Bytes(remote, response, err)
		return err
	},
	markdown: func(ctx context.Context, remote *api.Remote, id string) ([]byte, error) {
		response, err := remote.ExportExperiment(ctx, id, &api.ExportExperimentParams{Format: "markdown"})
		return api.Bytes(remote, response, err)
	},
}

func (s *session) jobOf(remote *api.Remote, kind kind, id, name string) job {
	j := job{remote: remote, follower: follow.New(remote, s.progress), kind: kind, id: id, name: name}
	s.result.ID, s.result.URL, s.result.Name = id, j.url(), name
	return j
}

// url is that of its page, and empty for a job that was not made.
func (j job) url() string {
	if j.id == "" {
		return ""
	}
	if j.kind.page != "" {
		return j.remote.URL + j.kind.page
	}
	return j.remote.URL + j.kind.path + j.id
}

// await waits for a job and reports it.
func (s *session) await(ctx context.Context, j job, w waiting) error {
	over, err := j.kind.wait(ctx, j.follower, j.id)
	if err != nil {
		if w.own {
			err = lost(err)
		}
		err = s.leave(ctx, j, w, err)
		s.report(ctx, j, w, notOver(j.kind, j.name, err, s.outcomeOf(err)))
		return err
	}
	s.progress.Clear()
	over.judgement = w.counted(over.judgement)
	s.result.Name, s.result.State = over.name, over.state
	s.result.Caveats, s.result.Body = over.judgement.Caveats, over.judgement.Body
	s.result.Finish(over.judgement.Outcome, over.judgement.Sentence)
	if s.quiet {
		s.printf("%s\n", j.id)
	} else {
		s.print(over, j)
	}
	s.report(ctx, j, w, over.judgement)
	return nil
}

// lost turns a refusal into 'not measured': the job was started, so the request was right, and its end is unknown.
func lost(err error) error {
	var refusal api.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	return ending.Error{Outcome: ending.NotMeasured, Err: fmt.Errorf("it was started, and the instance does not say how it goes on: %w", err)}
}

// notOver is what a report says of a job whose end nobody saw, or that was never made.
func notOver(kind kind, name string, err error, outcome ending.Outcome) judge.Judgement {
	return judge.Judgement{
		Outcome: outcome, Sentence: err.Error(), Suite: "millionrps " + kind.noun,
		Cases: []judge.Case{{Class: name, Name: "measured", Outcome: outcome, Sentence: err.Error()}},
	}
}

// leave says and does what becomes of a job that nobody waits for any more.
func (s *session) leave(ctx context.Context, j job, w waiting, err error) error {
	why, hint := "Interrupted", " Ctrl-C again leaves at once."
	switch {
	case errors.Is(err, follow.ErrTimeout):
		why, hint = fmt.Sprintf("%s have passed", w.timeout), ""
	case !errors.Is(err, follow.ErrInterrupted):
		return err
	}
	// What it was when it was made says nothing now.
	s.result.State = ""
	if w.leave {
		return ending.Error{Outcome: s.outcomeOf(err), Err: fmt.Errorf("%s. The %s goes on: millionrps wait %s", why, j.kind.noun, j.id)}
	}
	s.progress.Say("%s: ending the %s.%s", why, j.kind.noun, hint)
	ctx, cancel := afterwards(ctx, j.remote)
	defer cancel()
	if fault := j.kind.end(ctx, j.remote, j.id); fault != nil {
		return ending.Error{Outcome: s.outcomeOf(err), Err: fmt.Errorf("%s, and the %s could not be ended: %w. See %s", why, j.kind.noun, fault, j.url())}
	}
	return ending.Error{Outcome: s.outcomeOf(err), Err: fmt.Errorf("%s. %s", why, j.kind.done)}
}
