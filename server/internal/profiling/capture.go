package profiling

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"time"

	"github.com/google/pprof/profile"
)

// What a capture of waiting costs grows with these, which is why they hold only while one is taken.
const (
	// blockRateNs records waits of that length once on average, longer ones always; Go scales what it records.
	blockRateNs = 10_000
	// mutexFraction records one of so many waits for locks; Go scales them too.
	mutexFraction = 10
	// mutexArmed records none, but makes whoever has to wait for a lock note when it began. A queue that has stood since before profiling
	// was on, and never empties, is not recorded at all: each waiter that leaves it hands its missing time on to the next
	// (semaRoot.dequeue, Go 1.26). That would hide the very locks that are worst.
	mutexArmed = math.MaxInt
)

// arm is for processes that can be asked for profiles. Uncontended locks cost the same as before.
func arm() { runtime.SetMutexProfileFraction(mutexArmed) }

// recorder captures profiles of this process. The runtime has one profiler of a kind, so each kind is captured once at a time.
type recorder struct {
	mu   sync.Mutex
	busy map[string]bool
}

// capture writes a profile, or returns a refusal. A trace is written while it is taken.
func (r *recorder) capture(ctx context.Context, a ask, to io.Writer) error {
	if err := r.occupy(a.kind.name); err != nil {
		return err
	}
	defer r.release(a.kind.name)
	duration := time.Duration(a.seconds) * time.Second
	switch a.kind.name {
	case "profile":
		return cpu(ctx, duration, to)
	case "block":
		on, off := func() { runtime.SetBlockProfileRate(blockRateNs) }, func() { runtime.SetBlockProfileRate(0) }
		return waits(ctx, "block", duration, on, off, to)
	case "mutex":
		return waits(ctx, "mutex", duration, func() { runtime.SetMutexProfileFraction(mutexFraction) }, arm, to)
	case "trace":
		return tracing(ctx, duration, to)
	case "heap":
		// Memory that is free but not swept yet would be told as in use.
		runtime.GC()
	}
	return pprof.Lookup(a.kind.name).WriteTo(to, 0)
}

func (r *recorder) occupy(name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy[name] {
		return refuse(http.StatusConflict, "another %s capture is being taken; ask again when it is over", name)
	}
	if r.busy == nil {
		r.busy = map[string]bool{}
	}
	r.busy[name] = true
	return nil
}

func (r *recorder) release(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.busy, name)
}

// wait returns a refusal when the server stops, or the asker goes away, before the time is over.
func wait(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return refuse(http.StatusServiceUnavailable, "the target stopped before the %s were over", duration)
	}
}

func cpu(ctx context.Context, duration time.Duration, to io.Writer) error {
	var recorded bytes.Buffer
	if err := pprof.StartCPUProfile(&recorded); err != nil {
		return err
	}
	err := wait(ctx, duration)
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	_, err = to.Write(recorded.Bytes())
	return err
}

func tracing(ctx context.Context, duration time.Duration, to io.Writer) error {
	if err := trace.Start(to); err != nil {
		return err
	}
	defer trace.Stop()
	return wait(ctx, duration)
}

// waits records between on and off. What the runtime has counted in earlier captures is subtracted.
func waits(ctx context.Context, name string, duration time.Duration, on, off func(), to io.Writer) error {
	before, err := current(name)
	if err != nil {
		return err
	}
	began := time.Now()
	on()
	err = wait(ctx, duration)
	off()
	took := time.Since(began)
	if err != nil {
		return err
	}
	after, err := current(name)
	if err != nil {
		return err
	}
	before.Scale(-1)
	difference, err := profile.Merge([]*profile.Profile{before, after})
	if err != nil {
		return fmt.Errorf("subtracting earlier %s captures: %w", name, err)
	}
	difference.TimeNanos, difference.DurationNanos = began.UnixNano(), took.Nanoseconds()
	return difference.Write(to)
}

func current(name string) (*profile.Profile, error) {
	var recorded bytes.Buffer
	if err := pprof.Lookup(name).WriteTo(&recorded, 0); err != nil {
		return nil, err
	}
	return profile.Parse(&recorded)
}
