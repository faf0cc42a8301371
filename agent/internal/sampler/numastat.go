package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

type numaSource struct {
	fs       kernel.FS
	buffer   *[]byte
	nodes    []int
	files    []heldFile
	counters []int64
}

func (s *numaSource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		changed = s.discover()
	}
	s.counters = s.counters[:0]
	for i := range s.files {
		text, err := s.files[i].read(s.buffer)
		if err != nil {
			return changed, err
		}
		if s.counters, err = kernel.ParseNUMAStat(s.files[i].name, text, s.counters); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// discover leaves out a kernel without NUMA.
func (s *numaSource) discover() (changed bool) {
	online, _ := s.fs.CPUs("/sys/devices/system/node/online") // a list of nodes is written as one of CPUs
	var nodes []int
	for _, node := range online {
		if s.fs.Exists(numaStatFile(node)) {
			nodes = append(nodes, node)
		}
	}
	if slices.Equal(nodes, s.nodes) {
		return false
	}
	s.close()
	s.nodes, s.files = nodes, nil
	for _, node := range nodes {
		s.files = append(s.files, hold(s.fs, numaStatFile(node)))
	}
	return true
}

func numaStatFile(node int) string {
	return fmt.Sprintf("/sys/devices/system/node/node%d/numastat", node)
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

func (s *numaSource) close() {
	for i := range s.files {
		s.files[i].close()
	}
}
