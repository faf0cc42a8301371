package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"millionrps/agent/internal/alarm"
	"millionrps/agent/internal/sampler"
)

// Roles under which process trees are sampled.
const (
	targetRole  = "target"
	toolRole    = "tool"
	backendRole = "backend"
)

// recorder samples one to ten times in every second of the wall clock, so that hosts do it together, and at the boundaries of steps.
type recorder struct {
	sampler   *sampler.Sampler
	runID     string
	perSecond int
	runner    *Runner

	next    *alarm.Alarm
	stopped chan struct{}

	// mu keeps a frame's values in place until they are in the spool.
	mu       sync.Mutex
	layout   *sampler.Layout
	layoutID string
	// named are the ids of layouts that this run has reported. Each run names its own: the API may be another one by now, or have
	// been restored to an earlier day.
	named map[string]bool
}

func startRecorder(s *sampler.Sampler, runID string, perSecond int, r *Runner) (*recorder, error) {
	next, err := alarm.New()
	if err != nil {
		return nil, fmt.Errorf("starting to sample: %w", err)
	}
	c := &recorder{sampler: s, runID: runID, perSecond: perSecond, runner: r, next: next, stopped: make(chan struct{}), named: map[string]bool{}}
	go c.run()
	return c, nil
}

func (c *recorder) run() {
	defer close(c.stopped)
	for {
		now := time.Now()
		switch err := c.next.Wait(nextSample(now, c.perSecond).Sub(now)); {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil:
			c.runner.Log.Error("no samples any more", "error", err)
			return
		}
		if _, err := c.record(false, c.sampler.Sample); err != nil {
			c.runner.Log.Error("a sample was lost", "error", err)
		}
	}
}

// nextSample divides each second evenly, so that every host samples at its start.
func nextSample(now time.Time, perSecond int) time.Time {
	second := now.Truncate(time.Second)
	n := time.Duration(perSecond)
	done := now.Sub(second) * n / time.Second
	// Rounded up: a timer that ends a nanosecond early would sample twice.
	return second.Add(((done+1)*time.Second + n - 1) / n)
}

func (c *recorder) stop() {
	_ = c.next.Close()
	<-c.stopped
	_ = c.sampler.Close()
}

// boundary samples now and answers when that was.
func (c *recorder) boundary() (timeUs int64, err error) {
	return c.record(true, c.sampler.SampleBoundary)
}

func (c *recorder) record(boundary bool, sample func() (sampler.Frame, error)) (timeUs int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	frame, err := sample()
	if err != nil {
		return 0, err
	}
	if frame.Layout != c.layout {
		if err := c.announce(frame.Layout); err != nil {
			return 0, err
		}
	}
	return frame.TimeUs, c.runner.Reporter.Frame(c.runID, c.layoutID, boundary, frame)
}

func (c *recorder) announce(layout *sampler.Layout) error {
	sum := sha256.Sum256([]byte(strings.Join(layout.Columns, "\n")))
	id := hex.EncodeToString(sum[:])
	if !c.named[id] {
		for _, missing := range layout.Missing {
			c.runner.Log.Warn("not sampled", "reason", missing)
		}
		if err := c.runner.Reporter.Layout(id, layout.Columns); err != nil {
			return fmt.Errorf("reporting a layout: %w", err)
		}
		c.named[id] = true // frames whose layout is not spooled could not be read
	}
	c.layout, c.layoutID = layout, id
	return nil
}
