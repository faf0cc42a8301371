package runner

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"millionrps/agent/internal/blob"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/journal"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/masking"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/target"
	"millionrps/agent/internal/tuning"
)

// Tool is a load generator that this host has.
type Tool struct {
	Driver  loadgen.Driver
	Version string
}

// Config is what a Runner works with.
type Config struct {
	HostName string
	// Supervisor keeps us and the other parts of our instance; 0 where there is none.
	Supervisor   int
	ServerBinary string
	// Configuration is what the host's configuration file says now; it stays the same while a run is held.
	Configuration func() hostconfig.Config
	Identity      identity.Reader
	Backends      Backends
	// TargetFiles take what is written for targets that need files of their own.
	TargetFiles target.FileFolders
	// Revisions builds commits of targets.
	Revisions *revisions.Store
	// Tool answers what this host has now, by the tool's name.
	Tool func(name string) (Tool, bool)
	// Masker keeps the secrets of the configuration file out of what is reported.
	Masker *masking.Masker
	// FetchBody brings a file that requests have as a body to a path, by its SHA-256.
	FetchBody func(ctx context.Context, sha256, path string) error
	// ToolFolder keeps the scripts that tools are given, so that a command of a run can be repeated by hand.
	ToolFolder string
	Tuner      Tuner
	// Clock tells when it is a time that the API named.
	Clock Clock
	// WorkFolder takes outputs while they are written.
	WorkFolder string
	Blobs      *blob.Store
	Journal    *journal.Journal
	Reporter   Reporter
	Launcher   *process.Launcher
	Limits     Limits
	// WantContact asks for a sign of life now rather than at the next heartbeat.
	WantContact func()
	// Holding is told when a run is taken and when it was let go of.
	Holding func(bool)
	Log     *slog.Logger
}

// Limits bound what is waited for; the zero value stands for DefaultLimits.
type Limits struct {
	// Ready is for the target to say that it listens.
	Ready time.Duration
	// Overrun is what a tool gets beyond its duration before it is killed.
	Overrun time.Duration
}

// DefaultLimits are those of the product; tests shorten them.
var DefaultLimits = Limits{Ready: 10 * time.Second, Overrun: 15 * time.Second}

// Runner carries out one command at a time, in order, but for Stop and Restore, which overtake. What a run holds of this host, the
// bench, belongs to the goroutine of Run alone.
type Runner struct {
	Config
	bench bench
	// host is held by whoever changes settings of the host; it is taken before mu.
	host sync.Mutex

	mu        sync.Mutex
	wake      chan struct{} // something was queued
	queue     []*task
	current   *task
	lease     lease
	leaseMove chan struct{} // the lease was taken, renewed or given up
	lettingGo bool
	closing   bool
	restored  tuning.Restored
}

// task is a command, or the order to let go of everything.
type task struct {
	command   Command
	letGo     *Failure
	ctx       context.Context
	interrupt context.CancelCauseFunc
}

// New restores what a dead life left of this host.
func New(config Config) *Runner {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits
	}
	if config.Holding == nil {
		config.Holding = func(bool) {}
	}
	r := &Runner{
		Config:    config,
		wake:      make(chan struct{}, 1),
		leaseMove: make(chan struct{}, 1),
	}
	if result := r.putBack(""); result.RunID != "" {
		LogRestored(r.Log, result)
		r.snapshot(result.RunID, Restored)
	}
	return r
}

// LogRestored says what has become of what a life before had changed.
func LogRestored(log *slog.Logger, result tuning.Restored) {
	if result.Matches {
		log.Info("what a life before had changed was put back", "runId", result.RunID)
		return
	}
	log.Error("what a life before had changed is not all put back", "runId", result.RunID, "mismatches", result.Mismatches)
}

// Restored is the result of the last restore that had something to put back; the first one is that of New.
func (r *Runner) Restored() tuning.Restored {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.restored
}

// Run works until the context ends; then it stops load and target, restores, reports what was interrupted, and returns.
func (r *Runner) Run(ctx context.Context) {
	var watching sync.WaitGroup
	done := make(chan struct{})
	watching.Go(func() { r.watchLease(done) })
	defer watching.Wait()
	defer close(done)
	stopping := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.closing = true
		r.orderLetGo(&Failure{"agent-stopped", "The agent on " + r.HostName + " was stopped."})
	})
	defer stopping()
	for {
		t, finished := r.next()
		switch {
		case finished:
			return
		case t == nil:
			<-r.wake
		case t.letGo != nil:
			r.letGo(t.letGo)
		default:
			r.report(r.perform(t.ctx, t.command))
		}
	}
}

func (r *Runner) next() (t *task, finished bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current = nil
	if len(r.queue) > 0 {
		r.current, r.queue = r.queue[0], r.queue[1:]
	}
	return r.current, r.current == nil && r.closing && !r.lettingGo
}

// push puts a task at the end of the queue. The lock is held.
func (r *Runner) push(t *task) {
	t.ctx, t.interrupt = context.WithCancelCause(context.Background())
	r.queue = append(r.queue, t)
	signal(r.wake)
}

// interruptWork ends what is under way or waits for the run, or for any when it is empty, but for what stops and restores. The lock is held.
func (r *Runner) interruptWork(runID string, failure *Failure) {
	for _, t := range append([]*task{r.current}, r.queue...) {
		if t != nil && t.letGo == nil && !overtakes(t.command.Action) && (runID == "" || t.command.RunID == runID) {
			t.interrupt(failure)
		}
	}
}

func signal(channel chan struct{}) {
	select {
	case channel <- struct{}{}:
	default:
	}
}
