package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/terminal"
)

const benchmarksPath = "/benchmarks/"

func (s *session) benchmarksCommand() *cobra.Command {
	var all bool
	command := &cobra.Command{
		Use: "benchmarks", Short: "List, make and measure benchmarks", Args: cobra.NoArgs,
		Long: "Lists the benchmarks of the instance, each with its newest answer. NAME, in the commands below, is the name of one, its id or the address of its page.",
		RunE: func(command *cobra.Command, _ []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			benchmarks, err := benchmarksOf(command.Context(), remote)
			if err != nil {
				return err
			}
			s.listBenchmarks(benchmarks, all)
			return nil
		},
	}
	command.Flags().BoolVar(&all, "all", false, "also those that are archived")
	command.AddCommand(s.showCommand(), s.createCommand(), s.measureCommand(), s.archiveCommand("archive", "Measure a benchmark no more; its history stays", true), s.archiveCommand("restore", "Bring an archived benchmark back", false))
	return command
}

func benchmarksOf(ctx context.Context, remote *api.Remote) ([]api.BenchmarkSummary, error) {
	response, err := remote.ListBenchmarks(ctx)
	list, err := api.Into[api.BenchmarkList](remote, response, err)
	return list.Benchmarks, err
}

// findBenchmark takes a name, an id or the address of a page.
func findBenchmark(ctx context.Context, remote *api.Remote, text string) (api.BenchmarkSummary, error) {
	benchmarks, err := benchmarksOf(ctx, remote)
	if err != nil {
		return api.BenchmarkSummary{}, err
	}
	names := make([]string, 0, len(benchmarks))
	for _, one := range benchmarks {
		if one.Name == text {
			return one, nil
		}
		names = append(names, one.Name)
	}
	if id, err := idOf(text); err == nil {
		if at := slices.IndexFunc(benchmarks, func(one api.BenchmarkSummary) bool { return one.Id == id }); at >= 0 {
			return benchmarks[at], nil
		}
	}
	if len(names) == 0 {
		return api.BenchmarkSummary{}, usage(fmt.Errorf("there is no benchmark %q, nor any other: millionrps benchmarks create makes one", text))
	}
	return api.BenchmarkSummary{}, usage(fmt.Errorf("there is no benchmark %q; there are: %s", text, strings.Join(names, ", ")))
}

// subject says in the result which benchmark a command is about.
func (s *session) subject(remote *api.Remote, id, name string) {
	s.result.ID, s.result.URL, s.result.Name = id, remote.URL+benchmarksPath+id, name
}

func (s *session) listBenchmarks(benchmarks []api.BenchmarkSummary, all bool) {
	shown := []api.BenchmarkSummary{}
	for _, one := range benchmarks {
		if all || one.ArchivedAtUs == nil {
			shown = append(shown, one)
		}
	}
	s.result.Body = shown
	rows := make([][]string, 0, len(shown))
	for _, one := range shown {
		if s.quiet {
			s.printf("%s\n", one.Id)
		}
		name := one.Name
		if one.ArchivedAtUs != nil {
			name += " (archived)"
		}
		rows = append(rows, []string{name, strings.Join(one.HostNames, ", "), primaryText(one.Primary), fmt.Sprint(one.Measuring), fmt.Sprint(one.OpenAlerts), newestText(one)})
	}
	if s.json || s.quiet {
		return
	}
	if len(rows) > 0 {
		terminal.Table(s.Out, []string{"name", "hosts", "decided by", ">measuring", ">open alerts", "newest answer"}, rows)
	} else {
		s.printf("No benchmark is measured. Make one: millionrps benchmarks create --name NAME --from-run ID\n")
	}
	if left := len(benchmarks) - len(shown); left > 0 {
		s.printf("%d archived: --all lists them\n", left)
	}
}

func primaryText(primary api.PrimaryOutcome) string {
	return fmt.Sprintf("%s, step %d", figures.Of(primary.Metric).Label, primary.StepIndex+1)
}

// newestText is what came of the newest revision.
func newestText(benchmark api.BenchmarkSummary) string {
	if len(benchmark.Strip) == 0 {
		return "not measured yet"
	}
	point := benchmark.Strip[len(benchmark.Strip)-1]
	return figures.Short(point.Revision) + " " + pointText(point, figures.Of(benchmark.Primary.Metric))
}

// pointText is the change with its interval; of a build against itself its own figure comes first.
func pointText(point api.HistoryPoint, metric figures.Metric) string {
	if point.Gap == nil && figures.IsAgainstItself(point) {
		return fmt.Sprintf("%s, %s", figures.WithUnit(figures.Own(point), metric), figures.Answer(point))
	}
	return figures.Answer(point)
}

func (s *session) showCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show what a benchmark measures, and against what", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			found, err := findBenchmark(command.Context(), remote, arguments[0])
			if err != nil {
				return err
			}
			benchmark, whole, err := readBenchmark(command.Context(), remote, found.Id)
			if err != nil {
				return err
			}
			s.subject(remote, benchmark.Id, benchmark.Name)
			s.result.Body = whole
			if s.quiet {
				s.printf("%s\n", benchmark.Id)
				return nil
			}
			s.printf("%s\n", benchmark.Name)
			s.printf("hosts      %s\n", strings.Join(benchmark.HostNames, ", "))
			s.printf("decided by %s, margin ±%v %%\n", primaryText(benchmark.Primary), benchmark.MarginPercent)
			s.printf("rounds     %d\n", benchmark.Design.Rounds)
			s.referenceLines(benchmark)
			if schedule := benchmark.Schedule; schedule != nil {
				s.printf("schedule   %s, %s%s\n", schedule.Cron, schedule.TimeZone, map[bool]string{false: ", disabled"}[schedule.Enabled])
			}
			if benchmark.ArchivedAtUs != nil {
				s.printf("archived   on %s\n", moment(*benchmark.ArchivedAtUs))
			}
			s.budgetLines(benchmark)
			s.printf("newest     %s\n", newestText(found))
			s.printf("%s\n", s.result.URL)
			return nil
		},
	}
}

// readBenchmark also returns it as it came, with what a later release says of it.
func readBenchmark(ctx context.Context, remote *api.Remote, id string) (api.Benchmark, json.RawMessage, error) {
	response, err := remote.GetBenchmark(ctx, id)
	text, err := api.Bytes(remote, response, err)
	if err != nil {
		return api.Benchmark{}, nil, err
	}
	var benchmark api.Benchmark
	if err := json.Unmarshal(text, &benchmark); err != nil {
		return benchmark, nil, fmt.Errorf("reading the benchmark: %w", err)
	}
	return benchmark, text, nil
}

func (s *session) archiveCommand(verb, short string, archived bool) *cobra.Command {
	return &cobra.Command{
		Use: verb + " NAME", Short: short, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			found, err := findBenchmark(command.Context(), remote, arguments[0])
			if err != nil {
				return err
			}
			response, err := remote.ChangeBenchmark(command.Context(), found.Id, api.ChangeBenchmark{Archived: &archived})
			if _, err := api.Bytes(remote, response, err); err != nil {
				return err
			}
			s.subject(remote, found.Id, found.Name)
			sentence := found.Name + " is archived: it is measured no more, and its history stays."
			if !archived {
				sentence = found.Name + " is back: it can be measured again."
			}
			s.result.Finish(ending.Done, sentence)
			s.say("%s\n", sentence)
			return nil
		},
	}
}
