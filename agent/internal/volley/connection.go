package volley

import "time"

type phase uint8

const (
	closed     phase = iota // and to be opened again at retryAt
	connecting              // since `since`
	open
	ending // nothing is sent any more; the server was asked to close
)

// pending is a request that was sent and not answered yet.
type pending struct {
	due   time.Duration // when it was meant to be sent: from here its latency counts
	sent  time.Duration // when it was: from here its timeout counts
	which int32
}

// connection is one place that sends requests: when its socket ends, it opens another.
type connection struct {
	place      int32 // among the loop's connections
	fd         int32
	generation int32 // of the socket: events of one before are stale
	phase      phase
	queued     bool // waits in the loop's line for something to send
	answered   bool // this socket had a response: it is worth opening again at once
	since      time.Duration
	retryAt    time.Duration
	failures   int // to connect, in a row
	left       int // requests that this socket may still send
	unwritten  []byte
	ring       []pending
	first      int
	count      int
	response   response
}

func (c *connection) push(p pending) {
	at := c.first + c.count
	if at >= len(c.ring) {
		at -= len(c.ring)
	}
	c.ring[at] = p
	c.count++
}

func (c *connection) oldest() *pending { return &c.ring[c.first] }

func (c *connection) pop() {
	if c.first++; c.first == len(c.ring) {
		c.first = 0
	}
	c.count--
}

// room is how many requests it may send now.
func (c *connection) room() int {
	if c.phase != open || len(c.unwritten) > 0 {
		return 0
	}
	return min(len(c.ring)-c.count, c.left)
}

const (
	retryMin = 10 * time.Millisecond
	retryMax = time.Second
)

// backoff doubles with every failure in a row.
func backoff(failures int) time.Duration {
	return min(retryMin<<min(failures, 10), retryMax)
}

// withdraw takes back the requests whose last byte the kernel never took, newest first: they were not sent. The newest is longer by
// `extra` than its kind.
func (c *connection) withdraw(rendered [][]byte, extra int) (withdrawn []pending) {
	if len(c.unwritten) == 0 {
		return nil
	}
	for left := max(1, len(c.unwritten)-extra); left > 0 && c.count > 0; {
		c.count--
		at := (c.first + c.count) % len(c.ring)
		withdrawn = append(withdrawn, c.ring[at])
		left -= len(rendered[c.ring[at].which])
	}
	c.unwritten = nil
	return withdrawn
}
