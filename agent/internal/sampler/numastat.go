package sampler

import (
	"fmt"

	"millionrps/agent/internal/kernel"
)

type numaSource struct {
	heldFiles
	nodes    []int
	counters []int64
}

// read finds no node on a kernel without NUMA.
func (s *numaSource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		s.nodes, changed = s.holdNumbered("/sys/devices/system/node/online", "/sys/devices/system/node/node%d/numastat")
	}
	s.counters = s.counters[:0]
	return changed, s.each(func(name string, text []byte) (err error) {
		s.counters, err = kernel.ParseNUMAStat(name, text, s.counters)
		return err
	})
}

func (s *numaSource) columns(columns []string) []string {
	for _, node := range s.nodes {
		for _, counter := range kernel.NUMACounters {
			columns = append(columns, fmt.Sprintf("numa/%d/%s", node, counter.Name))
		}
	}
	return columns
}

func (s *numaSource) values(values []int64) []int64 { return append(values, s.counters...) }
