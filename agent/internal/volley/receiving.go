package volley

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// readable reads what came. Sockets are watched by edges, so it reads until nothing is left. A read that did not fill its buffer says so
// without another call, unless the peer has ended the connection.
func (l *loop) readable(c *connection, over bool) {
	for {
		size, generation := int64(len(l.buffer)), c.generation
		var n int
		var errno syscall.Errno
		rest := c.response.discardable()
		if rest >= discardLeast {
			size = rest
			n, errno = discard(c.fd, rest)
		} else {
			rest = 0
			n, errno = receive(c.fd, l.buffer)
		}
		l.clock()
		if l.now >= l.end && l.running && !l.draining {
			l.freeze()
			if c.phase == closed {
				return
			}
		}
		switch {
		case errno == unix.EAGAIN:
			return
		case errno == unix.EINTR:
			continue
		case errno != 0:
			l.lose(c, Reset)
			return
		case n == 0:
			l.over(c)
			return
		}
		if l.now >= l.start && l.running && !l.draining {
			l.bytes += int64(n)
		}
		if rest > 0 {
			if c.response.discard(int64(n)) {
				l.complete(c)
			}
		} else {
			l.digest(c, l.buffer[:n])
		}
		if c.generation != generation || c.phase == closed {
			return
		}
		if !over && (int64(n) < size || c.count == 0) {
			break
		}
	}
	l.refill(c)
}

// digest takes the responses out of what was read.
func (l *loop) digest(c *connection, data []byte) {
	for len(data) > 0 {
		if c.count == 0 {
			l.unasked(c)
			return
		}
		taken, complete, err := c.response.feed(data, &l.last)
		if err != nil {
			l.lose(c, Malformed)
			return
		}
		data = data[taken:]
		if complete && !l.complete(c) {
			return
		}
	}
}

// complete counts the response to the oldest request. It returns false when the connection has no more to give.
func (l *loop) complete(c *connection) bool {
	p := c.oldest()
	kind, fine := Kind(0), c.response.status/100 == 2
	if !fine {
		kind = Non2xx
	} else if l.checks && !l.asExpected(&c.response, int(p.which)) {
		kind, fine = Mismatch, false
	}
	if !l.draining {
		if fine {
			l.succeed(p.due, l.now)
		} else {
			l.fail(kind, p.due, l.now)
		}
	}
	c.pop()
	c.answered = true
	switch {
	case c.response.closes && c.count > 0:
		l.lose(c, Reset)
		return false
	case c.response.closes:
		// The server closes first. Its end is read, not awaited in a call.
		c.phase, c.since, c.left = ending, l.now, 0
	case c.left == 0 && c.count == 0:
		l.reopen(c)
		return false
	}
	return true
}

// over is the end of the stream.
func (l *loop) over(c *connection) {
	switch {
	case c.count > 0 && c.response.begun && c.response.finish():
		if l.complete(c); c.phase != closed && c.phase != connecting {
			l.reopen(c)
		}
	case c.count > 0 && c.response.begun:
		l.lose(c, Malformed)
	default:
		l.lose(c, Reset)
	}
}

// unasked is a response to nothing: whatever came next on this connection could not be told apart from it.
func (l *loop) unasked(c *connection) {
	if !l.draining {
		l.connectFailed++
	}
	l.lose(c, Reset)
}
