package control

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"millionrps/agent/internal/blob"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/spool"
)

const (
	// heartbeatFirst is the period until the API has named one.
	heartbeatFirst = 10 * time.Second
	// farewell is how long a stopping agent tries to deliver what it still has.
	farewell = 5 * time.Second
)

// Config is one life of an agent.
type Config struct {
	API       *url.URL
	JoinToken string
	// Fingerprint is of the API's key: "" for the one that the data folder keeps, if any.
	Fingerprint string
	// InsecureHTTP lets the join token be sent in the clear.
	InsecureHTTP bool
	Name         string
	Version      string
	StartedAt    time.Time
	// Facts are what is known of this host. LookAgain says that they changed; it is asked while no run is held.
	Facts     func() facts.Facts
	LookAgain func() (changed bool)
	Examiner  Examiner
	Folder    *folder.Folder
	Blobs     *blob.Store
	// Leftovers are what earlier lives could not deliver; Stream is what this life reports.
	Leftovers []*spool.Stream
	Stream    *spool.Stream
	// Kept says that a keeper starts us, so that we may be replaced; Leave ends this life for that.
	Kept  bool
	Leave func()
	// Beside says that the instance's own supervisor starts us.
	Beside bool
	// InTouch is called once, when the API has taken the first hello.
	InTouch func()
	// SlowRetry is the pause of an agent that was turned away.
	SlowRetry time.Duration
	Log       *slog.Logger
}

// Agent speaks for this host. Its loops are in files of their own: heartbeat, poll, uplink.
type Agent struct {
	Config
	Runner  *runner.Runner
	reports *Reports
	client  *client

	period     atomic.Int64 // of heartbeats, in milliseconds
	beatWanted chan struct{}
	wantHello  atomic.Bool
	clock      Clock
	upgrading  atomic.Bool
	leftOut    map[string]bool // artifacts that the API turned down, by SHA-256; of the loop that delivers
	rejoining  chan struct{}   // held by the loop that joins anew
	rejoinedAt time.Time       // under rejoining
	// tasks are the host tasks under way; taskSlots bounds how many are looked into at a time.
	tasks     sync.WaitGroup
	taskSlots chan struct{}
}

// Contact is what a runner gets of the API.
type Contact struct {
	// Want asks for a sign of life now.
	Want  func()
	Clock runner.Clock
	// FetchBody brings a body of requests to a path, by its SHA-256.
	FetchBody func(ctx context.Context, sha256, path string) error
}

// New makes the agent, then the runner that reports to it and asks it for contact.
func New(config Config, makeRunner func(reports runner.Reporter, host Contact) *runner.Runner) *Agent {
	a := &Agent{
		Config:     config,
		client:     newClient(config.API),
		reports:    newReports(config.Stream, config.Log),
		beatWanted: make(chan struct{}, 1),
		leftOut:    map[string]bool{},
		taskSlots:  make(chan struct{}, tasksMost),
		rejoining:  make(chan struct{}, 1),
	}
	a.period.Store(heartbeatFirst.Milliseconds())
	a.Runner = makeRunner(a.reports, Contact{Want: a.beatNow, Clock: &a.clock, FetchBody: a.fetchBody})
	return a
}

// Run joins where needed and works until the context ends. Then it lets go of the host, and tries once more to deliver what it measured;
// the rest stays on the disk for the next life. It fails when the host cannot join, or the spool cannot be closed.
func (a *Agent) Run(ctx context.Context) error {
	if err := a.enrol(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	for {
		err := a.persist(ctx, "hello", a.hello)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		a.Log.Error("the API refuses the hello", "error", err, "nextTry", a.SlowRetry.String())
		sleep(ctx, a.SlowRetry)
	}
	if a.InTouch != nil {
		a.InTouch()
	}
	a.Log.Info("in touch with the API", "api", a.API.String(), "incarnationId", a.Stream.Incarnation)
	a.Runner.ReportUnfinished()

	finish, delivered := make(chan struct{}), make(chan struct{})
	delivery, endDelivery := context.WithCancel(context.WithoutCancel(ctx))
	defer endDelivery()
	go func() { defer close(delivered); a.deliver(delivery, finish) }()

	var loops sync.WaitGroup
	loops.Go(func() { a.keepInTouch(ctx) })
	loops.Go(func() { a.takeCommands(ctx) })
	a.Runner.Run(ctx)
	loops.Wait()
	a.tasks.Wait()
	close(finish)
	select {
	case <-delivered:
	case <-time.After(farewell):
		endDelivery()
		<-delivered
	}
	return a.Stream.Close()
}
