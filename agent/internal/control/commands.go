package control

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

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
	var fields map[string]json.RawMessage
	if json.Unmarshal(encoded, &fields) != nil || !isID(textIn(fields["commandId"])) {
		return runner.Command{}, fmt.Errorf("the id of a command cannot be read: %.200q", encoded)
	}
	command := runner.Command{ID: textIn(fields["commandId"]), RunID: textIn(fields["runId"])}
	kind := textIn(fields["type"])
	if !isID(command.RunID) {
		command.RunID, err = "", fmt.Errorf("it names no run")
	} else {
		command.Action, err = actionOf(c, kind)
	}
	if err != nil {
		command.Action = runner.Malformed{Kind: fmt.Sprintf("%.40s", kind), Sentence: fmt.Sprintf("The agent cannot carry out this command: %v.", err)}
	}
	return command, nil
}

// textIn answers "" for what is no text.
func textIn(value json.RawMessage) (text string) {
	_ = json.Unmarshal(value, &text)
	return text
}

// isID is for what is kept, and what names things: an id of an API is short, and nothing else.
func isID(text string) bool {
	_, err := uuid.Parse(text)
	return err == nil && len(text) == idLength
}

const idLength = 36

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
		if err == nil {
			err = ranged("seconds", w.DurationSeconds, 1, durationMost)
		}
		kinds, unknown := profilesOf(w.Profiles)
		return runner.OpenWindow{DurationSeconds: int(w.DurationSeconds), Profiles: kinds}, cmp.Or(err, unknown)
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
	if err := checkLease(p.Lease); err != nil {
		return nil, err
	}
	if len(p.Secrets) > secretsMost {
		return nil, fmt.Errorf("%d secrets are more than %d", len(p.Secrets), secretsMost)
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

// What an API may ask at most, by the contract, which an API that was taken over does not keep.
const (
	leaseMost       = 10 * time.Minute
	secretsMost     = 100
	durationMost    = 3600 // seconds
	connectionsMost = 1_000_000
	pipeliningMost  = 1000
	rateMost        = 100_000_000 // requests a second
	workersMost     = 1024
	stepsMost       = 1 << 20
)

// checkLease keeps a host from being held beyond what its own clock can end.
func checkLease(terms contract.LeaseTerms) error {
	if most := leaseMost.Milliseconds(); !isID(terms.RunId) || terms.TtlMs < 1 || terms.TtlMs > most || terms.GuardMs < 0 || terms.GuardMs >= terms.TtlMs {
		return fmt.Errorf("a lease of %d ms that ends %d ms earlier is none; give one of at most %d ms, and less to end earlier", terms.TtlMs, terms.GuardMs, most)
	}
	return nil
}

func ranged(what string, value, least, most int64) error {
	if value < least || value > most {
		return fmt.Errorf("%d %s are not from %d to %d", value, what, least, most)
	}
	return nil
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
