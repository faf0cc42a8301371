package sampler

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// answerTimeout is how long one sample waits for the target's counters. A target that did not answer in time is not waited for again
// until it has: hung, it costs one sample 200 ms and the others nothing.
const answerTimeout = 200 * time.Millisecond

// requestSource reads the reference server's stats socket: one byte asks, one line of JSON answers (request_counters.go). The question is
// sent before the kernel files are read and the answer awaited after, so a server that is alive is not waited for at all. Plain system
// calls on a socket of our own cost less than Go's network poller.
type requestSource struct {
	socket   string // "": not tracked
	fd       int
	relayout bool

	asked    bool // an answer is outstanding
	hung     bool // the last question was not answered in time
	stale    bool
	poll     [1]unix.PollFd
	answer   []byte
	received int

	counters, next requestCounters
}

func (s *requestSource) track(socket string) error {
	const longest = 107 // sun_path of unix(7), less its zero byte
	if socket == "" || len(socket) > longest {
		return fmt.Errorf("tracking requests: a stats socket's path has 1 to %d bytes, not %d", longest, len(socket))
	}
	s.untrack()
	*s = requestSource{fd: -1, socket: socket, relayout: true, stale: true, answer: s.answer}
	return nil
}

func (s *requestSource) untrack() {
	s.disconnect()
	s.relayout = s.relayout || s.socket != ""
	s.socket = ""
}

// ask sends the question, unless an earlier one is still open.
func (s *requestSource) ask() {
	if s.socket == "" || !s.connect() {
		return
	}
	if s.asked && !s.receive(0) {
		return
	}
	if s.fd < 0 && !s.connect() {
		return
	}
	if _, err := unix.SendmsgN(s.fd, question, nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT); err != nil {
		s.disconnect()
		return
	}
	s.asked = true
}

var question = []byte("\n")

// read takes the answer. Without one the last counters repeat, marked as stale.
func (s *requestSource) read(scope) (changed bool, err error) {
	if s.socket != "" {
		timeout := answerTimeout
		if s.hung {
			timeout = 0
		}
		s.stale = !s.asked || !s.receive(timeout)
		s.hung = s.asked
	}
	changed = s.relayout
	s.relayout = false
	return changed, nil
}

// connect is tried at every sample until it works: the server may still be starting. The socket does not block, so that a server which
// no longer accepts cannot hold us up.
func (s *requestSource) connect() bool {
	if s.fd >= 0 {
		return true
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	s.fd = fd
	if err := unix.Connect(fd, &unix.SockaddrUnix{Name: s.socket}); err != nil {
		s.disconnect()
		return false
	}
	return true
}

func (s *requestSource) disconnect() {
	if s.fd >= 0 {
		_ = unix.Close(s.fd)
	}
	s.fd, s.asked, s.hung, s.received = -1, false, false, 0
}

// receive waits for the end of the line; true says that the counters are new.
func (s *requestSource) receive(timeout time.Duration) bool {
	for began := time.Now(); ; {
		if !s.wait(timeout - time.Since(began)) {
			return false
		}
		end, err := s.receiveSome()
		if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			s.disconnect()
			return false
		}
		if end < 0 {
			continue
		}
		if parseRequestCounters(s.answer[:end], &s.next) != nil {
			s.disconnect()
			return false
		}
		s.asked, s.hung, s.received = false, false, 0
		s.take()
		return true
	}
}

// wait says whether there is something to read; at least one look is taken whatever the time left.
func (s *requestSource) wait(left time.Duration) bool {
	s.poll[0] = unix.PollFd{Fd: int32(s.fd), Events: unix.POLLIN}
	const roundUp = time.Millisecond - 1
	n, err := unix.Poll(s.poll[:], int((max(left, 0) + roundUp).Milliseconds()))
	return n > 0 || err == unix.EINTR && left > 0
}

// receiveSome returns where the line ends, or -1 while it has not.
func (s *requestSource) receiveSome() (end int, err error) {
	const longestAnswer = 1 << 20
	if len(s.answer)-s.received < minimumReadBytes {
		if len(s.answer) >= longestAnswer {
			return 0, errors.New("the answer does not end")
		}
		s.answer = append(s.answer, make([]byte, max(len(s.answer), 2*minimumReadBytes))...)
	}
	n, err := unix.Read(s.fd, s.answer[s.received:])
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, errors.New("the server hung up")
	}
	at := bytes.IndexByte(s.answer[s.received:s.received+n], '\n')
	if at < 0 {
		s.received += n
		return -1, nil
	}
	return s.received + at, nil
}

// take makes the new counters the current ones. A worker that was started again counts from 0, so that begins a new layout.
func (s *requestSource) take() {
	s.relayout = s.relayout || toldApart(&s.counters, &s.next) || !slices.EqualFunc(s.counters.workers, s.next.workers, func(a, b workerRequests) bool {
		return a.worker == b.worker && a.pid == b.pid
	})
	s.counters, s.next = s.next, s.counters
}

func (s *requestSource) columns(columns []string) []string {
	if s.socket == "" {
		return columns
	}
	columns = append(columns, "target/requestsStale", "target/requestsTimeUs", "target/firstRequestTimeUs")
	for _, worker := range s.counters.workers {
		columns = append(columns, fmt.Sprintf("target/worker/%d/requests", worker.worker))
	}
	return s.counters.columns(columns)
}

func (s *requestSource) values(values []int64) []int64 {
	if s.socket == "" {
		return values
	}
	stale := int64(0)
	if s.stale {
		stale = 1
	}
	values = append(values, stale, s.counters.timeUs, s.counters.firstRequestTimeUs)
	for _, worker := range s.counters.workers {
		values = append(values, worker.requests)
	}
	return s.counters.values(values)
}

func (s *requestSource) close() { s.disconnect() }
