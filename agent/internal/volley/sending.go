package volley

import (
	"time"

	"golang.org/x/sys/unix"
)

// refill sends what a connection may send now: in a closed loop at once, in an open loop when something is due.
func (l *loop) refill(c *connection) {
	if !l.running || l.draining {
		return
	}
	room := c.room()
	if room == 0 {
		return
	}
	if l.schedule != nil {
		if !c.queued {
			c.queued = true
			l.line.push(c.place)
		}
		l.dispatch()
		return
	}
	// Batches stay whole: where a server answers in several writes, refilling after each would cut them into ever smaller ones.
	if c.count == 0 && l.now < l.end {
		l.transmit(c, room)
	}
}

// dispatch sends what is due, on the connections that have waited longest.
func (l *loop) dispatch() {
	elapsed := min(l.now, l.end-1) - l.loadStart
	if l.schedule.next > elapsed || l.line.length == 0 {
		return
	}
	share := 1
	if l.pipelining > 1 {
		share += int((elapsed - l.schedule.next).Seconds() * l.rates.to / float64(l.schedule.loops) / float64(l.line.length))
	}
	for l.schedule.next <= elapsed && l.line.length > 0 {
		place := l.line.pop()
		c := &l.connections[place]
		c.queued = false
		n := min(c.room(), share)
		if n == 0 {
			continue
		}
		if l.transmitDue(c, n, elapsed); c.room() > 0 && !c.queued {
			c.queued = true
			l.line.push(place)
		}
	}
}

// transmitDue sends up to n requests that are due.
func (l *loop) transmitDue(c *connection, n int, elapsed time.Duration) {
	from := c.count
	for n > 0 && l.schedule.next <= elapsed {
		due := l.loadStart + l.schedule.next
		if l.schedule.pass(); due >= l.start && l.now-due > lateAfter {
			l.sentLate++
		}
		c.push(pending{due: due, sent: l.now})
		n--
	}
	l.put(c, from)
}

// transmit sends n requests that are due now.
func (l *loop) transmit(c *connection, n int) {
	from := c.count
	for range n {
		c.push(pending{due: l.now, sent: l.now})
	}
	l.put(c, from)
}

// put hands the requests to the kernel that were pushed after the first `from`.
func (l *loop) put(c *connection, from int) {
	n := c.count - from
	text, which := l.tape.take(n)
	for i, request := range which {
		at := c.first + from + i
		if at >= len(c.ring) {
			at -= len(c.ring)
		}
		p := &c.ring[at]
		if p.which = int32(request); p.due >= l.start {
			l.sent++
		}
	}
	if l.perConnection > 0 {
		if c.left -= n; c.left == 0 {
			text = l.asking(text, which[n-1])
		}
	}
	l.write(c, text)
}

// asking replaces the last request by one that asks the server to close. The side that closes first has to remember the connection for a
// minute (TIME_WAIT), and a client would run out of ports.
func (l *loop) asking(text []byte, last int) []byte {
	l.churned = append(l.churned[:0], text[:len(text)-len(l.rendered[last])]...)
	l.churned = append(l.churned, l.closing[last]...)
	return l.churned
}

func (l *loop) write(c *connection, text []byte) {
	n, errno := send(c.fd, text)
	switch {
	case errno == 0 && n == len(text):
		c.unwritten = nil
	case errno == unix.EAGAIN || errno == unix.EINTR || errno == 0:
		if errno != 0 {
			n = 0
		}
		c.unwritten = text[n:]
		if l.perConnection > 0 {
			c.unwritten = append([]byte(nil), c.unwritten...)
		}
	default:
		l.lose(c, Reset)
	}
}

func (l *loop) flush(c *connection) {
	l.write(c, c.unwritten)
	if c.phase == open && len(c.unwritten) == 0 {
		l.refill(c)
	}
}
