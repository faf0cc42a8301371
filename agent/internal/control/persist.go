package control

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// persist repeats a call until it succeeds, the API refuses it for good, or the context ends; `what` names it in the log. Its error is the
// refusal or the context's.
func (a *Agent) persist(ctx context.Context, what string, call func(context.Context) error) error {
	var wait backoff
	for failures := 0; ; failures++ {
		err := call(ctx)
		switch r := refusalOf(err); {
		case err == nil:
			if failures > 0 {
				a.Log.Info("the API takes it again", "call", what)
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case r != nil && r.status == http.StatusUnauthorized:
			a.rejected(ctx, r.credential)
			continue
		case r != nil && r.final():
			return err
		}
		if failures == 0 {
			a.Log.Warn("the API did not take it; trying again", "call", what, "error", err)
		}
		if !sleep(ctx, wait.pause()) {
			return ctx.Err()
		}
	}
}

const (
	backoffFirst = 100 * time.Millisecond
	backoffMost  = 2 * time.Second
)

// backoff doubles from 100 ms to 2 s. The jitter keeps agents from returning all at once after an outage.
type backoff struct{ next time.Duration }

func (b *backoff) pause() time.Duration {
	if b.next == 0 {
		b.next = backoffFirst
	}
	pause := b.next
	b.next = min(2*b.next, backoffMost)
	return pause*3/4 + rand.N(pause/2)
}

func (b *backoff) reset() { b.next = 0 }

// sleep answers false when the context ended first.
func sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
