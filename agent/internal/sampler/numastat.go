package sampler

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// numaCounters are the lines of numastat (node_read_numastat, drivers/base/node.c), in pages: hit and miss count what was meant for this node
// and came from it or not, foreign what was meant for it and came from another.
var numaCounters = [...]struct{ kernelName, name string }{
	{"numa_hit", "hit"}, {"numa_miss", "miss"}, {"numa_foreign", "foreign"},
	{"interleave_hit", "interleaveHit"}, {"local_node", "localNode"}, {"other_node", "otherNode"},
}

func parseNUMAStat(file string, text []byte, counters []int64) ([]int64, error) {
	number := 0
	for at := range numaCounters {
		var line []byte
		line, text = cutLine(text)
		number++
		name, rest := cutField(line)
		if string(name) != numaCounters[at].kernelName {
			return counters, malformed(file, number, "no %s", numaCounters[at].kernelName)
		}
		value, _, ok := cutDecimal(rest)
		if !ok {
			return counters, malformed(file, number, "%s has no number", name)
		}
		counters = append(counters, value)
	}
	return counters, nil
}

type numaSource struct {
	root     string
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
		if s.counters, err = parseNUMAStat(s.files[i].name, text, s.counters); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// discover leaves out a kernel without NUMA.
func (s *numaSource) discover() (changed bool) {
	text, _ := os.ReadFile(joinRoot(s.root, "/sys/devices/system/node/online"))
	online, _ := cpulist.Parse(strings.TrimSpace(string(text))) // a list of nodes is written as one of CPUs
	var nodes []int
	for _, node := range online {
		if _, err := os.Stat(joinRoot(s.root, numaStatFile(node))); err == nil {
			nodes = append(nodes, node)
		}
	}
	if slices.Equal(nodes, s.nodes) {
		return false
	}
	s.close()
	s.nodes, s.files = nodes, nil
	for _, node := range nodes {
		s.files = append(s.files, hold(s.root, numaStatFile(node)))
	}
	return true
}

func numaStatFile(node int) string {
	return fmt.Sprintf("/sys/devices/system/node/node%d/numastat", node)
}

func (s *numaSource) columns(columns []string) []string {
	for _, node := range s.nodes {
		for _, counter := range numaCounters {
			columns = append(columns, fmt.Sprintf("numa/%d/%s", node, counter.name))
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
