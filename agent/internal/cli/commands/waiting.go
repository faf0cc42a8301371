package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/judge"
)

// waiting are the flags of commands that wait for a job.
type waiting struct {
	timeout time.Duration
	junit   string
	github  bool
	// inconclusive is what such a gate counts as.
	inconclusive string
	// own says that this call made the job: it is there, whatever is refused from then on.
	own bool
	// leave lets the job go on when the command is interrupted or its time is over.
	leave bool
	// gated: the command has the flag --inconclusive.
	gated bool
}

func (w *waiting) add(command *cobra.Command) {
	command.Flags().DurationVar(&w.timeout, "timeout", 0, "longest time to wait, such as 30m; then it ends with 124")
}

func (w *waiting) addGate(command *cobra.Command) {
	w.gated = true
	command.Flags().StringVar(&w.inconclusive, "inconclusive", countsAsFail, "what inconclusive conditions count as: fail (11) or pass (0)")
}

func (w *waiting) addReports(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&w.junit, "junit", "", "write the conditions as JUnit XML to this `file`")
	flags.BoolVar(&w.github, "github", false, "in GitHub Actions: job summary, annotations, and a comment on the pull request (GITHUB_TOKEN)")
}

// beginning are the flags of commands that begin a job.
type beginning struct {
	waiting
	key            string
	dryRun, detach bool
}

func (b *beginning) add(command *cobra.Command, noun string) {
	b.waiting.add(command)
	flags := command.Flags()
	flags.BoolVarP(&b.detach, "detach", "d", false, "do not wait for its end; millionrps wait does")
	flags.BoolVar(&b.leave, "detach-on-interrupt", false, "let it go on after Ctrl-C or --timeout, which otherwise end it")
	flags.StringVar(&b.key, "idempotency-key", "", "the same key makes the same "+noun+" once; in CI made of the run, attempt and job")
}

func (b *beginning) addDryRun(command *cobra.Command) {
	command.Flags().BoolVar(&b.dryRun, "dry-run", false, "print what would be done, on which hosts and for how long, and do nothing")
	command.MarkFlagsMutuallyExclusive("dry-run", "detach")
}

// launch begins a job and waits for its end, unless it is detached. A job that was not made has no id.
func (s *session) launch(ctx context.Context, b beginning, begin func() (job, error)) error {
	j, err := begin()
	switch {
	case b.dryRun:
		return err
	case err != nil:
		s.report(ctx, j, b.waiting, notOver(j.kind, j.name, err, s.outcomeOf(err)))
		return err
	case b.detach:
		s.detached(j)
		return nil
	}
	s.progress.Say("%s %s: %s", j.kind.noun, j.id, j.url())
	b.own = true
	return s.await(ctx, j, b.waiting)
}

// create makes a job. An interruption waits for the answer, which has the id of what then has to be ended.
func (s *session) create(ctx context.Context, remote *api.Remote, kind kind, call func(context.Context) (made, error)) (job, error) {
	creating, stop := afterwards(ctx, remote)
	defer stop()
	it, err := call(creating)
	if api.Passing(err) {
		// The key makes a second question safe, whatever became of the first.
		it, err = call(creating)
	}
	if err != nil {
		return job{remote: remote, kind: kind}, err
	}
	s.result.State = it.state
	return s.jobOf(remote, kind, it.id, it.name), nil
}

// What an inconclusive gate may count as.
const (
	countsAsFail = "fail"
	countsAsPass = "pass"
)

func (w waiting) check() error {
	if w.gated && w.inconclusive != countsAsFail && w.inconclusive != countsAsPass {
		return usage(fmt.Errorf("--inconclusive is fail or pass, not %q", w.inconclusive))
	}
	return nil
}

// counted adds to an inconclusive gate whether it counts as failed or as passed.
func (w waiting) counted(judgement judge.Judgement) judge.Judgement {
	if !w.gated || judgement.Outcome != ending.Inconclusive {
		return judgement
	}
	judgement.Sentence += " Inconclusive counts as " + w.inconclusive + " (--inconclusive)."
	if w.inconclusive == countsAsPass {
		judgement.Outcome = ending.Met
	}
	return judgement
}
