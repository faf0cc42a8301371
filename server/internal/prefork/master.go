package prefork

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"millionrps/server/internal/counter"
	"millionrps/server/internal/stats"
)

// killAfter is what a worker gets on top of the drain timeout, which it keeps by itself, before it is killed.
const killAfter = 500 * time.Millisecond

// Master supervises workers. It serves no requests itself.
type Master struct {
	processes  []*process
	counters   *counter.Shared
	died       chan *process
	goMaxProcs int
	listeners  int
}

// Start starts count workers with the given arguments and standard input, and returns when all of them listen.
// On an error, or a signal on stop, no worker is left.
func Start(count int, arguments []string, input []byte, stop <-chan os.Signal) (*Master, error) {
	counters, err := counter.CreateShared(count)
	if err != nil {
		return nil, err
	}
	defer counters.File.Close()
	m := &Master{counters: counters, died: make(chan *process, count)}
	m.processes, err = spawnAll(count, arguments, input, counters.File)
	if err == nil {
		err = m.awaitHellos(stop)
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	for _, p := range m.processes {
		go func() {
			<-p.exited
			m.died <- p
		}()
	}
	return m, nil
}

// ErrStopped says that a signal came before every worker listened.
var ErrStopped = errors.New("stopped before every worker was listening")

func (m *Master) awaitHellos(stop <-chan os.Signal) error {
	type received struct {
		from *process
		hello
		err error
	}
	all := make(chan received, len(m.processes))
	for _, p := range m.processes {
		go func() {
			h, err := receiveHello(p.hello)
			all <- received{p, h, err}
		}()
	}
	for range m.processes {
		select {
		case r := <-all:
			if r.err != nil {
				return fmt.Errorf("%s could not start: %w", r.from, r.err)
			}
			m.goMaxProcs = r.GoMaxProcs
			m.listeners++
		case <-stop:
			return ErrStopped
		}
	}
	return nil
}

// GoMaxProcs is what the workers said they run with.
func (m *Master) GoMaxProcs() int { return m.goMaxProcs }

// Listeners is how many workers said that they listen.
func (m *Master) Listeners() int { return m.listeners }

// Exited is closed when the worker is gone.
func (m *Master) Exited(index int) <-chan struct{} { return m.processes[index].exited }

// Died is whether the worker ended without being asked to. It is known once Exited is closed.
func (m *Master) Died(index int) bool { return m.processes[index].died }

// Workers are in the order of their indexes.
func (m *Master) Workers() []stats.Worker {
	workers := make([]stats.Worker, len(m.processes))
	for i, p := range m.processes {
		workers[i] = stats.Worker{PID: p.pid(), Counter: m.counters.Worker(i)}
	}
	return workers
}

// Supervise returns when all workers are gone: nil when stop asked for it and every worker drained in time.
func (m *Master) Supervise(stop <-chan os.Signal, drainTimeout time.Duration) error {
	select {
	case <-stop:
		return m.drain(drainTimeout)
	case p := <-m.died:
		// The others drain, so that a client of theirs keeps its answers; the failure is reported all the same.
		err := fmt.Errorf("%s died unexpectedly (%s), so the others were stopped", p, p.command.ProcessState)
		_ = m.drain(drainTimeout)
		return err
	}
}

// drain asks every worker to drain and kills those that do not.
func (m *Master) drain(timeout time.Duration) error {
	for _, p := range m.processes {
		p.end(syscall.SIGTERM)
	}
	deadline := time.After(timeout + killAfter)
	for _, p := range m.processes {
		select {
		case <-p.exited:
		case <-deadline:
			m.Close()
			return fmt.Errorf("%s did not stop within %s and was killed", p, timeout)
		}
	}
	return m.firstFailure()
}

func (m *Master) firstFailure() error {
	for _, p := range m.processes {
		if !p.command.ProcessState.Success() {
			return fmt.Errorf("%s did not drain cleanly (%s)", p, p.command.ProcessState)
		}
	}
	return nil
}

// Close kills the workers that are still there.
func (m *Master) Close() {
	for _, p := range m.processes {
		p.end(os.Kill)
	}
	for _, p := range m.processes {
		<-p.exited
	}
}
