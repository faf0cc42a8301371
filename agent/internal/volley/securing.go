package volley

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// secureDial begins the handshake on a socket that was just connected.
func (l *loop) secureDial(c *connection) {
	c.phase, c.since = securing, l.clock()
	c.tls = newSecure(l.config, &l.made)
	l.shake(c)
}

// shake goes on with a handshake, and with the connection when it is over.
func (l *loop) shake(c *connection) {
	over := c.tls.advance()
	if over && c.tls.err != nil {
		err := c.tls.err
		// An alert tells the server why; whether it takes it does not matter any more.
		_, _ = send(c.fd, l.made)
		l.made = l.made[:0]
		l.clock()
		l.handshakes.fail(err, l.measured())
		l.failDial(c, err)
		return
	}
	if !l.ship(c) || !over {
		return
	}
	l.clock()
	if l.overlaps && c.tls.ConnectionState().NegotiatedProtocol != HTTP2 {
		l.handshakes.fail(errNoHTTP2, l.measured())
		l.failDial(c, errNoHTTP2)
		return
	}
	l.handshakes.finish(c.tls.ConnectionState(), l.now-c.since, l.measured())
	generation := c.generation
	if l.ready(c); c.generation != generation || c.phase == closed {
		return
	}
	// What came with the end of the handshake is with crypto/tls already.
	if l.unseal(c) {
		l.refill(c)
	}
}

// measured says whether what happens now belongs to the measurement.
func (l *loop) measured() bool { return l.running && !l.draining && l.now >= l.start }

// shaking reads what arrived for a handshake.
func (l *loop) shaking(c *connection) {
	for generation := c.generation; c.generation == generation && c.phase == securing; {
		n, errno := receive(c.fd, l.sealed)
		switch {
		case errno == unix.EAGAIN:
			return
		case errno == unix.EINTR:
			continue
		case errno != 0:
			l.clock()
			l.handshakes.fail(errno, l.measured())
			l.failDial(c, errno)
			return
		}
		c.tls.arrived, c.tls.over = l.sealed[:n], n == 0
		l.shake(c)
		if n < len(l.sealed) {
			return
		}
	}
}

// unseal opens what arrived and digests it. It returns false when the socket is gone.
func (l *loop) unseal(c *connection) bool {
	generation := c.generation
	for {
		n, err := c.tls.Read(l.plain)
		if n > 0 {
			if l.measured() {
				l.bytes += int64(n)
			}
			if l.digest(c, l.plain[:n]); c.generation != generation || c.phase == closed {
				return false
			}
		}
		if err == nil {
			continue
		}
		if !l.ship(c) {
			return false
		}
		switch {
		case err == error(errDry):
			return true
		case errors.Is(err, io.EOF):
			l.over(c, true)
		case errors.Is(err, errCut):
			l.over(c, false)
		default:
			l.lose(c, Malformed)
		}
		return false
	}
}

// ship hands to the kernel what crypto/tls made. It returns false when that ended the connection.
func (l *loop) ship(c *connection) bool {
	s := c.tls
	if len(s.sealed) > 0 {
		s.sealed = append(s.sealed, l.made...)
		l.made = l.made[:0]
		return true
	}
	if len(l.made) == 0 {
		return true
	}
	n, ok := l.push(c, l.made)
	if ok {
		s.sealed, c.owedSince = append(s.sealed, l.made[n:]...), l.now
	}
	l.made = l.made[:0]
	return ok
}

// push is how much of a text the kernel took. When it fails the connection is lost.
func (l *loop) push(c *connection, text []byte) (n int, ok bool) {
	n, errno := send(c.fd, text)
	switch errno {
	case 0:
		return n, true
	case unix.EAGAIN, unix.EINTR:
		return 0, true
	}
	if c.phase == securing {
		l.clock()
		l.handshakes.fail(errno, l.measured())
		l.failDial(c, errno)
	} else {
		l.lose(c, Reset)
	}
	return 0, false
}

// seal sends a text a record at a time. What is not sent to the end of its record stays unwritten: nobody can open a part of one.
func (l *loop) seal(c *connection, text []byte) {
	s := c.tls
	if len(s.sealed) > 0 {
		n, ok := l.push(c, s.sealed)
		if !ok {
			return
		}
		if s.sealed = s.sealed[n:]; len(s.sealed) > 0 {
			c.unwritten = text
			return
		}
		s.sealed, text, s.carries = nil, text[s.carries:], 0
	}
	for len(text) > 0 {
		most := min(len(text), recordMost)
		if _, err := s.Write(text[:most]); err != nil {
			l.made = l.made[:0]
			l.lose(c, Reset)
			return
		}
		if !l.ship(c) {
			return
		}
		if len(s.sealed) > 0 {
			c.unwritten, s.carries = text, most
			return
		}
		text = text[most:]
	}
	c.unwritten = nil
}
