package runner

import (
	"time"

	"millionrps/agent/internal/cpulist"
)

// WorkerPlacement is where one process of the target ran.
type WorkerPlacement struct {
	Worker      int
	PID         int
	Threads     int
	CPUsAllowed cpulist.List
	CPUsSeen    cpulist.List
	Connections *int // established; nil where they could not be told apart
}

// Placement is the target in the middle of a step.
type Placement struct {
	AtUs                   int64 // since the epoch
	Workers                []WorkerPlacement
	ConnectionsEstablished *int64
}

// startLooking is called when a step begins; what it answers looks at the target, and sees nothing where that is on another host.
func (b *bench) startLooking(r *Runner) (look func() *Placement) {
	if b.target == nil {
		return func() *Placement { return nil }
	}
	return func() *Placement { return nil }
}

// midway looks at the target once, in the middle of a step whose load comes from another host.
type midway struct {
	timer *time.Timer
	seen  chan *Placement
}

func lookMidway(duration time.Duration, look func() *Placement) *midway {
	m := &midway{seen: make(chan *Placement, 1)}
	m.timer = time.AfterFunc(duration/2, func() { m.seen <- look() })
	return m
}

// end answers what was seen; nil when the step ended before its middle.
func (m *midway) end() *Placement {
	if m == nil || m.timer.Stop() {
		return nil
	}
	return <-m.seen
}
