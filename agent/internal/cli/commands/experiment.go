package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/spec"
)

func (s *session) experimentCommand() *cobra.Command {
	var m making
	command := &cobra.Command{
		Use: "experiment SPEC", Short: "Run an experiment as a spec file says, and wait for its answer",
		Long: `Runs an experiment as a spec file says, and waits for its answer. SPEC is a file in YAML or JSON, or - for stdin.

A spec is what POST /api/v1/experiments takes, with hosts by name ("host: web-1"). --save writes one from any experiment.`,
		Example: "  millionrps experiment --save prefork.yaml 0198c5d2-0000-7000-8000-000000000001\n  millionrps experiment prefork.yaml --dry-run",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return s.make(command, experimentMaker, m, arguments[0])
		},
	}
	m.add(command, "experiment")
	flags := command.Flags()
	flags.StringArrayVar(&m.require, "require", nil, "`condition` that has to hold of every variant, such as 'throughput >= -2%'; joins those of the spec, may stand several times")
	flags.StringVar(&m.base, "base", "", "`commit` of the baseline; a branch stands for where --head left it")
	flags.StringVar(&m.head, "head", "", "`commit` of the only variant")
	command.MarkFlagsRequiredTogether("base", "head")
	return command
}

var experimentMaker = maker{
	kind: experimentKind,
	create: func(ctx context.Context, remote *api.Remote, body []byte, key string) (made, error) {
		response, err := remote.CreateExperimentWithBody(ctx, &api.CreateExperimentParams{IdempotencyKey: &key}, jsonType, strings.NewReader(string(body)))
		experiment, err := api.Into[api.ShownExperiment](remote, response, err)
		if err == nil && experiment.Status == "planned" {
			err = usage(fmt.Errorf("the experiment %s is planned, and not started: say `start: true` in the spec", experiment.Id))
		}
		return made{experiment.Id, experiment.Question, string(experiment.Status)}, err
	},
	plan: func(ctx context.Context, s *session, remote *api.Remote, body []byte) error {
		response, err := remote.DesignExperimentWithBody(ctx, jsonType, strings.NewReader(string(body)))
		design, err := api.Into[api.ExperimentDesign](remote, response, err)
		if err != nil {
			return err
		}
		s.showDesign(design)
		return nil
	},
	save:   saveExperiment,
	schema: "experiment",
}

// showDesign is for --dry-run.
func (s *session) showDesign(design api.ExperimentDesign) {
	s.result.Body, s.result.Caveats = design, design.Warnings
	s.printf("%s\n", design.Sentence)
	if design.WholeUs != nil {
		s.printf("runs      %d, about %s\n", design.Runs, follow.Duration(*design.WholeUs))
	}
	if design.SmallestShownPercent != nil {
		s.printf("shows     differences from %.1f %% on, at 80 %% power\n", *design.SmallestShownPercent)
	}
	if rounds := design.RoundsForConditions; rounds != nil {
		s.printf("needs     about %d rounds to meet every condition, if nothing differs\n", *rounds)
	}
	for _, warning := range design.Warnings {
		s.printf("! %s\n", warning)
	}
}

// saveExperiment turns an experiment into the request that would make it again, with an order of its own.
func saveExperiment(ctx context.Context, remote *api.Remote, id string) ([]byte, error) {
	response, err := remote.GetExperiment(ctx, id)
	text, err := api.Bytes(remote, response, err)
	if err != nil {
		return nil, err
	}
	// As it came: the order of its fields is the contract's.
	var known struct {
		Gate                                                                        struct{ Conditions []string }
		Imported                                                                    bool
		Kind, Question, Hypothesis, Rounds, ExtensionRounds, Primary, MarginPercent json.RawMessage
		Configurations                                                              []struct {
			Name, Spec, Changes json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return nil, fmt.Errorf("reading the experiment: %w", err)
	}
	if known.Imported || len(known.Configurations) == 0 {
		return nil, usage(errors.New("an imported experiment cannot be run again: its hosts are not of this instance"))
	}
	baseline := known.Configurations[0]
	base, err := spec.Body(spec.Field{Name: "name", Value: baseline.Name}, spec.Field{Name: "spec", Value: baseline.Spec})
	if err != nil {
		return nil, err
	}
	variants := []json.RawMessage{}
	for _, variant := range known.Configurations[1:] {
		if string(known.Kind) == `"noise-floor"` {
			break
		}
		one, err := spec.Body(spec.Field{Name: "name", Value: variant.Name}, spec.Field{Name: "changes", Value: variant.Changes})
		if err != nil {
			return nil, err
		}
		variants = append(variants, one)
	}
	return spec.Body(
		spec.Field{Name: "kind", Value: known.Kind}, spec.Field{Name: "question", Value: known.Question},
		spec.Field{Name: "hypothesis", Value: known.Hypothesis}, spec.Field{Name: "baseline", Value: json.RawMessage(base)},
		spec.Field{Name: "variants", Value: variants}, spec.Field{Name: "rounds", Value: known.Rounds},
		spec.Field{Name: "extensionRounds", Value: known.ExtensionRounds}, spec.Field{Name: "primary", Value: known.Primary},
		spec.Field{Name: "marginPercent", Value: known.MarginPercent}, spec.Field{Name: "conditions", Value: append([]string{}, known.Gate.Conditions...)}, spec.Field{Name: "seed", Value: nil},
		spec.Field{Name: "start", Value: true},
	)
}
