package control

import (
	"context"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

// Whatever an API asks, heartbeats neither take a CPU nor stop. A sixth of the longest lease is well below.
const (
	periodLeast = 50 * time.Millisecond
	periodMost  = time.Hour
)

// hello presents this life of the agent, with what it put back.
func (a *Agent) hello(ctx context.Context) error {
	request := contract.HelloRequest{
		IncarnationId: a.Stream.Incarnation,
		StartedAtUs:   a.StartedAt.UnixMicro(),
		AgentVersion:  a.Version,
		Facts:         a.facts(),
		Restore:       restoreOf(a.Runner.Restored()),
	}
	var reply contract.HeartbeatReply
	sentAt := runner.Now()
	if err := a.client.post(ctx, callTimeout, "hello", request, &reply); err != nil {
		return err
	}
	a.wantHello.Store(false)
	a.heard(sentAt, "", reply)
	return nil
}

// beat is one sign of life. The lease is counted from before it was sent.
func (a *Agent) beat(ctx context.Context) error {
	held := a.Runner.HeldRun()
	request := contract.HeartbeatRequest{IncarnationId: a.Stream.Incarnation}
	if held != "" {
		request.RunId = &held
	}
	var reply contract.HeartbeatReply
	sentAt := runner.Now()
	if err := a.client.post(ctx, callTimeout, "heartbeat", request, &reply); err != nil {
		return err
	}
	a.heard(sentAt, held, reply)
	if reply.HelloWanted {
		a.wantHello.Store(true)
	}
	return nil
}

func (a *Agent) heard(sentAt time.Duration, held string, reply contract.HeartbeatReply) {
	a.clock.record(sentAt, runner.Now(), reply.ServerTimeUs)
	if reply.Lease != nil && checkLease(*reply.Lease) != nil {
		a.Log.Error("the API knows a lease that is none", "ttlMs", reply.Lease.TtlMs, "guardMs", reply.Lease.GuardMs)
		reply.Lease = nil
	}
	a.Runner.Contact(sentAt, held, leaseOf(reply.Lease))
	if reply.HeartbeatMs > 0 {
		a.period.Store(min(max(reply.HeartbeatMs, periodLeast.Milliseconds()), periodMost.Milliseconds()))
	}
}

// beatNow does not wait for the next heartbeat's time.
func (a *Agent) beatNow() {
	select {
	case a.beatWanted <- struct{}{}:
	default:
	}
}

// keepInTouch sends a heartbeat each period, and says hello again when the API asks for it or the
// host has changed: not before the host has been put back.
func (a *Agent) keepInTouch(ctx context.Context) {
	for {
		period := time.NewTimer(time.Duration(a.period.Load()) * time.Millisecond)
		select {
		case <-ctx.Done():
			period.Stop()
			return
		case <-a.beatWanted:
		case <-period.C:
		}
		period.Stop()
		if err := a.persist(ctx, "heartbeat", a.beat); err != nil && ctx.Err() == nil {
			a.Log.Error("the API refuses the heartbeat", "error", err)
		}
		if a.Runner.HeldRun() != "" {
			continue
		}
		if a.LookAgain() {
			a.wantHello.Store(true)
		}
		if a.wantHello.Load() {
			if err := a.persist(ctx, "hello", a.hello); err != nil && ctx.Err() == nil {
				a.Log.Error("the API refuses the hello", "error", err)
			}
		}
	}
}
