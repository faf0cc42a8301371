package counter

import (
	"sync/atomic"
	"time"
)

// Backends are what one worker counts of the services that it asks. They lie in memory that the master may share. A call of a
// backend costs some ten thousand times what adding to them does, so they are not spread over cores.
type Backends struct {
	Database   Pool
	Cache      Pool
	Writes     Writes
	Downstream Downstream
}

// Pool is a worker's pool of connections. Size is its bound; Open, InUse and Waiting are of this moment, the others only grow.
type Pool struct {
	Size, Open, InUse, Waiting atomic.Int64
	// Asked counts requests that were given a connection, Acquired the connections that were taken: fewer where requests share one.
	Asked, Acquired atomic.Int64
	// Failed counts requests that got no connection or no answer.
	Failed atomic.Int64
	// waitNs is the time until requests had a connection, heldNs that between taking and giving back; both when it was over.
	waitNs, heldNs atomic.Int64
}

// Ask says that a request wants a connection from now on. Every Ask is followed by Got or by GaveUp.
func (p *Pool) Ask() (asked time.Time) {
	p.Waiting.Add(1)
	return time.Now()
}

// Got ends a request's wait: it has a connection, alone or with others.
func (p *Pool) Got(asked time.Time) {
	p.waitNs.Add(int64(time.Since(asked)))
	p.Waiting.Add(-1)
	p.Asked.Add(1)
}

// GaveUp ends a request's wait without a connection.
func (p *Pool) GaveUp() {
	p.Waiting.Add(-1)
	p.Failed.Add(1)
}

// Take says that a connection left the pool. Every Take is followed by Return.
func (p *Pool) Take() (taken time.Time) {
	p.InUse.Add(1)
	p.Acquired.Add(1)
	return time.Now()
}

// Return says that a connection is back.
func (p *Pool) Return(taken time.Time) {
	p.heldNs.Add(int64(time.Since(taken)))
	p.InUse.Add(-1)
}

// Writes counts inserted rows and the transactions that carried them.
type Writes struct{ Rows, Commits atomic.Int64 }

// Downstream counts calls of another server. A call is one or more attempts; an attempt that failed did so in one of three ways.
type Downstream struct {
	Calls, Attempts               atomic.Int64
	TimedOut, Refused, Unanswered atomic.Int64
	// Exhausted calls had no attempt left that could succeed.
	Exhausted atomic.Int64
	InFlight  atomic.Int64
}

// PoolReading is a Pool at one moment, or the sum of several. Times are totals in microseconds.
type PoolReading struct {
	Size     int64 `json:"size"`
	Open     int64 `json:"open"`
	InUse    int64 `json:"inUse"`
	Waiting  int64 `json:"waiting"`
	Asked    int64 `json:"asked"`
	Acquired int64 `json:"acquired"`
	Failed   int64 `json:"failed"`
	WaitUs   int64 `json:"waitUs"`
	HeldUs   int64 `json:"heldUs"`
}

func (r *PoolReading) add(p *Pool) {
	r.Size += p.Size.Load()
	r.Open += p.Open.Load()
	r.InUse += p.InUse.Load()
	r.Waiting += p.Waiting.Load()
	r.Asked += p.Asked.Load()
	r.Acquired += p.Acquired.Load()
	r.Failed += p.Failed.Load()
	r.WaitUs += p.waitNs.Load() / int64(time.Microsecond)
	r.HeldUs += p.heldNs.Load() / int64(time.Microsecond)
}

// WritesReading are Writes at one moment.
type WritesReading struct {
	Rows    int64 `json:"rows"`
	Commits int64 `json:"commits"`
}

// DownstreamReading is a Downstream at one moment.
type DownstreamReading struct {
	Calls      int64 `json:"calls"`
	Attempts   int64 `json:"attempts"`
	TimedOut   int64 `json:"timedOut"`
	Refused    int64 `json:"refused"`
	Unanswered int64 `json:"unanswered"`
	Exhausted  int64 `json:"exhausted"`
	InFlight   int64 `json:"inFlight"`
}

// BackendsReading is the sum over workers.
type BackendsReading struct {
	Database   PoolReading
	Cache      PoolReading
	Writes     WritesReading
	Downstream DownstreamReading
}

// Add adds one worker's figures.
func (r *BackendsReading) Add(b *Backends) {
	r.Database.add(&b.Database)
	r.Cache.add(&b.Cache)
	r.Writes.Rows += b.Writes.Rows.Load()
	r.Writes.Commits += b.Writes.Commits.Load()
	d, from := &r.Downstream, &b.Downstream
	d.Calls += from.Calls.Load()
	d.Attempts += from.Attempts.Load()
	d.TimedOut += from.TimedOut.Load()
	d.Refused += from.Refused.Load()
	d.Unanswered += from.Unanswered.Load()
	d.Exhausted += from.Exhausted.Load()
	d.InFlight += from.InFlight.Load()
}
