package volley

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// readsMost is how often a connection is read before it is the turn of the others: one may send faster than it is read, without end.
const readsMost = 64

// unread is a connection of which more is to be read than it had its turn for.
type unread struct {
	connection *connection
	generation int32
	over       bool
}

// readUnread gives those another turn that had not enough of theirs.
func (l *loop) readUnread() {
	waiting := l.unread
	l.unread = l.unreadNext[:0]
	for _, u := range waiting {
		if u.connection.generation == u.generation && u.connection.phase != closed {
			u.connection.unread = 0
			l.readable(u.connection, u.over)
		}
	}
	l.unreadNext = waiting
}

// leaveUnread gives the connection one more turn, however often its socket says meanwhile that there is more.
func (l *loop) leaveUnread(c *connection, over bool) {
	if c.unread != c.generation+1 {
		c.unread = c.generation + 1
		l.unread = append(l.unread, unread{c, c.generation, over})
		return
	}
	for i := range l.unread {
		if l.unread[i].connection == c && l.unread[i].generation == c.generation {
			l.unread[i].over = l.unread[i].over || over
		}
	}
}

// readable reads what came. Sockets are watched by edges, so it reads until nothing is left, or notes that more is. A read that did not fill
// its buffer says so without another call, unless the peer has ended the connection.
func (l *loop) readable(c *connection, over bool) {
	for reads := 0; ; reads++ {
		if reads == readsMost {
			l.leaveUnread(c, over)
			l.refill(c)
			return
		}
		size, generation := int64(len(l.buffer)), c.generation
		var n int
		var errno syscall.Errno
		rest := int64(0)
		switch {
		case c.tls != nil:
			size = int64(len(l.sealed))
			n, errno = receive(c.fd, l.sealed)
		case c.response.discardable() >= discardLeast:
			rest = c.response.discardable()
			size = rest
			n, errno = discard(c.fd, rest)
		default:
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
		case c.tls != nil:
			c.heard = l.now
			if c.tls.arrived, c.tls.over = l.sealed[:n], n == 0; !l.unseal(c) {
				return
			}
			if !over && int64(n) < size {
				l.refill(c)
				return
			}
			continue
		case n == 0:
			l.over(c, true)
			return
		}
		c.heard = l.now
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
		if !over && (int64(n) < size || c.count == 0 && c.h2 == nil) {
			break
		}
	}
	l.refill(c)
}

// digest takes the responses out of what was read.
func (l *loop) digest(c *connection, data []byte) {
	if c.h2 != nil {
		l.digestStreams(c, data)
		return
	}
	for len(data) > 0 {
		if c.count == 0 {
			l.unasked(c)
			return
		}
		if l.bodiless {
			c.response.headOnly = l.requests[c.oldest().which].bodiless
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
	l.settle(p, &c.response)
	if len(c.response.cookies) > 0 {
		l.keepCookies(c, c.response.cookies, p.which)
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

// settle counts a complete response.
func (l *loop) settle(p *pending, r *response) {
	kind, fine := Kind(0), r.status/100 == 2
	if l.checks {
		kind, fine = l.judge(r, int(p.which))
	} else if !fine {
		kind = Non2xx
	}
	switch {
	case l.draining:
	case fine:
		l.succeed(p.due, l.now)
	default:
		l.fail(kind, p.due, l.now)
	}
}

// over is the end of the stream. It may be the end of a response only where it is sure that nobody cut it.
func (l *loop) over(c *connection, sure bool) {
	switch {
	case c.count > 0 && c.response.begun && sure && c.response.finish():
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
