package tuning

import "fmt"

// readBack says what became of everything, after the last write: a later one may have reset an earlier one.
func (a *application) readBack() {
	a.h.forget()
	for i := range a.plan.changes {
		change := &a.plan.changes[i]
		k, err := a.h.knob(change.Key, "")
		if err != nil {
			continue
		}
		value, err := k.read()
		if err == nil {
			change.ReadBack = &value
		}
		if change.Status == NotChangeable {
			continue
		}
		change.Status, change.Reason = outcome(*change, k, err)
	}
	a.addMoved()
}

func outcome(change Change, k knob, err error) (Status, string) {
	switch {
	case change.Asked == nil && err != nil:
		return DoneApplied, "it went with its queue, and comes back with it"
	case change.Asked == nil:
		if change.Before != nil && k.same(*change.Before, *change.ReadBack) {
			return Unchanged, ""
		}
		return DoneApplied, ""
	case err != nil:
		return Differs, "it cannot be read back: " + inWords(change.Key, err)
	case !k.same(*change.Asked, *change.ReadBack):
		return Differs, fmt.Sprintf("%s was asked, and it reads back as %s", *change.Asked, *change.ReadBack)
	case change.Status == ToChange || change.Before == nil || !k.same(*change.Before, *change.Asked):
		return DoneApplied, ""
	}
	return Unchanged, ""
}

// addMoved reports what a change of the device reset unplanned.
func (a *application) addMoved() {
	reported := map[string]bool{}
	for _, change := range a.plan.changes {
		reported[change.Key] = true
	}
	for _, e := range a.t.journal.Entries {
		if !e.Collateral || reported[e.Key] || e.Before == nil {
			continue
		}
		change := Change{Setting: e.Setting, Key: e.Key, Before: e.Before, Status: DoneApplied,
			Why: "not asked for; the driver reset it with another change, and it is put back too"}
		k, err := a.h.knob(e.Key, "")
		if err != nil {
			continue
		}
		change.Path = k.path
		if value, err := k.read(); err == nil {
			if k.same(value, *e.Before) {
				continue
			}
			change.ReadBack = &value
		}
		a.plan.changes = append(a.plan.changes, change)
	}
	a.plan.changes = sortedByRank(a.plan.changes)
}
