package control

import (
	"encoding/json"
	"fmt"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

// commandOf reads a command. A command that this agent does not understand is answered with the reason. The error is
// for one that cannot be answered at all.
func commandOf(c contract.Command) (runner.Command, error) {
	encoded, err := c.MarshalJSON()
	if err != nil {
		return runner.Command{}, fmt.Errorf("a command: %w", err)
	}
	var head struct {
		CommandID string `json:"commandId"`
		RunID     string `json:"runId"`
		Type      string `json:"type"`
	}
	if err := json.Unmarshal(encoded, &head); err != nil || head.CommandID == "" {
		return runner.Command{}, fmt.Errorf("the id of a command cannot be read: %.200q", encoded)
	}
	action, err := actionOf(c, head.Type)
	if err != nil {
		action = runner.Malformed{Kind: head.Type, Sentence: fmt.Sprintf("The agent cannot carry out this command: %v.", err)}
	}
	return runner.Command{ID: head.CommandID, RunID: head.RunID, Action: action}, nil
}

func actionOf(c contract.Command, kind string) (runner.Action, error) {
	switch kind {
	case "prepare":
		return prepareOf(c)
	case "apply-tuning":
		request, err := applyTuningOf(c)
		return runner.ApplyTuning{Request: request}, err
	case "start-backends":
		return startBackendsOf(c)
	case "start-target":
		return startTargetOf(c)
	case "preflight":
		return preflightOf(c)
	case "drive-load":
		return driveLoadOf(c)
	case "open-window":
		w, err := c.AsOpenWindowCommand()
		return runner.OpenWindow{DurationSeconds: int(w.DurationSeconds), Profiles: profilesOf(w.Profiles)}, err
	case "close-window":
		return runner.CloseWindow{}, nil
	case "stop":
		return runner.Stop{}, nil
	case "restore":
		return runner.Restore{}, nil
	}
	return nil, fmt.Errorf("it knows no %q; a newer agent may", kind)
}

const samplesPerSecondMost = 10

func prepareOf(c contract.Command) (runner.Action, error) {
	p, err := c.AsPrepareCommand()
	if err != nil {
		return nil, err
	}
	if p.SamplesPerSecond < 1 || p.SamplesPerSecond > samplesPerSecondMost {
		return nil, fmt.Errorf("it samples 1 to %d times a second, not %d", samplesPerSecondMost, p.SamplesPerSecond)
	}
	action := runner.Prepare{
		Lease: *leaseOf(&p.Lease), Listen: textOf(p.Listen), Tool: p.Tool, TargetCPUs: textOf(p.TargetCpus), ToolCPUs: textOf(p.ToolCpus),
		SamplesPerSecond: int(p.SamplesPerSecond), Secrets: p.Secrets, BackendAddress: textOf(p.BackendAddress),
	}
	for _, role := range p.Roles {
		action.Server = action.Server || role == contract.Server
		action.Client = action.Client || role == contract.Client
		action.Backend = action.Backend || role == contract.Backend
	}
	action.Target, err = targetOf(p.Target)
	return action, err
}

func startTargetOf(c contract.Command) (runner.Action, error) {
	s, err := c.AsStartTargetCommand()
	if err != nil {
		return nil, err
	}
	action := runner.StartTarget{Listen: s.Listen, CPUs: textOf(s.Cpus), Backends: startedBackendsOf(s.Backends)}
	action.Target, err = targetOf(s.Target)
	return action, err
}

func leaseOf(terms *contract.LeaseTerms) *runner.LeaseTerms {
	if terms == nil {
		return nil
	}
	return &runner.LeaseTerms{
		RunID: terms.RunId,
		TTL:   time.Duration(terms.TtlMs) * time.Millisecond,
		Guard: time.Duration(terms.GuardMs) * time.Millisecond,
	}
}

// intOf answers 0 for null.
func intOf(number *int64) int {
	if number == nil {
		return 0
	}
	return int(*number)
}
