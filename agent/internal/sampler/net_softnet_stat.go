package sampler

import (
	"fmt"
	"math"
	"slices"
)

const procNetSoftnetStat = "/proc/net/softnet_stat"

// softnetCounters are the fields of softnet_stat that become columns (softnet_seq_show, net/core/net-procfs.c): received_rps came with
// Linux 2.6.35, flow_limit_count with 3.11. Fields 3 to 7 were the fast route's and are always 0.
var softnetCounters = [...]struct {
	field int
	name  string
}{
	{0, "processed"}, {1, "dropped"}, {2, "timeSqueezed"}, {9, "receivedPacketSteering"}, {10, "flowLimited"},
}

// softnetCPUField is the CPU's number, printed since Linux 5.10. Before that, row n is the n-th online CPU.
const softnetCPUField = 12

type softnetRow struct {
	cpus     []int
	counters []int64 // len(softnetCounters) for each of cpus, 32 bits each
}

func parseSoftnetStat(text []byte, online []int, row *softnetRow) error {
	row.cpus, row.counters = row.cpus[:0], row.counters[:0]
	numbered := true
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		rest, at := line, 0
		for _, counter := range softnetCounters {
			field, after := cutField(skipFields(rest, counter.field-at))
			value, ok := parseHex32(field)
			if !ok {
				return malformed(procNetSoftnetStat, number, "field %d is not 8 hexadecimal digits", counter.field)
			}
			row.counters = append(row.counters, value)
			rest, at = after, counter.field+1
		}
		cpu, ok := parseHex32(firstField(skipFields(rest, softnetCPUField-at)))
		if !ok || cpu > math.MaxInt32 {
			numbered = false
		}
		row.cpus = append(row.cpus, int(cpu))
	}
	if numbered {
		return nil
	}
	if len(row.cpus) != len(online) {
		return fmt.Errorf("%s: %d rows without CPU numbers for %d online CPUs", procNetSoftnetStat, len(row.cpus), len(online))
	}
	copy(row.cpus, online)
	return nil
}

func firstField(line []byte) []byte {
	field, _ := cutField(line)
	return field
}

type softnetSource struct {
	file   heldFile
	buffer *[]byte
	stat   *statSource
	row    softnetRow
	wide   widener
	cpus   []int
}

func (s *softnetSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := parseSoftnetStat(text, s.stat.row.cpus, &s.row); err != nil {
		return false, err
	}
	if changed = !slices.Equal(s.cpus, s.row.cpus); changed {
		s.cpus = append(s.cpus[:0], s.row.cpus...)
		s.wide.reset(len(s.row.counters))
	}
	s.wide.widen(s.row.counters)
	return changed, nil
}

func (s *softnetSource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		for _, counter := range softnetCounters {
			columns = append(columns, fmt.Sprintf("softnet/%d/%s", cpu, counter.name))
		}
	}
	return columns
}

func (s *softnetSource) values(values []int64) []int64 { return append(values, s.row.counters...) }

func (s *softnetSource) close() { s.file.close() }
