package volley

import (
	"crypto/tls"
	"math"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

const (
	unlimited    = math.MaxInt // requests on a connection
	bufferSize   = 16 << 10    // stays in the CPU's nearest cache, and holds what most servers write at once
	tickEvery    = 100 * time.Millisecond
	dialingMost  = 256 // at a time, so that no listener's queue overflows
	drainMost    = time.Second
	endingMost   = time.Second
	lateAfter    = time.Millisecond
	discardLeast = 16 << 10
)

// loop is one thread with its share of the connections. Everything it does happens between two waits; nothing is shared while it runs, but
// for what is atomic.
type loop struct {
	*plan
	tally
	index       int
	cpu         int // it is pinned to; -1: to none
	poll        *poller
	connections []connection
	buffer      []byte
	config      *tls.Config // nil: http
	sealed      []byte      // received records
	plain       []byte      // what was in them
	made        []byte      // records to be sent
	handshakes  handshakes
	frames      []byte // to be sent
	block       []byte
	valueText   []byte
	server      server
	again       []time.Duration // when requests were due that a server handed back

	streamsAllowed uint32 // the least that a server allowed on a connection in the end
	streamsMost    uint32 // the most that it ever allowed on one; 0: no connection came so far
	takenBack      int64  // requests that a server said it had not looked at
	last           memory
	tape           tape
	schedule       *schedule // nil: closed loop
	line           line      // of connections with room, in an open loop
	churned        []byte
	composer       composer

	now        time.Duration // the last reading of the clock
	running    bool          // may send
	draining   bool          // the measurement is over: nothing is counted any more
	dialing    int
	absent     int // connections that are not open
	tickAt     time.Duration
	dialError  error
	reader     bodyReader
	unread     []unread // what was left for the next turn; unreadNext is its spare
	unreadNext []unread
	used       usage

	stopped atomic.Bool
	shown   atomic.Int64 // successes so far, for whoever watches
}

func (l *loop) clock() time.Duration {
	l.now = time.Since(l.base)
	return l.now
}

// run makes the load. It begins at l.loadStart and returns when the measurement is over and what was in flight has been answered.
func (l *loop) run() {
	for l.clock() < l.loadStart && !l.stopped.Load() {
		l.turn(l.loadStart)
	}
	l.running = !l.stopped.Load()
	for i := range l.connections {
		l.refill(&l.connections[i])
	}
	if l.clock(); l.now < l.start {
		l.until(l.start)
	}
	l.used.begin(l.index)
	l.until(l.end)
	l.freeze()
	for deadline := l.clock() + min(drainMost, l.timeout); l.now < deadline && l.outstanding(); {
		l.turn(deadline)
	}
	l.closeAll()
}

// until works on until a moment, or until it is stopped.
func (l *loop) until(moment time.Duration) {
	for l.now < moment && !l.draining && !l.stopped.Load() {
		if l.schedule != nil {
			l.dispatch()
		}
		l.turn(moment)
	}
}

// turn waits for something to do, at most until a moment, and does it.
func (l *loop) turn(moment time.Duration) {
	if l.now >= l.tickAt {
		l.tick()
	}
	moment = min(moment, l.tickAt)
	if l.schedule != nil && l.running && l.line.length > 0 {
		moment = min(moment, l.loadStart+l.schedule.next)
	}
	if len(l.unread) > 0 {
		moment = l.now
	}
	events := l.poll.wait(moment - l.now)
	before := l.now
	for i := range events {
		l.handle(&events[i])
	}
	l.readUnread()
	if l.now == before {
		l.clock()
	}
}

func (l *loop) handle(event *unix.EpollEvent) {
	c := &l.connections[event.Fd]
	if c.generation != event.Pad || c.phase == closed {
		return
	}
	if c.phase == connecting {
		if event.Events&(unix.EPOLLOUT|unix.EPOLLERR|unix.EPOLLHUP) != 0 {
			l.finishDial(c)
		}
		return
	}
	if c.phase == securing {
		l.shaking(c)
		return
	}
	if c.owes() && event.Events&unix.EPOLLOUT != 0 {
		l.flush(c)
	}
	const over = unix.EPOLLRDHUP | unix.EPOLLHUP | unix.EPOLLERR
	if event.Events&(unix.EPOLLIN|over) != 0 && c.phase != closed {
		l.readable(c, event.Events&over != 0)
	}
}

// tick does what needs no exact time: timeouts, and opening connections again.
func (l *loop) tick() {
	l.clock()
	l.shown.Store(l.succeeded)
	l.absent = 0
	for i := range l.connections {
		c := &l.connections[i]
		switch {
		case c.phase == closed && !l.draining:
			if l.absent++; l.now >= c.retryAt && l.dialing < dialingMost {
				l.dial(c)
			}
		case c.phase == connecting || c.phase == securing || c.phase == greeting:
			if l.absent++; l.now-c.since > l.timeout {
				if c.phase == securing {
					l.handshakes.fail(unix.ETIMEDOUT, l.measured())
				}
				l.failDial(c, unix.ETIMEDOUT)
			}
		case c.owes() && l.now-c.owedSince > l.timeout:
			l.lose(c, Timeout)
		case c.h2 != nil && c.phase == open:
			l.expire(c)
		case c.count > 0 && l.now-c.oldest().sent > l.timeout:
			l.lose(c, Timeout)
		case c.phase == ending && c.count == 0 && l.now-c.since > endingMost:
			l.reopen(c)
		}
	}
	every := min(tickEvery, max(l.timeout/4, time.Millisecond))
	if l.absent > 0 {
		every = min(every, retryMin)
	}
	l.tickAt = l.now + every
}

// freeze ends the measurement: what is in flight now stays so in the figures, whatever still comes.
func (l *loop) freeze() {
	if l.draining {
		return
	}
	l.draining = true
	l.end = min(l.end, l.now)
	l.used.finish(l.index)
	for i := range l.connections {
		c := &l.connections[i]
		if c.h2 != nil {
			if l.inFlight += c.h2.inFlight(l.start); c.phase == open {
				l.allowed(c)
			}
			continue
		}
		for _, p := range c.withdraw() {
			if p.due < l.start {
				continue
			}
			l.sent--
			if l.schedule != nil {
				l.unsent++
				if l.late(p.due, p.sent) {
					l.sentLate--
				}
			}
		}
		for n := range c.count {
			if c.at(n).due >= l.start {
				l.inFlight++
			}
		}
	}
	if l.schedule != nil {
		for _, due := range l.again {
			if due >= l.start {
				l.unsent++
			}
		}
		l.unsent += l.schedule.left(l.start-l.loadStart, l.end-l.loadStart)
	}
	l.shown.Store(l.succeeded)
}

func (l *loop) outstanding() bool {
	for i := range l.connections {
		if c := &l.connections[i]; c.phase != closed && c.count > 0 {
			return true
		}
	}
	return false
}

func (l *loop) closeAll() {
	for i := range l.connections {
		l.shut(&l.connections[i])
	}
}
