package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/judge"
	"millionrps/agent/internal/cli/terminal"
)

// bisectionKind is a search of a benchmark, whose page it is on.
func bisectionKind(benchmarkID string) kind {
	return kind{
		noun: "search", page: benchmarksPath + benchmarkID, done: "The search is canceled, and its experiment is stopped if one was under way.",
		wait: func(ctx context.Context, f follow.Follower, id string) (told, error) {
			bisection, err := f.Bisection(ctx, id)
			return told{bisection.BenchmarkName, string(bisection.Status), judge.Bisection(bisection), func(s *session) { s.bisectionTable(bisection) }}, err
		},
		end: func(ctx context.Context, remote *api.Remote, id string) error {
			response, err := remote.CancelBisection(ctx, id)
			_, err = api.Bytes(remote, response, err)
			return err
		},
	}
}

// bisectionTable has the commits that were measured, and those between which the change lies.
func (s *session) bisectionTable(bisection api.Bisection) {
	rows := [][]string{}
	for at, one := range bisection.Revisions {
		border := at > 0 && bisection.Revisions[at-1].Verdict == "good" && one.Verdict != "good"
		if len(one.ExperimentIds) == 0 && !border {
			continue
		}
		change := "-"
		if one.Ratio != nil {
			change = figures.Change(*one.Ratio)
		}
		rows = append(rows, []string{figures.Short(one.Revision), follow.VerdictText(one.Verdict), change, fmt.Sprint(len(one.ExperimentIds)), subjectText(one.Subject)})
	}
	if len(rows) > 0 {
		s.printf("%s in step %d, of %d commits:\n", figures.Of(bisection.Metric).Label, bisection.StepIndex+1, len(bisection.Revisions))
		terminal.Table(s.Out, []string{"commit", "verdict", ">against the good end", ">experiments", "subject"}, rows)
		s.printf("\n")
	}
}

// bisecting are the flags of bisect.
type bisecting struct {
	beginning
	placing
	good, bad, alert string
}

func (s *session) bisectCommand() *cobra.Command {
	var b bisecting
	command := &cobra.Command{
		Use: "bisect [NAME]", Short: "Search for the commit that changed a benchmark, and wait for it",
		Long: `Searches for the commit that changed a benchmark, by experiments: both ends first, then commits between them. It ends with 0 when the commit is found,
with 11 when only a range is, or when the ends do not differ, and with 12 when nothing was measured. With --alert NAME may be left out.`,
		Example: "  millionrps bisect checkout --good v1.4.0 --bad HEAD --metric 'p99 latency'\n  millionrps bisect --alert 0198c5d2-0000-7000-8000-000000000001",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			wanted, err := b.wanted(command.Context(), len(arguments) > 0)
			if err != nil {
				return err
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			ctx, cancel := within(command.Context(), b.timeout)
			defer cancel()
			id, name, err := searched(ctx, remote, wanted.AlertId, arguments)
			if err != nil {
				return err
			}
			return s.launch(ctx, b.beginning, func() (job, error) { return s.beginBisection(ctx, remote, made{id: id, name: name}, wanted, b.key) })
		},
	}
	b.beginning.add(command, "search")
	b.placing.add(command)
	flags := command.Flags()
	flags.StringVar(&b.good, "good", "", "a `commit` from before the change; git, in this folder, makes a full id of a name")
	flags.StringVar(&b.bad, "bad", "", "a `commit` from after it")
	flags.StringVar(&b.alert, "alert", "", "the `id` of the alert whose change is looked for")
	command.MarkFlagsRequiredTogether("good", "bad")
	command.MarkFlagsOneRequired("good", "alert")
	command.MarkFlagsMutuallyExclusive("good", "alert")
	return command
}

func (b bisecting) wanted(ctx context.Context, named bool) (api.StartBisection, error) {
	var wanted api.StartBisection
	var err error
	if wanted.Metric, wanted.StepIndex, err = b.asked(); err != nil {
		return wanted, err
	}
	if b.alert != "" {
		id, err := idOf(b.alert)
		wanted.AlertId = &id
		return wanted, err
	}
	if !named {
		return wanted, usage(errors.New("name the benchmark in which --good and --bad are"))
	}
	good, err := commitOf(ctx, "--good", b.good)
	if err != nil {
		return wanted, err
	}
	bad, err := commitOf(ctx, "--bad", b.bad)
	wanted.Good, wanted.Bad = &good, &bad
	return wanted, err
}

// searched is the benchmark that is named, or else that of the alert.
func searched(ctx context.Context, remote *api.Remote, alertID *string, arguments []string) (id, name string, err error) {
	if len(arguments) > 0 {
		benchmark, err := findBenchmark(ctx, remote, arguments[0])
		return benchmark.Id, benchmark.Name, err
	}
	response, err := remote.GetAlert(ctx, *alertID)
	alert, err := api.Into[api.Alert](remote, response, err)
	return alert.BenchmarkId, alert.BenchmarkName, err
}

func (s *session) beginBisection(ctx context.Context, remote *api.Remote, benchmark made, wanted api.StartBisection, asked string) (job, error) {
	none := job{remote: remote, kind: bisectionKind(benchmark.id), name: benchmark.name}
	body, err := json.Marshal(wanted)
	if err != nil {
		return none, err
	}
	key := s.key(asked, append([]byte(benchmark.id), body...))
	j, err := s.create(ctx, remote, none.kind, func(ctx context.Context) (made, error) {
		response, err := remote.StartBisection(ctx, benchmark.id, &api.StartBisectionParams{IdempotencyKey: &key}, wanted)
		bisection, err := api.Into[api.Bisection](remote, response, err)
		return made{bisection.Id, bisection.BenchmarkName, string(bisection.Status)}, err
	})
	if err != nil {
		return none, err
	}
	return j, nil
}
