package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
)

// baselining are the flags of baseline.
type baselining struct {
	commit           string
	budgets, without []string
	reason, expires  string
}

func (s *session) baselineCommand() *cobra.Command {
	var b baselining
	command := &cobra.Command{
		Use: "baseline NAME", Short: "Show or change what a benchmark is held against: its reference and its budgets",
		Long: `Shows the commit that every candidate of a benchmark is interleaved with, and the budgets that its figures are held to. --commit pins another
reference: that begins a new epoch, and points before and after it may not be compared.

A budget is a metric, named as in conditions, and a limit. 'server CPU per request <= +10%' and 'serverCpuUsPerRequest <= 1.1' are of the ratio to the
reference; 'p99 latency in step 2 <= 3 ms' is of the figure itself, which moves with the host too. It takes the place of the one that the same metric
of the same step has.`,
		Example: "  millionrps baseline checkout --commit v1.4.0\n  millionrps baseline checkout --budget 'server CPU per request <= +10%' --reason 'agreed for 1.5' --expires 90d",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := b.check(); err != nil {
				return err
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			found, err := findBenchmark(command.Context(), remote, arguments[0])
			if err != nil {
				return err
			}
			return s.baseline(command.Context(), remote, found.Id, b)
		},
	}
	flags := command.Flags()
	flags.StringVar(&b.commit, "commit", "", "pin this `commit` as the reference; git, in this folder, makes a full id of a name")
	flags.StringArrayVar(&b.budgets, "budget", nil, "set a `budget`, such as 'p99 latency in step 2 <= 3 ms'; may stand several times")
	flags.StringArrayVar(&b.without, "no-budget", nil, "remove the budget of this `metric`; may stand several times")
	flags.StringVar(&b.reason, "reason", "", "why the budgets are these")
	flags.StringVar(&b.expires, "expires", "", "until when they are held, such as 90d or 2027-01-31; without, for good")
	return command
}

func (b baselining) check() error {
	switch {
	case len(b.budgets) > 0 && strings.TrimSpace(b.reason) == "":
		return usage(errors.New("a budget needs a reason: --reason"))
	case len(b.budgets) == 0 && (b.reason != "" || b.expires != ""):
		return usage(errors.New("--reason and --expires are of a --budget"))
	}
	return nil
}

func (s *session) baseline(ctx context.Context, remote *api.Remote, id string, b baselining) error {
	benchmark, whole, err := readBenchmark(ctx, remote, id)
	if err != nil {
		return err
	}
	change := map[string]any{}
	sentences := []string{}
	if b.commit != "" {
		commit, err := commitOf(ctx, "--commit", b.commit)
		if err != nil {
			return err
		}
		if reference := benchmark.Design.Reference; reference != nil && *reference == commit {
			sentences = append(sentences, figures.Short(commit)+" is the reference already.")
		} else {
			if change["design"], err = pinned(whole, commit); err != nil {
				return err
			}
			sentences = append(sentences, fmt.Sprintf("The reference is %s now. The next point begins a new epoch: it may not be compared with points before it.", figures.Short(commit)))
		}
	}
	if len(b.budgets)+len(b.without) > 0 {
		budgets, told, err := b.apply(benchmark)
		if err != nil {
			return err
		}
		if budgets != nil {
			change["budgets"] = budgets
		}
		sentences = append(sentences, told...)
	}
	if len(change) > 0 {
		if benchmark, whole, err = changed(ctx, remote, id, change); err != nil {
			return err
		}
	}
	s.showBaseline(remote, benchmark, whole, sentences)
	return nil
}

func changed(ctx context.Context, remote *api.Remote, id string, change map[string]any) (api.Benchmark, json.RawMessage, error) {
	body, err := json.Marshal(change)
	if err != nil {
		return api.Benchmark{}, nil, err
	}
	response, err := remote.ChangeBenchmarkWithBody(ctx, id, jsonType, strings.NewReader(string(body)))
	if _, err := api.Bytes(remote, response, err); err != nil {
		return api.Benchmark{}, nil, err
	}
	return readBenchmark(ctx, remote, id)
}

// pinned is the design with another reference. The rest is as it came: also what only a later release knows.
func pinned(whole json.RawMessage, commit string) (map[string]json.RawMessage, error) {
	var kept struct{ Design map[string]json.RawMessage }
	if err := json.Unmarshal(whole, &kept); err != nil {
		return nil, fmt.Errorf("reading the benchmark: %w", err)
	}
	reference, err := json.Marshal(commit)
	kept.Design["reference"] = reference
	return kept.Design, err
}

// placed is a metric of a step.
type placed struct {
	metric api.ComparedMetric
	step   int64
}

