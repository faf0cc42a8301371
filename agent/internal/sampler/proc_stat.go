package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

// statSource is also where the other sources learn which CPUs are online and whether anything was forked.
type statSource struct {
	heldFile
	buffer *[]byte
	row    kernel.Stat
	cpus   []int
}

func (s *statSource) read(scope) (changed bool, err error) {
	text, err := s.heldFile.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := kernel.ParseStat(text, &s.row); err != nil {
		return false, err
	}
	if slices.Equal(s.cpus, s.row.CPUs) {
		return false, nil
	}
	s.cpus = append(s.cpus[:0], s.row.CPUs...)
	return true, nil
}

func (s *statSource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		for _, name := range kernel.CPUTimes {
			columns = append(columns, fmt.Sprintf("cpu/%d/%sUs", cpu, name))
		}
	}
	return append(columns, "system/contextSwitches", "system/interrupts", "system/processesCreated")
}

func (s *statSource) values(values []int64) []int64 {
	values = append(values, s.row.TimesUs...)
	return append(values, s.row.ContextSwitches, s.row.Interrupts, s.row.Forks)
}
