package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// perform carries out one command and never fails: what went wrong is part of the outcome.
func (r *Runner) perform(ctx context.Context, c Command) Outcome {
	o := Outcome{CommandID: c.ID, Type: c.Action.Type(), Status: Succeeded}
	err := context.Cause(ctx)
	if err == nil {
		err = r.act(ctx, c, &o)
	}
	if err == nil {
		return o
	}
	o.Status = Failed
	// What was interrupted may fail in ways that only say so.
	if cause := context.Cause(ctx); cause != nil {
		o.Status, err = Interrupted, cause
	}
	if !errors.As(err, &o.Failure) {
		o.Failure = &Failure{Code: c.Action.Type() + "-failed", Sentence: Sentence(err)}
	}
	r.Log.Warn("a command did not succeed", "commandId", c.ID, "type", o.Type, "status", o.Status, "reason", o.Failure.Sentence)
	return o
}

func (r *Runner) act(ctx context.Context, c Command, o *Outcome) error {
	switch action := c.Action.(type) {
	case Prepare:
		return r.prepare(ctx, c.RunID, action, o)
	case ApplyTuning:
		return r.applyTuning(ctx, c.RunID, action, o)
	case StartBackends:
		return r.startBackendsApart(ctx, c.RunID, action, o)
	case StartTarget:
		return r.startTarget(ctx, c.RunID, action, o)
	case Preflight:
		return r.askFirst(ctx, c.RunID, action, o)
	case DriveLoad:
		return r.driveLoad(ctx, c, action, o)
	case OpenWindow:
		return r.openWindow(c.RunID, action, o)
	case CloseWindow:
		return r.closeWindow(ctx, c.RunID, o)
	case Stop:
		return r.stop(c.RunID, o)
	case Restore:
		return r.restore(c.RunID, o)
	case Malformed:
		return &Failure{"malformed-command", action.Sentence}
	}
	return fmt.Errorf("the agent does not know how to %s", c.Action.Type())
}

// mustHold refuses work for a run that this host is not leased for.
func (r *Runner) mustHold(runID string) error {
	if r.HeldRun() == runID {
		return nil
	}
	return &Failure{"lease-lost", "The agent on " + r.HostName + " does not hold the lease of this run (any more), so it did nothing."}
}

// Sentence makes an error's text one.
func Sentence(err error) string {
	text := asEnd(err)
	switch first := text[0]; {
	case text == ".":
		return "It failed without a reason."
	case first >= 'a' && first <= 'z':
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}
