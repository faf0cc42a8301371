package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

// softirqSource counts how often each online CPU handled packets that came and that were sent. softnet says how many packets that were; this
// also sees the completions of sending, which receive packet steering does not move. No live figure is made of it, so it is read slowly.
type softirqSource struct {
	heldFile
	buffer *[]byte
	stat   *statSource
	row    kernel.Softirqs
	wide   widener
	cpus   []int
}

func (s *softirqSource) read(scope) (changed bool, err error) {
	text, err := s.heldFile.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := kernel.ParseSoftirqs(text, &s.row); err != nil {
		return false, err
	}
	s.keepOnline()
	if changed = !slices.Equal(s.cpus, s.row.CPUs); changed {
		s.cpus = append(s.cpus[:0], s.row.CPUs...)
		s.wide.reset(len(s.row.Counters))
	}
	s.wide.widen(s.row.Counters)
	return changed, nil
}

// keepOnline drops the columns of CPUs that are only possible; a virtual machine may have hundreds of them.
func (s *softirqSource) keepOnline() {
	kept, all := 0, len(s.row.CPUs)
	for kind := range kernel.SoftirqKinds {
		for at, cpu := range s.row.CPUs {
			if _, online := slices.BinarySearch(s.stat.row.CPUs, cpu); online {
				s.row.Counters[kept] = s.row.Counters[kind*all+at]
				kept++
			}
		}
	}
	s.row.Counters = s.row.Counters[:kept]
	s.row.CPUs = slices.DeleteFunc(s.row.CPUs, func(cpu int) bool {
		_, online := slices.BinarySearch(s.stat.row.CPUs, cpu)
		return !online
	})
}

func (s *softirqSource) columns(columns []string) []string {
	for _, kind := range kernel.SoftirqKinds {
		for _, cpu := range s.cpus {
			columns = append(columns, fmt.Sprintf("softirq/%d/%s", cpu, kind.Name))
		}
	}
	return columns
}

func (s *softirqSource) values(values []int64) []int64 { return append(values, s.row.Counters...) }
