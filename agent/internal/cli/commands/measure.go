package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/judge"
	"millionrps/agent/internal/cli/revision"
	"millionrps/agent/internal/cli/terminal"
)

// pointKind is an experiment that measures a point of a benchmark.
func pointKind(benchmark api.BenchmarkSummary) kind {
	point := experimentKind
	point.wait = func(ctx context.Context, f follow.Follower, id string) (told, error) {
		experiment, err := f.Experiment(ctx, id)
		if err != nil {
			return told{}, err
		}
		series := []api.HistorySeries{}
		if judge.Experiment(experiment).Outcome != ending.NotMeasured {
			if series, err = f.Point(ctx, benchmark.Id, id); err != nil {
				return told{}, err
			}
		}
		table := func(s *session) { s.pointTable(series) }
		return told{experiment.Question, string(experiment.Status), judge.Point(benchmark, experiment, series), table}, nil
	}
	return point
}

func (s *session) pointTable(series []api.HistorySeries) {
	rows := make([][]string, 0, len(series))
	for _, one := range series {
		metric, point := figures.Of(one.Metric), one.Points[0]
		candidate, reference := figures.Sides(point, metric)
		rows = append(rows, []string{fmt.Sprint(one.StepIndex + 1), metric.Label, candidate, reference, figures.Answer(point)})
	}
	if len(rows) > 0 {
		terminal.Table(s.Out, []string{">step", "metric", ">candidate", ">reference", "change"}, rows)
		s.printf("\n")
	}
}

func (s *session) measureCommand() *cobra.Command {
	var b beginning
	var commit, label string
	command := &cobra.Command{
		Use: "measure NAME", Short: "Measure a revision as a point of a benchmark, and wait for it",
		Long: `Measures a revision as a point of a benchmark, and waits for it. A target that its host builds takes --commit, one of the newest of its branch;
any other target takes --label, which names the build that runs there now.`,
		Example: "  millionrps benchmarks measure checkout --commit HEAD\n  millionrps benchmarks measure legacy --label v1.2-rc3 --detach",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			ctx, cancel := within(command.Context(), b.timeout)
			defer cancel()
			benchmark, err := findBenchmark(ctx, remote, arguments[0])
			if err != nil {
				return err
			}
			if err := rightRevision(ctx, remote, benchmark, label); err != nil {
				return err
			}
			wanted := api.MeasureRevision{Label: given(label)}
			if commit != "" {
				whole, err := commitOf(ctx, "--commit", commit)
				if err != nil {
					return err
				}
				wanted = api.MeasureRevision{Commit: &whole}
			}
			return s.launch(ctx, b, func() (job, error) { return s.beginPoint(ctx, remote, benchmark, wanted, b) })
		},
	}
	b.add(command, "point")
	b.addReports(command)
	b.addDryRun(command)
	command.Flags().StringVar(&commit, "commit", "", "the `commit` that its host builds and measures; git, in this folder, makes a full id of a name")
	command.Flags().StringVar(&label, "label", "", "what names the build that is measured")
	command.MarkFlagsOneRequired("commit", "label")
	command.MarkFlagsMutuallyExclusive("commit", "label")
	return command
}

// rightRevision refuses a label of what is built from commits, by the name of the flag that takes one.
func rightRevision(ctx context.Context, remote *api.Remote, benchmark api.BenchmarkSummary, label string) error {
	if label == "" {
		return nil
	}
	whole, _, err := readBenchmark(ctx, remote, benchmark.Id)
	if err == nil && whole.Design.Reference != nil {
		err = usage(fmt.Errorf("the target of %s is built from commits: name one by --commit, in the place of --label", benchmark.Name))
	}
	return err
}

// commitOf is the full id of a commit that a flag names.
func commitOf(ctx context.Context, flag, name string) (string, error) {
	commit, err := revision.Commit(ctx, name)
	if err != nil {
		return "", usage(fmt.Errorf("%s %s: %w", flag, name, err))
	}
	return commit, nil
}

func (s *session) beginPoint(ctx context.Context, remote *api.Remote, benchmark api.BenchmarkSummary, wanted api.MeasureRevision, b beginning) (job, error) {
	none := job{remote: remote, kind: pointKind(benchmark), name: benchmark.Name}
	if b.dryRun {
		response, err := remote.DesignPoint(ctx, benchmark.Id, wanted)
		design, err := api.Into[api.ExperimentDesign](remote, response, err)
		if err == nil {
			s.subject(remote, benchmark.Id, benchmark.Name)
			s.showDesign(design)
			s.printf("hosts     %s\n", strings.Join(benchmark.HostNames, ", "))
		}
		return none, err
	}
	body, err := json.Marshal(wanted)
	if err != nil {
		return none, err
	}
	// Two benchmarks in one job of CI are two requests.
	key := s.key(b.key, append([]byte(benchmark.Id), body...))
	j, err := s.create(ctx, remote, none.kind, func(ctx context.Context) (made, error) {
		response, err := remote.MeasureRevision(ctx, benchmark.Id, &api.MeasureRevisionParams{IdempotencyKey: &key}, wanted)
		point, err := api.Into[api.MeasuredRevision](remote, response, err)
		return made{id: point.ExperimentId, name: benchmark.Name}, err
	})
	if err != nil {
		return none, err
	}
	return j, nil
}
