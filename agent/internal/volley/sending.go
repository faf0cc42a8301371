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
	if (c.count == 0 || c.h2 != nil) && l.now < l.end {
		l.transmit(c, room)
	}
}

// dispatch sends what is due, on the connections that have waited longest.
func (l *loop) dispatch() {
	elapsed := min(l.now, l.end-1) - l.loadStart
	if !l.waits(elapsed) || l.line.length == 0 {
		return
	}
	share := 1
	if l.pipelining > 1 {
		// What was taken back may be due while the schedule is not.
		share += max(0, int((elapsed-l.schedule.next).Seconds()*l.rates.to/float64(l.schedule.loops)/float64(l.line.length)))
	}
	for l.waits(elapsed) && l.line.length > 0 {
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

// waits says that a request is due.
func (l *loop) waits(elapsed time.Duration) bool {
	return len(l.again) > 0 || l.schedule.next <= elapsed
}

// nextDue is when the next request was meant to be sent.
func (l *loop) nextDue() (due time.Duration) {
	if len(l.again) > 0 {
		due, l.again = l.again[0], l.again[1:]
	} else {
		due = l.loadStart + l.schedule.next
		l.schedule.pass()
	}
	if l.late(due, l.now) {
		l.sentLate++
	}
	return due
}

// late says whether a request of the measurement was sent too late.
func (l *loop) late(due, sent time.Duration) bool { return due >= l.start && sent-due > lateAfter }

// transmitDue sends up to n requests that are due.
func (l *loop) transmitDue(c *connection, n int, elapsed time.Duration) {
	from := c.count
	for ; n > 0 && l.waits(elapsed); n-- {
		c.push(pending{due: l.nextDue(), sent: l.now})
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
	if c.h2 != nil {
		l.putStreams(c, from)
		return
	}
	n := c.count - from
	text, which := l.tape.take(n)
	closes := false
	if l.perConnection > 0 {
		c.left -= n
		closes = c.left == 0
	}
	if l.composes {
		l.compose(c, from, which, closes)
		return
	}
	for i, request := range which {
		p := c.at(from + i)
		p.which, p.size = int32(request), int32(len(l.texts[request]))
		if p.due >= l.start {
			l.sent++
		}
	}
	if closes {
		text = l.asking(text, which[n-1])
		c.at(c.count - 1).size = int32(len(l.closing[which[n-1]]))
	}
	l.write(c, text)
	if closes && len(c.unwritten) > 0 {
		c.unwritten = append([]byte(nil), c.unwritten...)
	}
}

// asking replaces the last request by one that asks the server to close. The side that closes first has to remember the connection for a
// minute (TIME_WAIT), and a client would run out of ports.
func (l *loop) asking(text []byte, last int) []byte {
	l.churned = append(l.churned[:0], text[:len(text)-len(l.texts[last])]...)
	l.churned = append(l.churned, l.closing[last]...)
	return l.churned
}

// write hands text to the kernel. What it does not take is c.unwritten, a part of the text.
func (l *loop) write(c *connection, text []byte) {
	if c.tls != nil {
		l.seal(c, text)
		return
	}
	n, errno := send(c.fd, text)
	switch {
	case errno == 0 && n == len(text):
		c.unwritten = nil
	case errno == unix.EAGAIN || errno == unix.EINTR || errno == 0:
		if errno != 0 {
			n = 0
		}
		c.unwritten, c.owedSince = text[n:], l.now
	default:
		l.lose(c, Reset)
	}
}

// flush goes on with what the kernel did not take before.
func (l *loop) flush(c *connection) {
	generation := c.generation
	c.owedSince = l.now
	for {
		l.write(c, c.unwritten)
		if c.generation != generation || c.phase == closed || len(c.unwritten) > 0 {
			return
		}
		if len(c.behind) == 0 {
			break
		}
		c.unwritten, c.behind = c.behind[0], c.behind[1:]
	}
	c.behind = nil
	if c.h2 != nil {
		l.flushStreams(c)
	}
	if c.phase == open {
		l.refill(c)
	}
}
