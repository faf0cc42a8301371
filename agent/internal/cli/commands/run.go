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

func (s *session) runCommand() *cobra.Command {
	var m making
	command := &cobra.Command{
		Use: "run SPEC", Short: "Make a run as a spec file says, and wait for its figures",
		Long: `Makes a run as a spec file says, and waits for its figures. SPEC is a file in YAML or JSON, or - for stdin.

A spec is what POST /api/v1/runs takes, with hosts by name ("host: web-1"). --save writes one from any run.`,
		Example: "  millionrps run --save bench.yaml 0198c5d2-0000-7000-8000-000000000001\n  millionrps run bench.yaml --var connections=64",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return s.make(command, runMaker, m, arguments[0])
		},
	}
	m.add(command, "run")
	command.Flags().StringVar(&m.revision, "revision", "", "`label` of the build that it measures, such as a commit; it labels the run and builds nothing")
	return command
}

var runMaker = maker{
	kind: runKind,
	create: func(ctx context.Context, remote *api.Remote, body []byte, key string) (made, error) {
		response, err := remote.CreateRunWithBody(ctx, &api.CreateRunParams{IdempotencyKey: &key}, jsonType, strings.NewReader(string(body)))
		run, err := api.Into[api.Run](remote, response, err)
		return made{run.Id, run.Name, string(run.State)}, err
	},
	plan: func(ctx context.Context, s *session, remote *api.Remote, body []byte) error {
		response, err := remote.PlanRunWithBody(ctx, jsonType, strings.NewReader(string(body)))
		plan, err := api.Into[api.RunPlan](remote, response, err)
		if err != nil {
			return err
		}
		s.result.Body = plan
		s.printf("target    %s\nrequests  %s\nload      %s\nhosts     %s\n", plan.Target, plan.Requests, plan.Load, strings.Join(plan.HostNames, ", "))
		if plan.WholeUs == nil || plan.Steps == nil {
			s.printf("length    as the search goes: it plans its own steps\n")
			return nil
		}
		s.printf("length    about %s, of %d steps, with preparing and restoring\n", follow.Duration(*plan.WholeUs), *plan.Steps)
		return nil
	},
	save: func(ctx context.Context, remote *api.Remote, id string) ([]byte, error) {
		response, err := remote.GetRun(ctx, id)
		text, err := api.Bytes(remote, response, err)
		if err != nil {
			return nil, err
		}
		// As it came: the order of its fields is the contract's.
		var run struct {
			Name     string          `json:"name"`
			Spec     json.RawMessage `json:"spec"`
			Imported json.RawMessage `json:"imported"`
		}
		if err := json.Unmarshal(text, &run); err != nil {
			return nil, fmt.Errorf("reading the run: %w", err)
		}
		if string(run.Imported) != "null" {
			return nil, usage(errors.New("an imported run cannot be run again: its source does not say all of it"))
		}
		return spec.Body(spec.Field{Name: "name", Value: run.Name}, spec.Field{Name: "spec", Value: run.Spec})
	},
	schema: "run",
}
