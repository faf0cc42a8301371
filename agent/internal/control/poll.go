package control

import (
	"context"
	"time"

	"millionrps/agent/internal/contract"
)

const (
	pollWait = 20 * time.Second
	// pollGrace is what the API gets on top of the wait.
	pollGrace = 10 * time.Second
	// pollPause keeps an API that answers 'nothing' without waiting from being asked without end.
	pollPause = time.Second
)

// takeCommands long-polls and hands every command to the runner; host tasks are answered beside them.
func (a *Agent) takeCommands(ctx context.Context) {
	var wait backoff
	for ctx.Err() == nil {
		sentAt := time.Now()
		var reply contract.PollReply
		err := a.persist(ctx, "poll", func(ctx context.Context) error {
			sentAt = time.Now()
			request := contract.PollRequest{
				IncarnationId: a.Stream.Incarnation,
				Holding:       a.reports.holding.list(),
				WaitMs:        pollWait.Milliseconds(),
			}
			return a.client.post(ctx, pollWait+pollGrace, "poll", request, &reply)
		})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			a.Log.Error("the API refuses the poll", "error", err)
			sleep(ctx, a.SlowRetry)
			continue
		}
		a.takeTasks(ctx, reply.Tasks)
		taken := len(reply.Tasks)
		for _, c := range reply.Commands {
			if a.take(c) {
				taken++
			}
		}
		if taken == 0 && time.Since(sentAt) < pollPause {
			sleep(ctx, pollPause)
		}
		if a.reports.holding.forgot() {
			// The same commands come at once, and their outcomes still do not go to a full disk.
			sleep(ctx, wait.pause())
		} else {
			wait.reset()
		}
	}
}

// take answers false for what it leaves.
func (a *Agent) take(c contract.Command) bool {
	command, err := commandOf(c)
	if err != nil {
		a.Log.Error("a command without an id cannot be answered", "error", err)
		return false
	}
	if !a.reports.holding.take(command.ID) {
		a.Log.Error("a command is left until others have an outcome", "commandId", command.ID, "held", holdingMax)
		return false
	}
	a.Log.Info("command", "commandId", command.ID, "runId", command.RunID, "type", command.Action.Type())
	a.Runner.Submit(command)
	return true
}
