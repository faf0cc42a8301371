package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/tuning"
)

// taskLife is how long anybody waits for the answer to a host task.
const taskLife = 10 * time.Second

// restoreAnswerWithin is how long the answer of a restore is tried to be delivered.
const restoreAnswerWithin = 30 * time.Second

// tasksMost are looked into at a time: each takes CPU time, and a run may be measured meanwhile.
const tasksMost = 4

// Examiner answers what a host is asked outside of any run. It reads only, and is asked from several goroutines.
type Examiner struct {
	Plan     func(tuning.Request) (tuning.Plan, error)
	Snapshot func() tuning.Snapshot
	// Revisions are the commits of a target's source, along first parents.
	Revisions func(ctx context.Context, target string, most int) ([]revisions.Revision, error)
	// Doctor gets how far the API's clock is ahead; nil when that is not known.
	Doctor func(context.Context, *doctor.Clock) doctor.Report
}

// askedOf is a host task, in the fields that any kind of them has.
type askedOf struct {
	TaskID        string          `json:"taskId"`
	Type          string          `json:"type"`
	Request       json.RawMessage `json:"request"`
	AcceptPresent bool            `json:"acceptPresent"`
	AgentSHA256   string          `json:"agentSha256"`
	ServerSHA256  string          `json:"serverSha256"`
}

// takeTasks answers each task in parallel with all other work.
func (a *Agent) takeTasks(ctx context.Context, tasks []contract.HostTask) {
	takenAt := time.Now()
	for _, t := range tasks {
		encoded, err := t.MarshalJSON()
		var asked askedOf
		if err == nil {
			err = json.Unmarshal(encoded, &asked)
		}
		if !isID(asked.TaskID) {
			a.Log.Error("a host task without an id cannot be answered", "error", err)
			continue
		}
		a.tasks.Go(func() { a.do(ctx, takenAt, asked, err) })
	}
}

func (a *Agent) do(ctx context.Context, takenAt time.Time, asked askedOf, fault error) {
	ctx, cancel := context.WithDeadline(ctx, takenAt.Add(taskLife))
	defer cancel()
	select {
	case a.taskSlots <- struct{}{}:
		defer func() { <-a.taskSlots }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		a.Log.Warn("a host task was dropped: its time is over", "taskId", asked.TaskID, "type", asked.Type)
		return
	}
	var answer any
	err := fault
	if err == nil {
		answer, err = a.answer(ctx, asked)
	}
	if err != nil {
		answer = contract.RefusedAnswer{Type: contract.Refused, Sentence: runner.Sentence(err)}
	}
	if asked.Type == "restore" {
		// A restore counts even if the asker is gone: the API keeps the question for two minutes.
		var end context.CancelFunc
		ctx, end = context.WithTimeout(context.WithoutCancel(ctx), restoreAnswerWithin)
		defer end()
	}
	if err := a.sendAnswer(ctx, asked.TaskID, answer); err != nil {
		a.Log.Warn("the answer to a host task was not delivered", "taskId", asked.TaskID, "type", asked.Type, "error", err)
	}
}

func (a *Agent) answer(ctx context.Context, asked askedOf) (any, error) {
	switch asked.Type {
	case "plan":
		var asks contract.PlanRequest
		if err := json.Unmarshal(asked.Request, &asks); err != nil {
			return nil, err
		}
		request, err := requestOf(&asks.Tuning, asks.TargetCpus, asks.Address)
		if err != nil {
			return nil, err
		}
		plan, err := a.Examiner.Plan(request)
		return contract.PlanAnswer{Type: contract.PlanAnswerTypePlan, Plan: PlanOf(plan)}, err
	case "doctor":
		var clock *doctor.Clock
		if offset, uncertainty, ok := a.clock.Offset(); ok {
			clock = &doctor.Clock{Offset: offset, Uncertainty: uncertainty}
		}
		return contract.DoctorAnswer{Type: contract.DoctorAnswerTypeDoctor, Report: DoctorReportOf(a.Examiner.Doctor(ctx, clock))}, nil
	case "snapshot":
		// It belongs to no run; of the moments, the one before anything was done is nearest.
		return contract.SnapshotAnswer{Type: contract.SnapshotAnswerTypeSnapshot, Snapshot: snapshotOf(runner.Before, a.Examiner.Snapshot())}, nil
	case "restore":
		restored, err := a.Runner.RestoreByHand(asked.AcceptPresent)
		return contract.RestoreAnswer{Type: contract.RestoreAnswerTypeRestore, Restore: restoreOf(restored)}, err
	case "list-revisions":
		return a.listRevisions(ctx, asked.Request)
	case "upgrade":
		return contract.UpgradeAnswer{Type: contract.UpgradeAnswerTypeUpgrade}, a.beginUpgrade(asked)
	}
	return nil, fmt.Errorf("the agent on %s knows no %q; a newer one may", a.Name, asked.Type)
}

// fetchMargin is left of a task's time to deliver the answer.
const fetchMargin = 1500 * time.Millisecond

func (a *Agent) listRevisions(ctx context.Context, asked json.RawMessage) (any, error) {
	var request contract.ListRevisions
	if err := json.Unmarshal(asked, &request); err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	ctx, cancel := context.WithDeadline(ctx, deadline.Add(-fetchMargin))
	defer cancel()
	listed, err := a.Examiner.Revisions(ctx, request.Target, int(request.Most))
	if err != nil {
		return nil, err
	}
	return contract.ListRevisionsAnswer{Type: contract.ListRevisionsAnswerTypeListRevisions, Revisions: mapped(listed, func(r revisions.Revision) contract.Revision {
		return contract.Revision{Commit: r.Commit, Parent: said(r.Parent), CommittedAtUs: r.CommittedAtUs, Subject: r.Subject}
	})}, nil
}

// sendAnswer tries for as long as the API waits.
func (a *Agent) sendAnswer(ctx context.Context, taskID string, answer any) error {
	encoded, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	request := contract.TaskAnswerRequest{IncarnationId: a.Stream.Incarnation}
	if err := request.Answer.UnmarshalJSON(encoded); err != nil {
		return err
	}
	err = a.persist(ctx, "tasks", func(ctx context.Context) error {
		return a.client.post(ctx, callTimeout, "tasks/"+taskID, request, nil)
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("its time is over: %w", err)
	}
	return err
}
