package volley

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

var errNotBegun = errors.New("it was ended before the measurement began")

// fire connects, begins at one instant, and waits for the end.
func fire(ctx context.Context, p *plan, o *Options, loops []*loop, watch func(Second)) (*Report, error) {
	begin := make(chan struct{})
	var connected, done sync.WaitGroup
	connected.Add(len(loops))
	done.Add(len(loops))
	for _, l := range loops {
		go func() {
			defer done.Done()
			l.own()
			l.connectAll(min(o.Timeout, 30*time.Second))
			connected.Done()
			if <-begin; l.loadStart >= 0 {
				l.run()
			}
			l.closeAll()
			_ = unix.Close(l.poll.fd)
		}()
	}
	stop := context.AfterFunc(ctx, func() {
		for _, l := range loops {
			l.stopped.Store(true)
		}
	})
	defer stop()
	connected.Wait()
	refusal := aim(p, o, loops)
	if refusal != nil && ctx.Err() != nil {
		refusal = errNotBegun
	}
	close(begin)
	spent := func() error { return nil }
	if refusal == nil && p.keep {
		spent = watchMemory(loops)
	}
	if refusal == nil && watch != nil {
		finished := make(chan struct{})
		go func() { done.Wait(); close(finished) }()
		observe(p, loops, watch, finished)
	}
	done.Wait()
	if refusal = cmp.Or(refusal, spent()); refusal != nil {
		return nil, refusal
	}
	return newReport(o, p, loops, ctx.Err() != nil)
}

// own gives the loop a thread of its own, on its CPU where the kernel allows.
func (l *loop) own() {
	// Not unlocked: the thread ends with the goroutine, and its settings with it.
	runtime.LockOSThread()
	if l.cpu >= 0 {
		var set unix.CPUSet
		set.Set(l.cpu)
		// Where it is not allowed, the kernel places the thread.
		_ = unix.SchedSetaffinity(0, &set)
	}
	// Timers fire when they are due, not within 50 µs of it.
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
}

// aim sets the instant at which all loops begin.
func aim(p *plan, o *Options, loops []*loop) error {
	open := 0
	for _, l := range loops {
		open += l.countOpen()
	}
	p.loadStart = time.Since(p.base) + 2*time.Millisecond
	if o.StartAtUs > 0 {
		p.loadStart = max(p.loadStart, time.UnixMicro(o.StartAtUs).Sub(p.base.Round(0)))
	}
	if open == 0 {
		p.loadStart = -1
		why := cmp.Or(loops[0].dialError, error(unix.ETIMEDOUT))
		return unopened(o, p, why)
	}
	start := p.loadStart + o.Warmup
	for _, l := range loops {
		l.tally = l.tally.begun(start, start+o.Duration)
	}
	return nil
}

// observe calls watch once a second, until finished is closed.
func observe(p *plan, loops []*loop, watch func(Second), finished <-chan struct{}) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	before, at := int64(0), time.Since(p.base)
	for {
		select {
		case <-finished:
			return
		case <-ticker.C:
			sum, now := int64(0), time.Since(p.base)
			for _, l := range loops {
				sum += l.shown.Load()
			}
			watch(Second{Elapsed: now - p.loadStart, RequestsPerSecond: float64(sum-before) / (now - at).Seconds()})
			before, at = sum, now
		}
	}
}
