package control

import (
	"context"
	"math/rand/v2"
	"time"
)

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
