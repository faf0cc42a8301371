package sampler

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

const procSoftirqs = "/proc/softirqs"

// softirqKinds are the rows of /proc/softirqs that become columns.
var softirqKinds = [...]struct{ row, name string }{{"NET_RX", "netRx"}, {"NET_TX", "netTx"}}

type softirqRow struct {
	cpus     []int   // all possible ones: the file has a column for each
	counters []int64 // of the first kind for each of cpus, then of the next; 32 bits each
}

// parseSoftirqs reads /proc/softirqs (show_softirqs, fs/proc/softirqs.c).
func parseSoftirqs(text []byte, row *softirqRow) error {
	row.counters = row.counters[:0]
	heading, text := cutLine(text)
	var err error
	if row.cpus, err = parseCPUHeading(procSoftirqs, heading, row.cpus[:0]); err != nil {
		return err
	}
	row.counters = append(row.counters, make([]int64, len(softirqKinds)*len(row.cpus))...)
	found := 0
	for number := 2; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		label, counts, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return malformed(procSoftirqs, number, "no colon after the softirq's name")
		}
		label, _ = cutField(label)
		for kind := range softirqKinds {
			if string(label) != softirqKinds[kind].row {
				continue
			}
			if at := takeCounts(counts, row.counters[kind*len(row.cpus):(kind+1)*len(row.cpus)]); at >= 0 {
				return malformed(procSoftirqs, number, "%s has no count for CPU %d", softirqKinds[kind].row, row.cpus[at])
			}
			found++
		}
	}
	if found != len(softirqKinds) {
		return fmt.Errorf("%s: not one line each for NET_RX and NET_TX", procSoftirqs)
	}
	return nil
}

// takeCounts fills counts; it returns the position of one that is none, or -1.
func takeCounts(line []byte, counts []int64) (at int) {
	for at := range counts {
		var ok bool
		if counts[at], line, ok = cutDecimal(line); !ok {
			return at
		}
	}
	return -1
}

// parseCPUHeading reads "CPU0 CPU1 ...", with which /proc/interrupts and /proc/softirqs begin.
func parseCPUHeading(file string, heading []byte, cpus []int) ([]int, error) {
	for {
		var field []byte
		field, heading = cutField(heading)
		if len(field) == 0 {
			break
		}
		name, isCPU := bytes.CutPrefix(field, []byte("CPU"))
		cpu, ok := parseDecimal(name)
		if !isCPU || !ok || cpu > math.MaxInt32 {
			return cpus, malformed(file, 1, "%q is not a CPU", field)
		}
		cpus = append(cpus, int(cpu))
	}
	if len(cpus) == 0 {
		return cpus, malformed(file, 1, "no CPUs")
	}
	return cpus, nil
}

// softirqSource counts how often each online CPU handled packets that came and that were sent. softnet says how many packets that were; this
// also sees the completions of sending, which receive packet steering does not move. No live figure is made of it, so it is read slowly.
type softirqSource struct {
	file   heldFile
	buffer *[]byte
	stat   *statSource
	row    softirqRow
	wide   widener
	cpus   []int
}

func (s *softirqSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := parseSoftirqs(text, &s.row); err != nil {
		return false, err
	}
	s.keepOnline()
	if changed = !slices.Equal(s.cpus, s.row.cpus); changed {
		s.cpus = append(s.cpus[:0], s.row.cpus...)
		s.wide.reset(len(s.row.counters))
	}
	s.wide.widen(s.row.counters)
	return changed, nil
}

// keepOnline drops the columns of CPUs that are only possible; a virtual machine may have hundreds of them.
func (s *softirqSource) keepOnline() {
	kept, all := 0, len(s.row.cpus)
	for kind := range softirqKinds {
		for at, cpu := range s.row.cpus {
			if _, online := slices.BinarySearch(s.stat.row.cpus, cpu); online {
				s.row.counters[kept] = s.row.counters[kind*all+at]
				kept++
			}
		}
	}
	s.row.counters = s.row.counters[:kept]
	s.row.cpus = slices.DeleteFunc(s.row.cpus, func(cpu int) bool {
		_, online := slices.BinarySearch(s.stat.row.cpus, cpu)
		return !online
	})
}

func (s *softirqSource) columns(columns []string) []string {
	for _, kind := range softirqKinds {
		for _, cpu := range s.cpus {
			columns = append(columns, fmt.Sprintf("softirq/%d/%s", cpu, kind.name))
		}
	}
	return columns
}

func (s *softirqSource) values(values []int64) []int64 { return append(values, s.row.counters...) }

func (s *softirqSource) close() { s.file.close() }