// apply is the whole list of budgets afterwards, nil where nothing changes, and what is to be said of it.
func (b baselining) apply(benchmark api.Benchmark) (budgets []api.Budget, told []string, err error) {
	added, err := b.added(benchmark.Primary.StepIndex)
	if err != nil {
		return nil, nil, err
	}
	gone := map[placed]bool{}
	for _, budget := range added {
		gone[placed{budget.Metric, budget.StepIndex}] = true
	}
	if len(added) > 0 {
		told = append(told, "The budgets are set.")
	}
	changes := len(added) > 0
	for _, text := range b.without {
		place, err := figures.FindPlace(text)
		if err != nil {
			return nil, nil, usage(fmt.Errorf("--no-budget: %w", err))
		}
		at := placed{place.Metric.Name, place.At(benchmark.Primary.StepIndex)}
		there := slices.ContainsFunc(benchmark.Budgets, func(kept api.KeptBudget) bool { return at == placed{kept.Metric, kept.StepIndex} })
		words := map[bool]string{true: "The budget of %s in step %d is removed.", false: "There was no budget of %s in step %d."}[there]
		told = append(told, fmt.Sprintf(words, place.Metric.Label, at.step+1))
		gone[at], changes = true, changes || there
	}
	if !changes {
		return nil, told, nil
	}
	budgets = []api.Budget{}
	for _, kept := range benchmark.Budgets {
		if !gone[placed{kept.Metric, kept.StepIndex}] {
			budgets = append(budgets, api.Budget{Metric: kept.Metric, StepIndex: kept.StepIndex, Of: api.BudgetOf(kept.Of), Limit: kept.Limit, Reason: kept.Reason, ExpiresAtUs: kept.ExpiresAtUs})
		}
	}
	return append(budgets, added...), told, nil
}

// added are the budgets of the flags.
func (b baselining) added(primaryStep int64) ([]api.Budget, error) {
	var expiresAtUs *int64
	if b.expires != "" {
		at, err := later("--expires", b.expires, time.Now())
		if err != nil {
			return nil, err
		}
		expiresAtUs = &at
	}
	added := []api.Budget{}
	for _, text := range b.budgets {
		limit, err := figures.FindLimit(text)
		if err != nil {
			return nil, usage(fmt.Errorf("--budget: %w", err))
		}
		added = append(added, api.Budget{
			Metric: limit.Place.Metric.Name, StepIndex: limit.Place.At(primaryStep), Of: limit.Of, Limit: limit.Most, Reason: b.reason, ExpiresAtUs: expiresAtUs,
		})
	}
	return added, nil
}

func (s *session) showBaseline(remote *api.Remote, benchmark api.Benchmark, whole json.RawMessage, sentences []string) {
	s.subject(remote, benchmark.Id, benchmark.Name)
	var body struct {
		Version json.RawMessage `json:"version"`
		Budgets json.RawMessage `json:"budgets"`
	}
	if json.Unmarshal(whole, &body) == nil {
		s.result.Body = struct {
			Reference *string         `json:"reference"`
			Version   json.RawMessage `json:"version"`
			Budgets   json.RawMessage `json:"budgets"`
		}{benchmark.Design.Reference, body.Version, body.Budgets}
	}
	if len(sentences) > 0 {
		s.result.Finish(ending.Done, strings.Join(sentences, " "))
		s.say("%s\n\n", s.result.Sentence)
	}
	if s.quiet {
		s.printf("%s\n", orDash(benchmark.Design.Reference))
		return
	}
	s.printf("%s\n", benchmark.Name)
	s.referenceLines(benchmark)
	s.budgetLines(benchmark)
	s.printf("%s\n", s.result.URL)
}

func orDash(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

func (s *session) referenceLines(benchmark api.Benchmark) {
	reference := "none: the target is measured against itself, which tells its noise"
	if commit := benchmark.Design.Reference; commit != nil {
		reference = *commit
	}
	s.printf("reference  %s\n", reference)
	s.printf("design     version %d, made %s\n", benchmark.Version.Number, by(benchmark.Version.CreatedByName, benchmark.Version.CreatedAtUs))
}

func (s *session) budgetLines(benchmark api.Benchmark) {
	if len(benchmark.Budgets) == 0 {
		s.printf("budgets    none\n")
	}
	for _, budget := range benchmark.Budgets {
		until := ""
		if budget.ExpiresAtUs != nil {
			until = ", until " + moment(*budget.ExpiresAtUs)
			if *budget.ExpiresAtUs <= time.Now().UnixMicro() {
				until = ", held no more since " + moment(*budget.ExpiresAtUs)
			}
		}
		s.printf("budget     %s%s: %s (set %s)\n", figures.BudgetText(budget), until, budget.Reason, by(budget.ByName, budget.SetAtUs))
	}
}
