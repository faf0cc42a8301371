package volley

import (
	"crypto/tls"
	"errors"
	"iter"
	"net"
	"os"
	"time"
)

// secure is the TLS of one socket: a tls.Conn over what the loop received and will send. While the handshake lasts it runs as a coroutine,
// on the thread of the loop, which resumes it when more has arrived. Afterwards nothing of it runs but what the loop calls.
type secure struct {
	*tls.Conn
	arrived []byte  // received, and not yet taken by crypto/tls
	over    bool    // nothing more will arrive
	made    *[]byte // the loop's: records to be sent
	sealed  []byte  // records that the kernel has not taken yet
	carries int     // bytes of the connection's unwritten text that the sealed records hold

	pause  func(struct{}) bool // of the coroutine; nil after the handshake
	resume func() (struct{}, bool)
	stop   func()
	err    error // of the handshake
}

var (
	errCut       = errors.New("the connection ended without TLS's own end")
	errAbandoned = errors.New("the handshake was given up")
)

// recordMost is what one record holds.
const recordMost = 16 << 10

// newSecure begins a handshake, whose first message is to be sent then.
func newSecure(config *tls.Config, made *[]byte) *secure {
	s := &secure{made: made}
	s.Conn = tls.Client(wire{s}, config)
	s.resume, s.stop = iter.Pull(func(pause func(struct{}) bool) {
		s.pause = pause
		s.err = s.Handshake()
		s.pause = nil
	})
	return s
}

// advance goes on with the handshake and says whether it is over.
func (s *secure) advance() (over bool) {
	_, pauses := s.resume()
	return !pauses
}

// wire is the socket as crypto/tls sees it.
type wire struct{ s *secure }

// Read gives what has arrived. When that is used up, a handshake pauses, and anything else gets an error that crypto/tls does not take for
// the end.
func (w wire) Read(to []byte) (int, error) {
	s := w.s
	for len(s.arrived) == 0 {
		switch {
		case s.over:
			return 0, errCut
		case s.pause == nil:
			return 0, errDry
		case !s.pause(struct{}{}):
			return 0, errAbandoned
		}
	}
	n := copy(to, s.arrived)
	s.arrived = s.arrived[n:]
	return n, nil
}

func (w wire) Write(record []byte) (int, error) {
	*w.s.made = append(*w.s.made, record...)
	return len(record), nil
}

// The loop closes the socket, and keeps its time.

func (wire) Close() error                     { return nil }
func (wire) LocalAddr() net.Addr              { return nil }
func (wire) RemoteAddr() net.Addr             { return nil }
func (wire) SetDeadline(time.Time) error      { return nil }
func (wire) SetReadDeadline(time.Time) error  { return nil }
func (wire) SetWriteDeadline(time.Time) error { return nil }

// dry says that nothing is there yet. It is temporary, so that crypto/tls goes on where it was (crypto/tls/conn.go: readRecordOrCCS).
type dry struct{}

var errDry net.Error = dry{}

func (dry) Error() string   { return os.ErrDeadlineExceeded.Error() }
func (dry) Timeout() bool   { return true }
func (dry) Temporary() bool { return true }
