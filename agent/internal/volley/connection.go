package volley

import "time"

type phase uint8

const (
	closed     phase = iota // no socket; dialed again at retryAt
	connecting              // the dial began at since
	securing                // the handshake began at since
	greeting                // HTTP/2 began at since, and the server's settings are awaited
	open
	ending // the server said at since that it closes; nothing more is sent
)

// pending is a request that was sent and not answered yet.
type pending struct {
	due   time.Duration // when it was meant to be sent: from here its latency counts
	sent  time.Duration // when it was: from here its timeout counts
	which int32
	size  int32 // in bytes, as it goes out
}

// connection is one place that sends requests: when its socket ends, it opens another. Times are of the loop's clock.
type connection struct {
	place      int32 // among the loop's connections
	fd         int32
	generation int32 // of the socket: events of one before are stale
	unread     int32 // one more than the generation that waits for another turn
	phase      phase
	queued     bool          // waits in the loop's line for something to send
	answered   bool          // this socket had a response: it is worth opening again at once
	since      time.Duration // see phase
	heard      time.Duration // when something was read last, or the socket was opened
	owedSince  time.Duration // when the kernel took less than it was given, or made room again; for as long as the connection owes
	retryAt    time.Duration
	failures   int       // to connect, in a row
	left       int       // requests that this socket may still send
	unwritten  []byte    // of the requests in the ring: the kernel's buffer was full
	behind     [][]byte  // what follows it
	ring       []pending // as long as the pipelining allows; count of them from first on, the oldest first
	first      int
	count      int
	tls        *secure    // nil: none
	h2         *multiplex // nil: HTTP/1.1. Its streams are the requests, count of them; the ring only passes them on
	response   response
	jar        *jar // nil: cookies are not kept
}

// push appends a request. There has to be room for it.
func (c *connection) push(p pending) {
	*c.at(c.count) = p
	c.count++
}

// at is the n-th oldest request, from 0 on; one beyond the youngest is free.
func (c *connection) at(n int) *pending {
	at := c.first + n
	if at >= len(c.ring) {
		at -= len(c.ring)
	}
	return &c.ring[at]
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
	most := len(c.ring)
	if c.h2 != nil {
		most = int(min(uint32(most), c.h2.reader.Streams))
	}
	return max(0, min(most-c.count, c.left))
}

// owes says whether something waits for the kernel to take more.
func (c *connection) owes() bool {
	return len(c.unwritten) > 0 || c.tls != nil && len(c.tls.sealed) > 0
}

const (
	retryMin = 10 * time.Millisecond
	retryMax = time.Second
)

// backoff is the pause after so many earlier failures in a row: 10 ms, doubled by each, at most 1 s.
func backoff(failures int) time.Duration {
	return min(retryMin<<min(failures, 10), retryMax)
}

// withdraw takes back the requests of which the kernel has taken nothing, newest first: they count as not sent. What it took in part goes on: the
// server has seen its beginning.
func (c *connection) withdraw() (withdrawn []pending) {
	left := len(c.unwritten)
	begun := 0
	if c.tls != nil {
		begun = c.tls.carries // A part of a record was taken, which goes on.
		left -= begun
	}
	for _, piece := range c.behind {
		left += len(piece)
	}
	for c.count > 0 && left >= int(c.at(c.count-1).size) {
		c.count--
		withdrawn = append(withdrawn, *c.at(c.count))
		left -= int(c.at(c.count).size)
	}
	c.keep(left + begun)
	return withdrawn
}

// keep leaves so many bytes to be written.
func (c *connection) keep(left int) {
	n := min(left, len(c.unwritten))
	c.unwritten = c.unwritten[:n]
	left -= n
	for i, piece := range c.behind {
		n := min(left, len(piece))
		c.behind[i] = piece[:n]
		left -= n
		if n == 0 {
			c.behind = c.behind[:i]
			return
		}
	}
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
