package volley

import (
	"errors"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/volley/h2"
)

var (
	errNoHTTP2   = errors.New("the server did not agree on HTTP/2")
	errUngreeted = errors.New("the connection ended before the settings of HTTP/2 came")
	errStream    = errors.New("a frame is of a stream that was never begun")
)

// server is what the server of a connection says, to the loop.
type server struct {
	l *loop
	c *connection
}

// allowed takes in how many streams the server of a connection allowed.
func (l *loop) allowed(c *connection) {
	l.streamsAllowed = min(l.streamsAllowed, c.h2.reader.Streams)
	l.streamsMost = max(l.streamsMost, c.h2.reader.StreamsMost)
}

// digestStreams reads frames, and answers them.
func (l *loop) digestStreams(c *connection, data []byte) {
	m := c.h2
	l.frames = l.frames[:0]
	l.server = server{l, c}
	if err := m.reader.Feed(data, &l.server); err != nil {
		l.breakOff(c, err)
		return
	}
	if c.phase == greeting && m.reader.Greeted {
		l.opened(c)
		c.left = streamsMost
		if l.perConnection > 0 {
			c.left = min(c.left, l.perConnection)
		}
		if m.away {
			c.left = 0
		}
	}
	l.frames = append(l.frames, m.reader.Answers...)
	m.reader.Answers = m.reader.Answers[:0]
	if m.taken >= h2.ConnectionWindow/2 {
		l.frames = h2.AppendWindow(l.frames, 0, uint32(m.taken))
		m.taken = 0
	}
	l.upload(c)
	generation := c.generation
	if l.emit(c); c.generation == generation && c.phase == open && c.count == 0 && c.left == 0 {
		l.retire(c)
	}
}

// breakOff ends a connection on which the server broke the rules, and tells it so.
func (l *loop) breakOff(c *connection, err error) {
	greeted := c.phase != greeting
	l.frames = h2.AppendGoAway(l.frames[:0], h2.ProtocolError)
	generation := c.generation
	if len(c.unwritten) == 0 {
		l.write(c, l.frames)
	}
	l.frames = l.frames[:0]
	switch {
	case c.generation != generation || c.phase == closed:
	case greeted:
		l.lose(c, Malformed)
	default:
		l.failDial(c, err)
	}
}

// retire closes a socket that may send no more, by a reset: everything was answered, and the port is free at once.
func (l *loop) retire(c *connection) {
	// Where it is not possible, the port is free a minute later.
	_ = unix.SetsockoptLinger(int(c.fd), unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1})
	l.reopen(c)
}

