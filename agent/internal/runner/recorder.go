package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"

	"millionrps/agent/internal/sampler"
)

// Roles under which process trees are sampled.
const (
	targetRole = "target"
	toolRole   = "tool"
)

// recorder samples one to ten times in every second of the wall clock, so that hosts do it together, and at the boundaries of steps.
type recorder struct {
	sampler   *sampler.Sampler
	runID     string
	perSecond int
	runner    *Runner

	done    chan struct{}
	stopped chan struct{}

	// mu keeps a frame's values in place until they are in the spool.
	mu       sync.Mutex
	layout   *sampler.Layout
	layoutID string
}

func startRecorder(s *sampler.Sampler, runID string, perSecond int, r *Runner) *recorder {
	c := &recorder{sampler: s, runID: runID, perSecond: perSecond, runner: r, done: make(chan struct{}), stopped: make(chan struct{})}
	go c.run()
	return c
}

func (c *recorder) run() {
	defer close(c.stopped)
	for {
		now := time.Now()
		next := time.NewTimer(nextSample(now, c.perSecond).Sub(now))
		select {
		case <-c.done:
			next.Stop()
			return
		case <-next.C:
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
	close(c.done)
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
	if !c.runner.layoutReported(id) {
		for _, missing := range layout.Missing {
			c.runner.Log.Warn("not sampled", "reason", missing)
		}
		if err := c.runner.Reporter.Layout(id, layout.Columns); err != nil {
			return fmt.Errorf("reporting a layout: %w", err)
		}
		c.runner.noteLayout(id)
	}
	c.layout, c.layoutID = layout, id
	return nil
}

func (r *Runner) layoutReported(layoutID string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.layouts[layoutID]
}

// noteLayout is for after the layout was spooled: frames without it could not be read.
func (r *Runner) noteLayout(layoutID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.layouts[layoutID] = true
}
