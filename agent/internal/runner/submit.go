package runner

import (
	"encoding/json"
	"time"

	"millionrps/agent/internal/journal"
)

// Submit takes a command and returns without waiting for it. A command that was seen before is not carried out again: its outcome
// is reported again when it has one.
func (r *Runner) Submit(c Command) {
	if known := r.Journal.Find(c.ID); known != nil {
		r.reportAgain(*known)
		return
	}
	r.mu.Lock()
	closing := r.closing
	r.mu.Unlock()
	if closing {
		return
	}
	record := journal.Record{CommandID: c.ID, RunID: c.RunID, Type: c.Action.Type(), TakenAtUs: time.Now().UnixMicro()}
	switch err := r.Journal.Take(record); {
	case err == nil:
	case overtakes(c.Action):
		// To stop and to put back may be done twice, and have to be done on a host whose disk is full, too.
		r.Log.Error("a command is carried out that could not be noted in the journal", "commandId", c.ID, "type", c.Action.Type(), "error", err)
		r.Journal.Hold(record)
	default:
		sentence := "The agent on " + r.HostName + " could not note the command in its journal, so it did not act: " + err.Error() + "."
		r.report(Outcome{CommandID: c.ID, Type: c.Action.Type(), Status: Failed, Failure: &Failure{"journal-unwritable", sentence}})
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if overtakes(c.Action) {
		r.interruptWork(c.RunID, &Failure{"stopped", "The run was stopped before this was done."})
	}
	r.push(&task{command: c})
}

func (r *Runner) reportAgain(known journal.Record) {
	if known.Outcome == nil {
		return
	}
	var outcome Outcome
	if err := json.Unmarshal(known.Outcome, &outcome); err != nil {
		r.Log.Error("the journal's outcome cannot be read", "commandId", known.CommandID, "error", err)
		return
	}
	if err := r.Reporter.Outcome(outcome); err != nil {
		r.Log.Error("an outcome could not be reported", "commandId", known.CommandID, "error", err)
	}
}

// report spools first and journals then: a crash in between repeats the command's end as interrupted, behind the outcome.
func (r *Runner) report(outcome Outcome) {
	outcome = r.said(outcome)
	if err := r.Reporter.Outcome(outcome); err != nil {
		r.Log.Error("an outcome could not be reported", "commandId", outcome.CommandID, "error", err)
	}
	encoded, err := json.Marshal(outcome)
	if err == nil {
		err = r.Journal.Finish(outcome.CommandID, encoded)
	}
	if err != nil {
		r.Log.Error("an outcome could not be journalled", "commandId", outcome.CommandID, "error", err)
	}
}

// ReportUnfinished reports what a dead life was at work on. To be called before Run.
func (r *Runner) ReportUnfinished() {
	failure := &Failure{"agent-ended", "The agent on " + r.HostName + " ended while it was at work on this."}
	for _, record := range r.Journal.Unfinished() {
		r.report(Outcome{CommandID: record.CommandID, Type: record.Type, Status: Interrupted, Failure: failure})
	}
}