func (e *server) Settled(by int64) error {
	m := e.c.h2
	for i := range m.streams {
		if s := &m.streams[i]; s.number != 0 {
			if err := h2.Widen(&s.window, by); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *server) Widened(number uint32, by int64) error {
	m := e.c.h2
	if number == 0 {
		return h2.Widen(&m.window, by)
	}
	if s := m.find(number); s != nil {
		return h2.Widen(&s.window, by)
	}
	return e.over(number)
}

// over is an error unless the stream has been.
func (e *server) over(number uint32) error {
	if number == 0 || e.c.h2.idle(number) {
		return errStream
	}
	return nil
}

func (e *server) Head(number uint32, head *h2.Head, ended bool) error {
	s := e.c.h2.find(number)
	switch {
	case number == 0 || s == nil:
		return e.over(number)
	case s.begun && head.Status == 0 && ended:
		e.answered(s)
	case s.begun || head.Status < 100 || head.Status < 200 && ended:
		e.giveUp(s, Malformed)
	case head.Status >= 200:
		s.begun = true
		r := &s.response
		*r = response{keep: e.l.keep, body: r.body[:0]}
		r.status, r.length, r.gzip, r.encoded = head.Status, head.Length, head.Gzip, head.Encoded
		r.bodiless = r.status == 204 || r.status == 304 || e.l.requests[s.which].bodiless
		if e.c.jar != nil && len(head.Cookies) > 0 {
			e.l.keepCookies(e.c, head.Cookies, s.which)
		}
		if ended {
			e.answered(s)
		}
	}
	return nil
}

func (e *server) Data(number uint32, data []byte, size int, ended bool) error {
	m := e.c.h2
	m.taken += int64(size)
	s := m.find(number)
	switch {
	case s == nil:
		return e.over(number)
	case !s.begun || s.response.length >= 0 && s.response.bodyBytes+int64(len(data)) > s.response.length && !s.response.bodiless:
		e.giveUp(s, Malformed)
		return nil
	}
	s.response.collect(data)
	s.taken += int64(size)
	switch {
	case ended:
		e.answered(s)
	case s.taken >= h2.StreamWindow/2:
		e.l.frames = h2.AppendWindow(e.l.frames, number, uint32(s.taken))
		s.taken = 0
	}
	return nil
}

// answered counts a complete response.
func (e *server) answered(s *stream) {
	r := &s.response
	if !r.bodiless && r.length >= 0 && r.bodyBytes != r.length {
		e.giveUp(s, Malformed)
		return
	}
	e.l.settle(&s.pending, r)
	e.c.answered = true
	if len(s.rest) > 0 {
		e.l.frames = h2.AppendReset(e.l.frames, s.number, h2.NoError)
	}
	e.c.free(s)
}

// giveUp fails a request and has the server forget it.
func (e *server) giveUp(s *stream, kind Kind) {
	e.l.frames = h2.AppendReset(e.l.frames, s.number, h2.Cancel)
	e.l.failStream(e.c, s, kind)
}

func (e *server) Reset(number, _ uint32) error {
	s := e.c.h2.find(number)
	switch {
	case s == nil:
		return e.over(number)
	case s.begun:
		e.l.failStream(e.c, s, Malformed)
	default:
		e.l.failStream(e.c, s, Reset)
	}
	return nil
}

// GoAway takes back what the server says it has not looked at: it is sent again, on another connection.
func (e *server) GoAway(last, _ uint32) error {
	m := e.c.h2
	m.away, e.c.left = true, 0
	for i := range m.streams {
		if s := &m.streams[i]; s.number > last {
			e.l.takeBack(s.pending)
			e.c.free(s)
		}
	}
	return nil
}

// takeBack makes a request one that was not sent. An open loop sends it again while it can; a closed one sends another in its place.
func (l *loop) takeBack(p pending) {
	if p.due >= l.start {
		l.sent--
		l.takenBack++
		if l.schedule != nil && l.late(p.due, p.sent) {
			l.sentLate--
		}
	}
	switch {
	case l.draining && p.due >= l.start:
		// It was still in flight when the measurement ended.
		l.inFlight--
		if l.schedule != nil {
			l.unsent++
		}
	case l.schedule != nil && !l.draining:
		l.again = append(l.again, p.due)
	}
}

func (l *loop) failStream(c *connection, s *stream, kind Kind) {
	if !l.draining {
		l.fail(kind, s.due, l.now)
	}
	c.free(s)
}

// loseStreams fails what a connection leaves unanswered: what had begun as malformed, and the first of the others as kind.
func (l *loop) loseStreams(c *connection, kind Kind) {
	m := c.h2
	first := uint32(0)
	for i := range m.streams {
		if n := m.streams[i].number; n != 0 && !m.streams[i].begun && (first == 0 || n < first) {
			first = n
		}
	}
	for i := range m.streams {
		switch s := &m.streams[i]; {
		case s.number == 0:
		case s.begun:
			l.failStream(c, s, Malformed)
		case s.number == first || kind == Timeout:
			l.failStream(c, s, kind)
		default:
			l.failStream(c, s, Reset)
		}
	}
}

// expire gives up the streams that took too long. The connection stays as long as something answers: where nothing was heard for a timeout
// it is asked to, and given up after another one.
func (l *loop) expire(c *connection) {
	m := c.h2
	asked := m.askedAt > c.heard
	if asked && l.now-m.askedAt > l.timeout {
		l.lose(c, Timeout)
		return
	}
	l.frames = l.frames[:0]
	for i := range m.streams {
		if s := &m.streams[i]; s.number != 0 && l.now-s.sent > l.timeout {
			l.frames = h2.AppendReset(l.frames, s.number, h2.Cancel)
			l.failStream(c, s, Timeout)
		}
	}
	if len(l.frames) == 0 {
		return
	}
	if !asked && l.now-c.heard > l.timeout {
		l.frames, m.askedAt = h2.AppendPing(l.frames), l.now
	}
	generation := c.generation
	if l.emit(c); c.generation != generation || c.phase != open {
		return
	}
	if c.count == 0 && c.left == 0 {
		l.retire(c)
		return
	}
	l.refill(c)
}
