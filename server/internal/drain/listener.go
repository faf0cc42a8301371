// Package drain stops a server without losing an answer that was begun.
//
// fasthttp's own Shutdown is not used: it closes connections whose pipelined answers are still in the write buffer,
// and it drops that buffer when it stops between two pipelined requests (fasthttp 1.73.0, closeIdleConns and the end
// of serveConn's loop). Here draining happens where a connection reads: fasthttp reads only after
// it has flushed its answers, so an end of file at that point loses nothing. net/http reads ahead, a byte at most, while
// it forms an answer: an end of file there is noticed only once the answer is written.
package drain

import (
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Listener hands out connections that can be drained.
type Listener struct {
	*net.TCPListener
	// Records says that TLS is spoken on the connections. It is set before the first is accepted.
	Records  bool
	draining atomic.Bool

	// Set before draining is, and never again.
	deadline     time.Time
	partDeadline time.Time

	mu      sync.Mutex
	open    map[*connection]struct{}
	allGone chan struct{}
}

func NewListener(tcp *net.TCPListener) *Listener {
	return &Listener{TCPListener: tcp, open: map[*connection]struct{}{}, allGone: make(chan struct{})}
}

func (l *Listener) Accept() (net.Conn, error) {
	tcp, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	c := &connection{TCPConn: tcp, listener: l, lastFour: headEnd}
	if l.Records {
		c.records = &records{}
	}
	l.mu.Lock()
	l.open[c] = struct{}{}
	l.mu.Unlock()
	return c, nil
}

// partGrace is what a request's missing part gets when reading what had arrived took half of the time. A client that was held
// up by a full buffer looks again after 200 ms and more (the persist timer of TCP).
const partGrace = 500 * time.Millisecond

// missingPartDeadline is never after the deadline of all.
func (l *Listener) missingPartDeadline(now time.Time) time.Time {
	at := l.partDeadline
	if grace := now.Add(partGrace); at.Before(grace) {
		at = grace
	}
	if at.After(l.deadline) {
		at = l.deadline
	}
	return at
}

// Drain lets every connection answer the requests that have arrived, and closes them.
// Nothing may accept any more. It returns how many connections were still open when the timeout passed.
func (l *Listener) Drain(timeout time.Duration) (stillOpen int) {
	l.mu.Lock()
	l.deadline = time.Now().Add(timeout)
	// A request that arrived in part may use half of the time, so that the other half is left for its answer.
	l.partDeadline = l.deadline.Add(-timeout / 2)
	l.draining.Store(true)
	for c := range l.open {
		c.wake()
	}
	if len(l.open) == 0 {
		close(l.allGone)
	}
	l.mu.Unlock()

	select {
	case <-l.allGone:
	case <-time.After(timeout):
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}

func (l *Listener) forget(c *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.open[c]; !known {
		return
	}
	delete(l.open, c)
	if l.draining.Load() && len(l.open) == 0 {
		close(l.allGone)
	}
}

// ServeUntil serves until stop says so and then drains. An error means that serving failed or answers were cut.
func ServeUntil[T any](stop <-chan T, timeout time.Duration, listener *Listener, serve func(net.Listener) error) error {
	ended := make(chan error, 1)
	go func() { ended <- serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving ended by itself: %w", err)
	case <-stop:
	}
	awaitEmptyBacklog(listener.TCPListener)
	listener.Close()
	<-ended
	if open := listener.Drain(timeout); open > 0 {
		return fmt.Errorf("the drain timeout of %s passed with %d connections still open", timeout, open)
	}
	return nil
}
