package volley

import "time"

// tapeMost bounds what is rendered beforehand, in bytes. What is longer, as with large bodies, is put together when it is sent.
const tapeMost = 16 << 20

// copiedMost is the longest body that is copied behind its head, so that both go out in one piece.
const copiedMost = 16 << 10

// composer puts requests together that differ each time, or are too large for a tape. Its memory is used again for the next ones.
type composer struct {
	values
	text    []byte
	path    []byte
	cookies []byte
	pieces  []piece
}

// piece is memory that goes out in one. It is the composer's own unless it lasts.
type piece struct {
	bytes []byte
	lasts bool
}

// begin forgets the requests before.
func (m *composer) begin() { m.text, m.pieces = m.text[:0], m.pieces[:0] }

// add puts a request behind those before it, and says how long it is.
func (m *composer) add(r *rendered, cookies *jar, now time.Duration, closing bool) (size int) {
	m.draw(r.variables)
	if cookies != nil {
		m.path = r.path.appendTo(m.path[:0], &m.values)
		m.cookies = cookies.append(m.cookies[:0], m.path, now)
	}
	from := len(m.text)
	m.text = r.appendHead(m.text, &m.values, m.cookies, closing)
	body := r.body.length(&m.values)
	if len(r.body) != 1 || body <= copiedMost || r.body.varies() {
		m.text = r.body.appendTo(m.text, &m.values)
		m.behind(m.text[from:])
		return len(m.text) - from
	}
	m.behind(m.text[from:])
	m.pieces = append(m.pieces, piece{r.body[0].text, true})
	return len(m.text) - from + body
}

// behind joins text to the piece before it where that ends where the text begins.
func (m *composer) behind(text []byte) {
	if n := len(m.pieces); n > 0 && !m.pieces[n-1].lasts {
		before := m.pieces[n-1].bytes
		if len(before)+len(text) <= cap(before) && &before[:len(before)+1][len(before)] == &text[0] {
			m.pieces[n-1].bytes = before[:len(before)+len(text)]
			return
		}
	}
	m.pieces = append(m.pieces, piece{text, false})
}

// compose sends the requests that were pushed after the first `from`.
func (l *loop) compose(c *connection, from int, which []int, closes bool) {
	l.composer.begin()
	for i, request := range which {
		p := c.at(from + i)
		p.which = int32(request)
		p.size = int32(l.composer.add(&l.requests[request], c.jar, l.now, closes && i == len(which)-1))
		if p.due >= l.start {
			l.sent++
		}
	}
	l.hand(c, l.composer.pieces)
}

// hand gives the kernel piece after piece. What it does not take yet waits at the connection, in memory that lasts.
func (l *loop) hand(c *connection, pieces []piece) {
	generation := c.generation
	for i, p := range pieces {
		l.write(c, p.bytes)
		if c.generation != generation || c.phase != open {
			return
		}
		if len(c.unwritten) == 0 {
			continue
		}
		if !p.lasts {
			c.unwritten = append([]byte(nil), c.unwritten...)
		}
		for _, later := range pieces[i+1:] {
			if !later.lasts {
				later.bytes = append([]byte(nil), later.bytes...)
			}
			c.behind = append(c.behind, later.bytes)
		}
		return
	}
}
