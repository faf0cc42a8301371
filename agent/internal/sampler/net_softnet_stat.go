package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

// softnetCounters are the columns of a CPU, in this order.
var softnetCounters = [...]string{"processed", "dropped", "timeSqueezed", "receivedPacketSteering", "flowLimited"}

type softnetSource struct {
	heldFile
	buffer   *[]byte
	stat     *statSource
	rows     []kernel.SoftnetCPU
	counters []int64 // len(softnetCounters) for each of cpus
	wide     widener
	cpus     []int
}

func (s *softnetSource) read(scope) (changed bool, err error) {
	text, err := s.heldFile.read(s.buffer)
	if err != nil {
		return false, err
	}
	if s.rows, err = kernel.ParseSoftnet(text, s.rows); err != nil {
		return false, err
	}
	if err := s.numberRows(); err != nil {
		return false, err
	}
	s.counters = s.counters[:0]
	for i := range s.rows {
		row := &s.rows[i]
		s.counters = append(s.counters, row.Processed, row.Dropped, row.TimeSqueezed, row.SteeredToHere, row.FlowLimited)
	}
	if changed = !slices.EqualFunc(s.cpus, s.rows, func(cpu int, row kernel.SoftnetCPU) bool { return cpu == row.CPU }); changed {
		s.cpus = s.cpus[:0]
		for _, row := range s.rows {
			s.cpus = append(s.cpus, row.CPU)
		}
		s.wide.reset(len(s.counters))
	}
	s.wide.widen(s.counters)
	return changed, nil
}

// numberRows takes row n for the n-th online CPU where the kernel prints no numbers.
func (s *softnetSource) numberRows() error {
	if !slices.ContainsFunc(s.rows, func(row kernel.SoftnetCPU) bool { return row.CPU == kernel.UnnumberedCPU }) {
		return nil
	}
	online := s.stat.row.CPUs
	if len(s.rows) != len(online) {
		return fmt.Errorf("%s: %d rows without CPU numbers for %d online CPUs", kernel.SoftnetFile, len(s.rows), len(online))
	}
	for i := range s.rows {
		s.rows[i].CPU = online[i]
	}
	return nil
}

func (s *softnetSource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		for _, counter := range softnetCounters {
			columns = append(columns, fmt.Sprintf("softnet/%d/%s", cpu, counter))
		}
	}
	return columns
}

func (s *softnetSource) values(values []int64) []int64 { return append(values, s.counters...) }
