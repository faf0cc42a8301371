package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/spec"
)

// creating are the flags of benchmarks create.
type creating struct {
	name, saveTo      string
	variables         []string
	fromRun           string
	reference, metric string
	step, rounds      int64
	marginPercent     float64
}

// ofRuns are the flags that say what a spec file says otherwise.
var ofRuns = []string{"reference", "metric", "step", "rounds", "margin"}

func (s *session) createCommand() *cobra.Command {
	var c creating
	command := &cobra.Command{
		Use: "create [SPEC]", Short: "Make a benchmark of a spec file or of a run",
		Long: `Makes a benchmark of a spec file, or of the configuration of a run. SPEC is a file in YAML or JSON, or - for stdin: what POST /api/v1/benchmarks
takes, with hosts by name ("host: web-1"). --save writes one from any benchmark.`,
		Example: "  millionrps benchmarks create --name checkout --from-run 0198c5d2-0000-7000-8000-000000000001 --metric 'server CPU per request'\n  millionrps benchmarks create --save checkout.yaml checkout",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			if (len(arguments) == 1) == (c.fromRun != "") {
				return usage(errors.New("give a spec file or --from-run, one of them"))
			}
			for _, flag := range ofRuns {
				if c.fromRun == "" && command.Flags().Changed(flag) {
					return usage(fmt.Errorf("--%s goes with --from-run: a spec file says it itself", flag))
				}
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			if c.saveTo != "" {
				return s.saveBenchmark(command.Context(), remote, c.saveTo, arguments[0])
			}
			return s.createBenchmark(command, remote, c, arguments)
		},
	}
	flags := command.Flags()
	flags.StringVar(&c.name, "name", "", "its `name`, in the place of what the file says")
	flags.StringArrayVar(&c.variables, "var", nil, "`name=value` for each ${name} of the spec; may stand several times")
	flags.StringVar(&c.saveTo, "save", "", "write the spec of the benchmark SPEC to this `file`, and make nothing; - is stdout")
	flags.StringVar(&c.fromRun, "from-run", "", "measure what this run did: its `id`, or the address of its page")
	flags.StringVar(&c.reference, "reference", "", "`commit` that every candidate is interleaved with; without, that of the run")
	flags.StringVar(&c.metric, "metric", "throughput", "the `metric` that it is decided by, named as in conditions")
	flags.Int64Var(&c.step, "step", 0, "the step in which it is; without, the first that takes no profiles")
	flags.Int64Var(&c.rounds, "rounds", 6, "rounds of each point")
	flags.Float64Var(&c.marginPercent, "margin", 2, "a change of fewer `percent` does not matter")
	command.MarkFlagsMutuallyExclusive("save", "from-run")
	command.MarkFlagsMutuallyExclusive("save", "name")
	return command
}

func (s *session) createBenchmark(command *cobra.Command, remote *api.Remote, c creating, arguments []string) error {
	ctx := command.Context()
	var document *spec.Document
	var body []byte
	var err error
	if c.fromRun != "" {
		body, err = benchmarkOfRun(ctx, remote, c)
	} else {
		document, body, err = s.body(ctx, remote, "benchmark", making{variables: c.variables, name: c.name}, arguments[0])
	}
	if err != nil {
		return err
	}
	response, err := remote.CreateBenchmarkWithBody(ctx, jsonType, strings.NewReader(string(body)))
	benchmark, err := api.Into[api.Benchmark](remote, response, err)
	if err != nil && document != nil {
		return explained(document, err)
	}
	if err != nil {
		return err
	}
	s.subject(remote, benchmark.Id, benchmark.Name)
	s.result.Finish(ending.Done, fmt.Sprintf("The benchmark %s is made.", benchmark.Name))
	if s.quiet {
		s.printf("%s\n", benchmark.Id)
		return nil
	}
	how := "--commit COMMIT"
	if benchmark.Design.Reference == nil {
		how = "--label LABEL"
	}
	s.printf("%s\n%s\nmeasure it: millionrps benchmarks measure %s %s\n", s.result.Sentence, s.result.URL, benchmark.Id, how)
	return nil
}

// benchmarkOfRun is the request that keeps the configuration of a run.
func benchmarkOfRun(ctx context.Context, remote *api.Remote, c creating) ([]byte, error) {
	id, err := idOf(c.fromRun)
	if err != nil {
		return nil, err
	}
	metric, err := figures.Find(c.metric)
	if err != nil {
		return nil, usage(fmt.Errorf("--metric: %w", err))
	}
	text, err := runMaker.save(ctx, remote, id)
	if err != nil {
		return nil, err
	}
	var run struct {
		Name string
		Spec struct {
			Target struct{ Revision *string }
			Load   struct {
				Steps []struct{ Profiles []json.RawMessage }
			}
		}
	}
	var kept struct{ Spec json.RawMessage }
	if err := errors.Join(json.Unmarshal(text, &run), json.Unmarshal(text, &kept)); err != nil {
		return nil, fmt.Errorf("reading the run: %w", err)
	}
	reference := run.Spec.Target.Revision
	if c.reference != "" {
		commit, err := commitOf(ctx, "--reference", c.reference)
		if err != nil {
			return nil, err
		}
		reference = &commit
	}
	stepIndex := c.step - 1
	if c.step == 0 {
		stepIndex = int64(slices.IndexFunc(run.Spec.Load.Steps, func(step struct{ Profiles []json.RawMessage }) bool { return len(step.Profiles) == 0 }))
	}
	if stepIndex < 0 {
		return nil, usage(errors.New("steps count from 1, and one that takes profiles decides nothing: name another by --step"))
	}
	name := c.name
	if name == "" {
		name = run.Name
	}
	design, err := spec.Body(
		spec.Field{Name: "spec", Value: kept.Spec}, spec.Field{Name: "reference", Value: reference}, spec.Field{Name: "rounds", Value: c.rounds},
		spec.Field{Name: "primary", Value: api.PrimaryOutcome{Metric: metric.Name, StepIndex: stepIndex}}, spec.Field{Name: "marginPercent", Value: c.marginPercent},
	)
	if err != nil {
		return nil, err
	}
	return spec.Body(spec.Field{Name: "name", Value: name}, spec.Field{Name: "design", Value: json.RawMessage(design)})
}

func (s *session) saveBenchmark(ctx context.Context, remote *api.Remote, file, name string) error {
	found, err := findBenchmark(ctx, remote, name)
	if err != nil {
		return err
	}
	_, whole, err := readBenchmark(ctx, remote, found.Id)
	if err != nil {
		return err
	}
	// As it came: the order of its fields is the contract's.
	var kept struct{ Name, Design json.RawMessage }
	if err := json.Unmarshal(whole, &kept); err != nil {
		return fmt.Errorf("reading the benchmark: %w", err)
	}
	body, err := spec.Body(spec.Field{Name: "name", Value: kept.Name}, spec.Field{Name: "design", Value: kept.Design})
	if err != nil {
		return err
	}
	return s.saveSpec(ctx, remote, body, savedSpec{file: file, schema: "benchmark", use: "benchmarks create --name NAME"})
}
