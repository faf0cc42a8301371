package drain

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ackPollEvery is how often a closing connection looks whether its client has everything.
const ackPollEvery = 5 * time.Millisecond

// headEnd is CR LF CR LF, which ends a request: the routes take no bodies.
const headEnd = 0x0d0a0d0a

var longAgo = time.Unix(1, 0)

// connection costs a working server one atomic load and one store for each read.
// One goroutine at a time reads or closes it; wake and net/http's deadlines come from others.
type connection struct {
	*net.TCPConn
	listener *Listener

	// lastFour bytes that were read. It starts as if a request had just ended.
	lastFour uint32
	records  *records // nil: no TLS
	// arrivedBytes were in the kernel's buffer when this connection noticed the drain.
	arrivedBytes int

	mu          sync.Mutex
	noticed     bool
	multiplexed atomic.Bool
}

// Multiplex says that requests overlap on this connection, as in HTTP/2: whoever serves it ends it, as nobody can see from outside when all
// are answered.
func (c *connection) Multiplex() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.noticed && !c.listener.draining.Load() {
		c.multiplexed.Store(true)
	}
}

func (c *connection) Read(p []byte) (int, error) {
	if c.multiplexed.Load() {
		return c.TCPConn.Read(p)
	}
	if !c.listener.draining.Load() {
		n, err := c.TCPConn.Read(p)
		c.remember(p[:n])
		// A passed deadline is wake's once the drain has begun; before, it is net/http's, which interrupts reads of its own.
		if !errors.Is(err, os.ErrDeadlineExceeded) || !c.listener.draining.Load() {
			return n, err
		}
	}
	return c.readDraining(p)
}

func (c *connection) remember(read []byte) {
	if c.records != nil {
		c.records.pass(read)
		return
	}
	if n := len(read); n >= 4 {
		c.lastFour = binary.BigEndian.Uint32(read[n-4:])
		return
	}
	for _, b := range read {
		c.lastFour = c.lastFour<<8 | uint32(b)
	}
}

// readDraining gives what had arrived when the drain began, and the rest of a request that had arrived in part.
func (c *connection) readDraining(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := c.notice(); err != nil {
		return 0, io.EOF
	}
	switch {
	case c.arrivedBytes > 0:
		p = p[:min(len(p), c.arrivedBytes)]
	case c.whole():
		return 0, io.EOF
	default:
		// Byte by byte, so as not to take up the request that follows.
		p = p[:1]
	}
	n, err := c.TCPConn.Read(p)
	if err != nil {
		return n, io.EOF
	}
	c.remember(p[:n])
	if c.arrivedBytes > 0 {
		c.arrivedBytes = max(0, c.arrivedBytes-n)
		if c.arrivedBytes == 0 {
			err = c.TCPConn.SetReadDeadline(c.listener.missingPartDeadline(time.Now()))
		}
	}
	return n, err
}

// whole says whether what was read ends with a request. A record holds one or several, but for one that is longer than 16 KiB.
func (c *connection) whole() bool {
	if c.records != nil {
		return c.records.boundary()
	}
	return c.lastFour == headEnd
}

// notice measures what has arrived, once, and replaces wake's deadline. That may be read until the end, the missing part of a request until
// half of the time is over.
func (c *connection) notice() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.noticed {
		return nil
	}
	c.noticed = true
	var err error
	if c.arrivedBytes, err = c.queued(unix.SIOCINQ); err != nil {
		return err
	}
	if c.arrivedBytes > 0 {
		return c.TCPConn.SetReadDeadline(c.listener.deadline)
	}
	return c.TCPConn.SetReadDeadline(c.listener.partDeadline)
}

// SetReadDeadline is for net/http, which moves the deadline around every request. Once the drain has set its own, that one holds.
func (c *connection) SetReadDeadline(deadline time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.noticed {
		return nil
	}
	return c.TCPConn.SetReadDeadline(deadline)
}

// wake ends a read that waits for the next request.
func (c *connection) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.noticed && !c.multiplexed.Load() {
		_ = c.TCPConn.SetReadDeadline(longAgo)
	}
}

// Close, while draining, first says that no more answers follow, and waits until the client's kernel has them all.
// Closing at once with unread requests in our buffer would send a reset and throw away what is not sent yet.
func (c *connection) Close() error {
	defer c.listener.forget(c)
	if c.listener.draining.Load() && c.CloseWrite() == nil {
		c.linger()
	}
	return c.TCPConn.Close()
}

// linger discards what still comes, which keeps a client that only sends from blocking before it reads.
func (c *connection) linger() {
	discarded := make([]byte, 4096)
	for now := time.Now(); now.Before(c.listener.deadline); now = time.Now() {
		unacknowledged, err := c.queued(unix.SIOCOUTQ)
		if err != nil || unacknowledged == 0 {
			return
		}
		_ = c.TCPConn.SetReadDeadline(now.Add(ackPollEvery))
		_, err = c.TCPConn.Read(discarded)
		switch {
		case err == nil || errors.Is(err, os.ErrDeadlineExceeded):
		case errors.Is(err, io.EOF):
			// A client that has ended its sending may still read: every further read would return at once.
			time.Sleep(ackPollEvery)
		default:
			return
		}
	}
}

// queued asks the kernel for the bytes in one of the socket's queues (tcp(7): SIOCINQ, SIOCOUTQ).
func (c *connection) queued(which uint) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	return queuedBytes(raw, which)
}

func queuedBytes(raw syscall.RawConn, which uint) (int, error) {
	var bytes int
	var inner error
	err := raw.Control(func(fd uintptr) { bytes, inner = unix.IoctlGetInt(int(fd), which) })
	return bytes, errors.Join(err, inner)
}
