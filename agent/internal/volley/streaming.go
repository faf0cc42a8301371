package volley

import (
	"strconv"

	"millionrps/agent/internal/volley/h2"
)

const (
	framesMost = 256 << 10 // put together before they are sent
	// owedMost bounds what a server can make a connection owe that it does not read.
	owedMost = 4 << 20
)

// greet begins HTTP/2 on a socket that is ready for it.
func (l *loop) greet(c *connection) {
	if c.h2 == nil {
		c.h2 = &multiplex{}
	}
	c.phase = greeting
	c.h2.begin(len(c.ring))
	l.frames = h2.AppendPreface(l.frames[:0])
	l.emit(c)
}

// putStreams sends the requests that were pushed after the first `from`, each on a stream of its own.
func (l *loop) putStreams(c *connection, from int) {
	m := c.h2
	_, which := l.tape.take(c.count - from)
	l.frames = l.frames[:0]
	for i, request := range which {
		first := m.next == 1
		s := m.place()
		s.pending = *c.at(from + i)
		s.which = int32(request)
		if s.due >= l.start {
			l.sent++
		}
		r := &l.requests[request]
		l.composer.draw(r.variables)
		if s.rest = l.bodyOf(r, s); len(s.rest) > 0 {
			m.uploading++
		}
		block := l.blocks[request].fixed
		if block == nil || first {
			block = l.composeBlock(c, request, len(s.rest), first)
		}
		l.frames = h2.AppendHeaders(l.frames, s.number, block, len(s.rest) == 0)
	}
	c.left -= len(which)
	l.upload(c)
	l.emit(c)
}

// bodyOf is the body of a request with the values that were drawn last, in memory that lasts as long as its stream.
func (l *loop) bodyOf(r *rendered, s *stream) []byte {
	if len(r.body) == 1 && r.body[0].variable < 0 {
		return r.body[0].text
	}
	s.memory = r.body.appendTo(s.memory[:0], &l.composer.values)
	return s.memory
}

// composeBlock is the head of a request that differs each time, or is the first of a connection.
func (l *loop) composeBlock(c *connection, request, body int, first bool) []byte {
	l.block = l.block[:0]
	if first {
		l.block = append(l.block, h2.TableOff...)
	}
	for _, s := range l.blocks[request].segments {
		l.block = append(l.block, s.text...)
		if s.value != nil {
			l.valueText = s.value.appendTo(l.valueText[:0], &l.composer.values)
			l.block = h2.AppendValue(l.block, l.valueText)
		}
	}
	r := &l.requests[request]
	if r.sized {
		l.valueText = strconv.AppendInt(l.valueText[:0], int64(body), 10)
		l.block = h2.AppendValue(h2.AppendName(l.block, "content-length"), l.valueText)
	}
	if c.jar != nil {
		l.valueText = r.path.appendTo(l.valueText[:0], &l.composer.values)
		l.composer.cookies = c.jar.append(l.composer.cookies[:0], l.valueText, l.now)
		if len(l.composer.cookies) > 0 {
			l.block = h2.AppendValue(h2.AppendName(l.block, "cookie"), l.composer.cookies)
		}
	}
	return l.block
}

// upload adds to the frames what the server's windows let be sent of bodies.
func (l *loop) upload(c *connection) {
	m := c.h2
	if m.uploading == 0 || len(c.unwritten) > 0 {
		return
	}
	for i := range m.streams {
		s := &m.streams[i]
		for len(s.rest) > 0 && s.window > 0 && m.window > 0 && len(l.frames) < framesMost {
			n := int(min(int64(min(len(s.rest), recordMost, m.reader.Frame)), s.window, m.window))
			l.frames = h2.AppendData(l.frames, s.number, s.rest[:n], n == len(s.rest))
			s.window -= int64(n)
			m.window -= int64(n)
			if s.rest = s.rest[n:]; len(s.rest) == 0 {
				m.uploading--
			}
		}
	}
}

// emit hands the frames to the kernel, behind those that it has not taken yet.
func (l *loop) emit(c *connection) {
	frames := l.frames
	l.frames = l.frames[:0]
	switch {
	case len(frames) == 0:
	case len(c.unwritten)+len(frames) > owedMost:
		l.lose(c, Malformed)
	case len(c.unwritten) > 0:
		c.unwritten = append(c.unwritten, frames...)
	default:
		generation := c.generation
		if l.write(c, frames); c.generation == generation && len(c.unwritten) > 0 {
			c.unwritten = append([]byte(nil), c.unwritten...)
		}
	}
}

// flushStreams goes on with bodies when the kernel has taken what was before them.
func (l *loop) flushStreams(c *connection) {
	generation := c.generation
	for c.generation == generation && c.phase == open && len(c.unwritten) == 0 {
		if l.upload(c); len(l.frames) == 0 {
			return
		}
		l.emit(c)
	}
}
