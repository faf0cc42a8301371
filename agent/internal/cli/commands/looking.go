package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/terminal"
)

var idInText = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// idOf takes an id, or the address of a page that has one.
func idOf(text string) (string, error) {
	ids := idInText.FindAllString(strings.ToLower(text), -1)
	if len(ids) != 1 {
		return "", usage(fmt.Errorf("%q is no id, nor the address of a page that has one", text))
	}
	return ids[0], nil
}

func idsOf(texts []string) ([]string, error) {
	ids := make([]string, 0, len(texts))
	for _, text := range texts {
		id, err := idOf(text)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func notFound(err error) bool {
	var refusal api.Refusal
	return errors.As(err, &refusal) && refusal.Status == http.StatusNotFound
}

func (s *session) waitCommand() *cobra.Command {
	var w waiting
	command := &cobra.Command{
		Use: "wait ID", Short: "Wait for a run, an experiment or a search, and report it",
		Long: "Waits for a run, an experiment or a search for a commit, and reports it. ID is its id or the address of its page. An experiment that measures a\n" +
			"point of a benchmark is reported as that. Ctrl-C and --timeout end the waiting alone.",
		Example: "  millionrps wait $(millionrps run bench.yaml --detach --quiet) --junit bench.xml",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err == nil {
				err = w.check()
			}
			if err != nil {
				return err
			}
			id, err := idOf(arguments[0])
			if err != nil {
				return err
			}
			ctx, cancel := within(command.Context(), w.timeout)
			defer cancel()
			// What somebody else began is not ended by whoever watches it.
			w.leave = true
			kind, err := kindOf(ctx, follow.New(remote, s.progress), id)
			if err != nil {
				return err
			}
			return s.await(ctx, s.jobOf(remote, kind, id, id), w)
		},
	}
	w.add(command)
	w.addReports(command)
	w.addGate(command)
	return command
}

// kindOf finds out what has the id. An instance that does not answer is asked again by whoever waits.
func kindOf(ctx context.Context, f follow.Follower, id string) (kind, error) {
	if _, err := f.ReadRun(ctx, id); !notFound(err) {
		return runKind, nil
	}
	if _, err := f.ReadExperiment(ctx, id); !notFound(err) {
		response, err := f.Remote.GetBenchmarkOfExperiment(ctx, id)
		benchmark, err := api.Into[api.BenchmarkSummary](f.Remote, response, err)
		if notFound(err) {
			return experimentKind, nil
		}
		return pointKind(benchmark), err
	}
	bisection, err := f.ReadBisection(ctx, id)
	if notFound(err) {
		return kind{}, usage(fmt.Errorf("there is no run, no experiment and no search %s; it may have been deleted", id))
	}
	return bisectionKind(bisection.BenchmarkId), err
}

func hostsOf(ctx context.Context, remote *api.Remote) ([]api.HostState, error) {
	response, err := remote.ListHostStates(ctx)
	states, err := api.Into[api.HostStates](remote, response, err)
	return states.Hosts, err
}

func (s *session) hostsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "hosts", Short: "List the hosts of the instance", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			hosts, err := hostsOf(command.Context(), remote)
			if err != nil {
				return err
			}
			s.result.Body = hosts
			rows := make([][]string, 0, len(hosts))
			for _, host := range hosts {
				if s.quiet {
					s.printf("%s\n", host.Id)
				}
				rows = append(rows, []string{host.Name, string(host.Status), string(host.Availability), fmt.Sprint(host.QueuedRuns), strings.Join(host.Labels, ", "), host.Id})
			}
			if !s.json && !s.quiet {
				terminal.Table(s.Out, []string{"name", "status", "availability", ">queued", "labels", "id"}, rows)
			}
			return nil
		},
	}
}

func (s *session) compareCommand() *cobra.Command {
	var baseline string
	command := &cobra.Command{
		Use: "compare RUN RUN...", Short: "Compare two to eight runs", Args: cobra.RangeArgs(2, 8),
		Long: "Compares two to eight runs, given by ids or addresses of their pages. The first is the baseline, unless --baseline names another.",
		RunE: func(command *cobra.Command, arguments []string) error {
			remote, err := s.enter()
			if err != nil {
				return err
			}
			ids, err := idsOf(arguments)
			if err != nil {
				return err
			}
			params := &api.CompareRunsParams{Runs: strings.Join(ids, ",")}
			if baseline != "" {
				id, err := idOf(baseline)
				if err != nil {
					return err
				}
				params.Baseline = &id
			}
			response, err := remote.CompareRuns(command.Context(), params)
			comparison, err := api.Into[api.Comparison](remote, response, err)
			if err != nil {
				return err
			}
			s.showComparison(remote, comparison, ids)
			return nil
		},
	}
	command.Flags().StringVar(&baseline, "baseline", "", "the run that the others are compared with")
	return command
}

// compared is what --json tells of a comparison: all but the runs themselves.
type compared struct {
	BaselineRunID string                  `json:"baselineRunId"`
	Headline      string                  `json:"headline"`
	Because       string                  `json:"because"`
	Sides         []api.ComparedSide      `json:"sides"`
	Outcomes      []api.MetricOutcome     `json:"outcomes"`
	Warnings      []api.ComparisonWarning `json:"warnings"`
}

func (s *session) showComparison(remote *api.Remote, comparison api.Comparison, ids []string) {
	s.result.URL = fmt.Sprintf("%s/compare?runs=%s&baseline=%s", remote.URL, strings.Join(ids, ","), comparison.BaselineRunId)
	s.result.Body = compared{comparison.BaselineRunId, comparison.Headline, comparison.Because, comparison.Sides, comparison.Outcomes, comparison.Warnings}
	s.result.Finish(ending.Done, comparison.Headline)
	s.printf("%s\n%s\n", comparison.Headline, comparison.Because)
	for _, warning := range comparison.Warnings {
		s.say("! %s\n", warning.Sentence)
	}
	rows := [][]string{}
	for _, outcome := range comparison.Outcomes {
		name := ""
		if at := int(outcome.SideIndex); at < len(comparison.Sides) {
			name = comparison.Sides[at].Name
		}
		rows = append(rows, []string{name, fmt.Sprint(outcome.StepPosition + 1), string(outcome.Metric), outcome.Sentence})
	}
	if !s.json && !s.quiet && len(rows) > 0 {
		terminal.Table(s.Out, []string{"side", ">step", "metric", "answer"}, rows)
	}
	s.say("%s\n", s.result.URL)
}

// writeTo writes to a file, or to stdout for `-` and none.
func (s *session) writeTo(file string, bytes []byte) error {
	write := func(to io.Writer) error {
		_, err := to.Write(bytes)
		return err
	}
	if file == "" || file == "-" {
		return write(s.Out)
	}
	return ending.Save(file, write)
}
