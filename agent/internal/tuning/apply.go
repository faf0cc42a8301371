package tuning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"millionrps/agent/internal/tuning/journal"
)

// ApplyError is a write that failed, or the end of the context, after which everything was put back.
type ApplyError struct {
	Cause    error
	Restored Restored
}

func (e *ApplyError) Error() string {
	if e.Restored.Matches {
		return e.Cause.Error() + "; everything was put back"
	}
	return fmt.Sprintf("%v; and not everything could be put back: %s", e.Cause, strings.Join(e.Restored.Mismatches, " "))
}

func (e *ApplyError) Unwrap() error { return e.Cause }

// Apply plans, journals, writes, and reads everything back. A knob that the kernel does not let the agent change is no error. A write that
// fails otherwise is, and so is the end of ctx: Apply then puts everything back and returns an *ApplyError. Other errors (a Refusal, a
// journal that still holds another run's tuning, another agent that tunes this host) come before anything was touched.
func (t *Tuner) Apply(ctx context.Context, runID string, request Request) (Applied, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.journal.Path == "" {
		return Applied{}, errors.New("without a journal nothing may be changed")
	}
	if t.journal.Pending() {
		return Applied{}, fmt.Errorf("the host still holds the tuning of run %s; it has to be put back first", t.journal.RunID)
	}
	a := &application{t: t, h: t.host(), ctx: ctx, request: request}
	if err := a.planAsOwner(); err != nil {
		t.unclaim()
		return Applied{}, err
	}
	t.journal.Begin(runID, t.bootID())
	if err := a.run(); err != nil {
		applied := a.plan.plan(t.atUs())
		restored := t.restore()
		return applied, &ApplyError{err, restored}
	}
	t.applied = a.plan.changes
	return a.plan.plan(t.atUs()), nil
}

// application is one Apply under way.
type application struct {
	t       *Tuner
	h       *host
	ctx     context.Context
	request Request
	plan    *planner
}

// planAsOwner claims the host where it is to be changed, and only then reads what its values were: before, they may have been another agent's.
func (a *application) planAsOwner() (err error) {
	if a.plan, err = newPlan(a.h, a.request); err != nil || a.t.bound.claim == nil || !claims(a.plan.changes) {
		return err
	}
	if err := a.t.bound.claim.take(); err != nil {
		return err
	}
	a.h = a.t.host()
	a.plan, err = newPlan(a.h, a.request)
	return err
}

// run writes services first, then queues, looks at the host anew after each, as they change other values, and then writes the rest.
func (a *application) run() error {
	if err := a.remember(a.plan.changes); err != nil {
		return err
	}
	for last := rankService; last <= rankChannels; last++ {
		wrote, err := a.writeRanks(last, last)
		if err == nil && wrote {
			err = a.planAnew(last)
		}
		if err != nil {
			return err
		}
	}
	if _, err := a.writeRanks(rankDevice, math.MaxInt); err != nil {
		return err
	}
	a.readBack()
	return nil
}

// writeRanks writes what is to be changed from one rank to another.
func (a *application) writeRanks(first, last int) (wrote bool, err error) {
	for i := range a.plan.changes {
		change := &a.plan.changes[i]
		if r := rank(change.Key); r < first || r > last || change.Asked == nil || change.Status != ToChange {
			continue
		}
		wrote = true
		if err := a.write(change); err != nil {
			return wrote, err
		}
	}
	return wrote, nil
}

// remember journals what is about to be written, and everything that a change of the device or the end of a service may reset besides: TuneD puts
// its settings back when it is stopped.
func (a *application) remember(changes []Change) error {
	known, asked := map[string]bool{}, map[string]bool{}
	for _, e := range a.t.journal.Entries {
		known[e.Key] = true
	}
	for _, change := range changes {
		asked[change.Key] = change.Asked != nil
	}
	var entries []journal.Entry
	guarded := false
	stopping := slices.ContainsFunc(changes, func(c Change) bool { return rank(c.Key) == rankService && c.Status == ToChange })
	for _, change := range changes {
		mayMove := change.Status == ToChange || stopping && change.Status == Unchanged && change.Before != nil
		if !mayMove || known[change.Key] {
			continue
		}
		known[change.Key] = true
		e := journal.Entry{Key: change.Key, Setting: change.Setting, Before: change.Before, Collateral: change.Asked == nil}
		if k, err := a.h.knob(change.Key, ""); err == nil {
			e.Note = k.note()
		}
		entries = append(entries, e)
		guarded = guarded || resetsQueues(change.Key)
	}
	if guarded {
		for _, key := range a.h.resetBesides(a.plan.nic.name) {
			if k, err := a.h.knob(key, ""); err == nil && !known[key] {
				if before, err := k.read(); err == nil {
					// One that is asked and reads so already is written again after the reset.
					entries = append(entries, journal.Entry{Key: key, Setting: settingOf(key), Before: &before, Collateral: !asked[key]})
				}
			}
		}
	}
	return a.t.journal.Add(entries)
}

// planAnew plans what is left once everything up to a rank is what was asked. What the knobs were before is what they were before that.
func (a *application) planAnew(last int) error {
	request := a.request
	request.Wanted.StopServices = nil
	if last == rankChannels {
		request.Wanted.NICQueues = nil
		request.Wanted.NIC = a.plan.nic.name
	}
	a.h.forget()
	anew, err := newPlan(a.h, request)
	if err != nil {
		return err
	}
	before := map[string]*string{}
	for _, e := range a.t.journal.Entries {
		before[e.Key] = e.Before
	}
	planned := map[string]bool{}
	for i := range anew.changes {
		change := &anew.changes[i]
		planned[change.Key] = true
		if was, ok := before[change.Key]; ok {
			change.Before = was
		}
	}
	var kept []Change
	for _, change := range a.plan.changes {
		if rank(change.Key) <= last || change.Asked == nil && !planned[change.Key] {
			kept = append(kept, change)
		}
	}
	anew.changes = sortedByRank(append(kept, anew.changes...))
	anew.nic, anew.nicAsked = cmp.Or(anew.nic, a.plan.nic), anew.nicAsked || a.plan.nicAsked // what is left may ask nothing of the NIC
	for _, warning := range a.plan.warnings {
		if last < rankChannels || !strings.Contains(warning, "exist only once the queues do") {
			anew.warn("%s", warning)
		}
	}
	a.plan = anew
	return a.remember(anew.changes)
}

// write changes one knob. A refusal that would last is noted and is no error.
func (a *application) write(change *Change) error {
	if err := a.ctx.Err(); err != nil {
		return fmt.Errorf("applying the tuning was interrupted before %s: %w", change.Key, err)
	}
	k, err := a.h.knob(change.Key, a.t.journal.NoteOf(change.Key))
	if err == nil {
		a.t.crash()
		err = k.write(*change.Asked)
		a.t.crash()
	}
	switch {
	case err == nil:
		return nil
	case lasting(err):
		change.Status, change.Reason = NotChangeable, inWords(change.Key, err)
		return nil
	}
	change.Status, change.Reason = Failed, inWords(change.Key, err)
	return fmt.Errorf("%s could not be set to %s: %s", change.Key, *change.Asked, change.Reason)
}
