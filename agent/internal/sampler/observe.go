package sampler

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// ProcessObservation is how one process of a tracked tree stands: asked for once a step, since it costs some 20 µs a thread.
type ProcessObservation struct {
	PID         int
	Worker      int // as in process/target/worker/<i>; -1 for a process without such a column
	Threads     int
	AllowedCPUs cpulist.List
	RanOnCPUs   cpulist.List // where those threads were last seen that ran since the observation before, or at all in the first
	CPUUs       int64

	Established  *int // connections whose local port is the one asked about; nil when it could not be told in time
	AcceptQueues []AcceptQueue
}

// AcceptQueue is a listening socket of a process on the port, and what waits in it to be accepted.
type AcceptQueue struct {
	Waiting int
	Longest int   // it holds one more than that
	Drops   int64 // connections and segments dropped because it, or memory, was full; since the socket was made
}

// Observation is a tree at one moment.
type Observation struct {
	MonotonicUs int64 // since boot, when it began
	Processes   []ProcessObservation
}

// ObserveProcesses looks at every process of the role's tree, in the order in which they began. A port of 0 leaves out connections. Samples
// can be taken meanwhile.
func (s *Sampler) ObserveProcesses(role string, port uint16) (Observation, error) {
	s.observing.Lock()
	defer s.observing.Unlock()
	members, err := s.treeMembers(role)
	if err != nil {
		return Observation{}, fmt.Errorf("observing the processes of the %s: %w", role, err)
	}
	now, err := clockUs(unix.CLOCK_BOOTTIME)
	if err != nil {
		return Observation{}, fmt.Errorf("reading the clock since boot: %w", err)
	}
	observation := Observation{MonotonicUs: now, Processes: []ProcessObservation{}}
	ran := map[int]int64{}
	for _, member := range members {
		if process, ok := s.observer.process(member, ran); ok {
			observation.Processes = append(observation.Processes, process)
		}
	}
	s.observer.ran = ran
	if port != 0 && s.observer.own {
		if err := s.observer.connections(port, observation.Processes); err != nil {
			return Observation{}, fmt.Errorf("observing the connections of the %s: %w", role, err)
		}
	}
	return observation, nil
}

// treeMember is what an observation needs to know of a process.
type treeMember struct {
	pid, worker int
	startTicks  int64
}

func (s *Sampler) treeMembers(role string) ([]treeMember, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, errClosed
	}
	at := slices.IndexFunc(s.processes.trees, func(tree *processTree) bool { return tree.role == role })
	if at < 0 {
		return nil, fmt.Errorf("no process is tracked as that")
	}
	if err := s.processes.list(everything); err != nil {
		return nil, err
	}
	tree := s.processes.trees[at]
	if tree.workers != nil && tree.workers.number() {
		s.processes.relayout = true
	}
	return tree.byStart(), nil
}
