package volley

import (
	"time"

	"millionrps/agent/internal/volley/h2"
)

// multiplex is the HTTP/2 of one connection. Its memory is used again for the next socket.
type multiplex struct {
	reader    *h2.Reader
	streams   []stream
	next      uint32        // the number of the next stream
	window    int64         // what the server lets be sent on the connection
	taken     int64         // bytes of bodies that came and were not given back to the server's window yet
	uploading int           // streams with a rest of their body
	last      int           // the place of the stream that was found last
	put       int           // the place that was filled last
	away      bool          // the server takes no more streams
	askedAt   time.Duration // when a silent server was asked for any answer; over when something was heard since
}

// stream is a request that was sent and not answered yet, in a place that may be free.
type stream struct {
	pending
	number   uint32 // 0: the place is free
	begun    bool   // the head of its response came
	window   int64  // what the server lets be sent on it
	taken    int64
	rest     []byte // of its body
	memory   []byte // of a body that was put together for it
	response response
}

// streamsMost is what numbers suffice for on one connection: every second up to 2^31.
const streamsMost = 1<<30 - 1

func (m *multiplex) begin(streams int) {
	if m.streams == nil {
		m.streams = make([]stream, streams)
	}
	m.forget()
	m.reader, m.next, m.window = h2.NewReader(), 1, 65_535
	m.taken, m.last, m.put, m.away = 0, 0, 0, false
}

// forget frees every place.
func (m *multiplex) forget() {
	for i := range m.streams {
		m.streams[i].number, m.streams[i].rest = 0, nil
	}
	m.uploading = 0
}

// find is the stream with this number; nil where it is over. Responses mostly come in the order of requests, which is the order of places.
func (m *multiplex) find(number uint32) *stream { return m.search(number, &m.last) }

// search looks at every place, from the one that was found last on.
func (m *multiplex) search(number uint32, from *int) *stream {
	for i := *from; i < len(m.streams); i++ {
		if m.streams[i].number == number {
			*from = i
			return &m.streams[i]
		}
	}
	for i := range *from {
		if m.streams[i].number == number {
			*from = i
			return &m.streams[i]
		}
	}
	return nil
}

// place is a free one. There has to be one.
func (m *multiplex) place() *stream {
	s := m.search(0, &m.put)
	s.number = m.next
	s.begun, s.taken, s.window = false, 0, m.reader.Window
	m.next += 2
	return s
}

// free ends a stream.
func (c *connection) free(s *stream) {
	if len(s.rest) > 0 {
		c.h2.uploading--
	}
	s.number, s.rest = 0, nil
	c.count--
}

// idle says that no stream of this number was ever begun.
func (m *multiplex) idle(number uint32) bool { return number >= m.next || number%2 == 0 }

// inFlight counts those that were due since a moment.
func (m *multiplex) inFlight(since time.Duration) (n int64) {
	for i := range m.streams {
		if s := &m.streams[i]; s.number != 0 && s.due >= since {
			n++
		}
	}
	return n
}
