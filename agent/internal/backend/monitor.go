package backend

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// askTimeout bounds a question, and so how long the boundary of a step may be held up.
const askTimeout = 500 * time.Millisecond

// session asks one service, over a connection of its own.
type session interface {
	// service is its name in a sentence.
	service() string
	// columns are the names of the values. The first is when the counters were read.
	columns() []string
	// looksPerSecond is how often look is asked: what is known of moments alone is known from such looks. 0 for a service without.
	looksPerSecond() int
	// look adds the values of this moment.
	look(ctx context.Context, values []int64) error
	// read replaces the counters.
	read(ctx context.Context, values []int64) error
	// cut says that nothing can be asked until reconnect.
	cut() bool
	reconnect(ctx context.Context) error
	close()
}

// Monitor reads the counters of a temporary service once a second, beside the samples, which take the latest reading.
type Monitor struct {
	session session
	log     *slog.Logger
	wanted  chan chan struct{}
	closing context.CancelFunc
	ended   chan struct{}

	// fresh belongs to the reader; values are the latest reading.
	fresh  []int64
	mu     sync.Mutex
	values []int64
}

// watch reads once, and from then on until Close. The session is the monitor's.
func watch(ctx context.Context, s session, log *slog.Logger) (*Monitor, error) {
	life, closing := context.WithCancel(context.Background())
	m := &Monitor{
		session: s, log: log, wanted: make(chan chan struct{}), closing: closing, ended: make(chan struct{}),
		fresh: make([]int64, len(s.columns())), values: make([]int64, len(s.columns())),
	}
	if err := m.read(ctx); err != nil {
		closing()
		s.close()
		return nil, fmt.Errorf("watching %s: %w", s.service(), err)
	}
	go m.run(life)
	return m, nil
}

// Columns are the names of the values.
func (m *Monitor) Columns() []string { return m.session.columns() }

// Append adds the latest reading.
func (m *Monitor) Append(values []int64) []int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append(values, m.values...)
}

// Refresh reads now, for the boundary of a step.
func (m *Monitor) Refresh() {
	done := make(chan struct{})
	select {
	case m.wanted <- done:
		<-done
	case <-m.ended:
	case <-time.After(askTimeout):
	}
}

// Close ends the reading.
func (m *Monitor) Close() {
	m.closing()
	<-m.ended
}

// run reads until Close. A connection that broke, as it does when an answer is late, is made anew.
func (m *Monitor) run(life context.Context) {
	defer close(m.ended)
	defer m.session.close()
	looksPerReading := max(1, m.session.looksPerSecond())
	tick := time.NewTicker(time.Second / time.Duration(looksPerReading))
	defer tick.Stop()
	for ticks := 1; ; ticks++ {
		var err error
		select {
		case <-life.Done():
			return
		case done := <-m.wanted:
			err = m.read(life)
			close(done)
		case <-tick.C:
			if m.session.looksPerSecond() > 0 {
				err = m.ask(life, m.session.look)
			}
			if err == nil && ticks%looksPerReading == 0 {
				err = m.read(life)
			}
		}
		if m.session.cut() && life.Err() == nil {
			m.log.Warn("a service was not read in time", "service", m.session.service(), "error", errors.Join(err, m.ask(life, m.reconnect)))
		}
	}
}

func (m *Monitor) reconnect(ctx context.Context, _ []int64) error { return m.session.reconnect(ctx) }

// read takes the counters anew, with when that was.
func (m *Monitor) read(ctx context.Context) error {
	return m.ask(ctx, func(ctx context.Context, values []int64) error {
		if err := m.session.read(ctx, values); err != nil {
			return err
		}
		var now unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
			return err
		}
		values[0] = now.Nano() / int64(time.Microsecond)
		return nil
	})
}

// ask shows what came of a question, if something did.
func (m *Monitor) ask(ctx context.Context, question func(context.Context, []int64) error) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	copy(m.fresh, m.values) // only who asks writes to them
	if err := question(ctx, m.fresh); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	copy(m.values, m.fresh)
	return nil
}

// Watch has a monitor for each service.
func (s Services) Watch(ctx context.Context, log *slog.Logger) (monitors []*Monitor, err error) {
	defer func() {
		if err != nil {
			for _, m := range monitors {
				m.Close()
			}
			monitors = nil
		}
	}()
	if s.Database != nil {
		m, err := s.Database.Watch(ctx, log)
		if err != nil {
			return monitors, err
		}
		monitors = append(monitors, m)
	}
	if s.Cache != nil {
		m, err := s.Cache.Watch(ctx, log)
		if err != nil {
			return monitors, err
		}
		monitors = append(monitors, m)
	}
	return monitors, nil
}
