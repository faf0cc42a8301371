package volley

import "time"

type phase uint8

const (
	closed     phase = iota // no socket; dialed again at retryAt
	connecting              // the dial began at since
	open
	ending // the server said at since that it closes; nothing more is sent
)

// pending is a request that was sent and not answered yet.
type pending struct {
	due   time.Duration // when it was meant to be sent: from here its latency counts
	sent  time.Duration // when it was: from here its timeout counts
	which int32
}

// connection is one place that sends requests: when its socket ends, it opens another. Times are of the loop's clock.
type connection struct {
	place      int32 // among the loop's connections
	fd         int32
	generation int32 // of the socket: events of one before are stale
	phase      phase
	queued     bool          // waits in the loop's line for something to send
	answered   bool          // this socket had a response: it is worth opening again at once
	since      time.Duration // see phase
	retryAt    time.Duration
	failures   int       // to connect, in a row
	left       int       // requests that this socket may still send
	unwritten  []byte    // of the requests in the ring: the kernel's buffer was full
	ring       []pending // as long as the pipelining allows; count of them from first on, the oldest first
	first      int
	count      int
	response   response
}

// push appends a request. There has to be room for it.
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

// room is how many requests the connection may send now.
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

// backoff is the pause after so many earlier failures in a row: 10 ms, doubled by each, at most 1 s.
func backoff(failures int) time.Duration {
	return min(retryMin<<min(failures, 10), retryMax)
}

// withdraw takes back the requests that the kernel did not take to their last byte, newest first: they count as not sent. The newest is
// `extra` bytes longer than rendered says, where it asks the server to close.
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

// line is a queue of connections, each at most once.
type line struct {
	places        []int32
	first, length int
}

func (q *line) push(place int32) {
	at := q.first + q.length
	if at >= len(q.places) {
		at -= len(q.places)
	}
	q.places[at] = place
	q.length++
}

func (q *line) pop() (place int32) {
	place = q.places[q.first]
	if q.first++; q.first == len(q.places) {
		q.first = 0
	}
	q.length--
	return place
}
