package volley

import (
	"time"

	"golang.org/x/sys/unix"
)

// connectAll opens the connections before the load begins. Each is tried once; l.dialError keeps the last failure.
func (l *loop) connectAll(deadline time.Duration) {
	next := 0
	for l.clock(); (next < len(l.connections) || l.dialing > 0) && l.now < deadline && !l.stopped.Load(); {
		for ; next < len(l.connections) && l.dialing < dialingMost; next++ {
			l.dial(&l.connections[next])
		}
		for _, event := range l.poll.wait(min(tickEvery, deadline-l.now)) {
			l.handle(&event)
		}
		l.clock()
	}
}

func (l *loop) countOpen() (n int) {
	for i := range l.connections {
		if l.connections[i].phase == open {
			n++
		}
	}
	return n
}

// dial begins to open the connection's next socket. Events of its last one are stale from here on.
func (l *loop) dial(c *connection) {
	c.generation++
	c.phase, c.since = connecting, l.now
	l.dialing++
	fd, err := dial(l.address)
	if err != nil {
		c.fd = -1
		l.failDial(c, err)
		return
	}
	c.fd = fd
	if err := l.poll.add(fd, c.place, c.generation); err != nil {
		l.failDial(c, err)
	}
}

// finishDial runs when the kernel has decided the dial: the connection is open, or failed.
func (l *loop) finishDial(c *connection) {
	if err := dialed(c.fd); err != nil {
		l.failDial(c, err)
		return
	}
	if l.config != nil {
		l.secureDial(c)
		return
	}
	l.clock()
	l.ready(c)
	l.refill(c)
}

// ready goes on with a connection over which requests can be sent, once HTTP/2 is agreed on.
func (l *loop) ready(c *connection) {
	if c.since = l.now; l.overlaps {
		l.greet(c)
		return
	}
	l.opened(c)
}

// opened makes a connection ready to send.
func (l *loop) opened(c *connection) {
	l.dialing--
	c.phase, c.failures, c.answered, c.left, c.heard = open, 0, false, unlimited, l.now
	if l.perConnection > 0 {
		c.left = l.perConnection
	}
	c.response = response{keep: l.keep, watches: l.cookies, body: c.response.body, cookies: c.response.cookies, carry: c.response.carry[:0]}
}

// failDial counts a connection that could not be opened, and tries again later. No request went out, so none failed.
func (l *loop) failDial(c *connection, err error) {
	l.dialError = err
	if !l.draining {
		l.connectFailed++
	}
	l.shut(c)
	c.failures++
	l.retry(c, backoff(c.failures-1))
}

// lose ends a connection under its requests. The oldest fails as kind; those behind it fail as reset, or as timed out with it.
func (l *loop) lose(c *connection, kind Kind) {
	switch {
	case c.phase == greeting:
		l.failDial(c, errUngreeted)
		return
	case c.h2 != nil:
		l.loseStreams(c, kind)
	}
	for ; c.count > 0; c.pop() {
		if !l.draining {
			l.fail(kind, c.oldest().due, l.now)
		}
		if kind != Timeout {
			kind = Reset
		}
	}
	l.reopen(c)
}

// reopen closes the socket and opens another: at once if this one had a response, else after a backoff.
func (l *loop) reopen(c *connection) {
	l.shut(c)
	if c.answered {
		l.retry(c, 0)
		return
	}
	c.failures++
	l.retry(c, backoff(c.failures-1))
}

// retry dials at once, or leaves it to a tick: after a pause, or when too many are dialing.
func (l *loop) retry(c *connection, after time.Duration) {
	if l.draining {
		return
	}
	c.retryAt = l.now + after
	if after == 0 && l.dialing < dialingMost {
		l.dial(c)
		return
	}
	l.tickAt = min(l.tickAt, max(c.retryAt, l.now+retryMin))
}

// shut closes the socket and forgets its requests, without counting them.
func (l *loop) shut(c *connection) {
	if c.phase == connecting || c.phase == securing || c.phase == greeting {
		l.dialing--
	}
	if c.h2 != nil {
		if c.phase == open && c.answered && !l.draining {
			l.allowed(c)
		}
		c.h2.forget()
	}
	if c.tls != nil {
		c.tls.stop()
		// A handshake that is stopped leaves an alert, or a change of ciphers: the next connection that sends would send it.
		c.tls, l.made = nil, l.made[:0]
	}
	if c.phase != closed && c.fd >= 0 {
		_ = unix.Close(int(c.fd))
	}
	c.phase, c.fd, c.count, c.first, c.unwritten, c.behind = closed, -1, 0, 0, nil, nil
}
