package sampler

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"millionrps/agent/internal/nicirq"
)

const procInterrupts = "/proc/interrupts"

// interruptRow is what both sources of interrupt counts yield.
type interruptRow struct {
	cpus     []int // online
	irqs     []int // those of the wanted ones that exist
	counters []int64
}

// parseInterrupts takes the wanted IRQs (ascending) out of /proc/interrupts (show_interrupts, kernel/irq/proc.c). There is a column for
// each online CPU, so the heading says which. Lines of other IRQs are skipped without being read: on a large host the file has some
// hundred kilobytes.
func parseInterrupts(text []byte, wanted []int, row *interruptRow) error {
	row.cpus, row.irqs, row.counters = row.cpus[:0], row.irqs[:0], row.counters[:0]
	heading, text := cutLine(text)
	var err error
	if row.cpus, err = parseCPUHeading(procInterrupts, heading, row.cpus); err != nil {
		return err
	}
	for number := 2; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		label, counts, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return malformed(procInterrupts, number, "no colon after the interrupt's number")
		}
		label, _ = cutField(label)
		irq, ok := parseDecimal(label)
		if !ok || irq > math.MaxInt32 { // NMI, LOC and the like
			continue
		}
		if _, isWanted := slices.BinarySearch(wanted, int(irq)); !isWanted {
			continue
		}
		row.irqs = append(row.irqs, int(irq))
		for _, cpu := range row.cpus {
			var count int64
			count, counts, ok = cutDecimal(counts)
			if !ok {
				return malformed(procInterrupts, number, "IRQ %d has no count for CPU %d", irq, cpu)
			}
			row.counters = append(row.counters, count)
		}
	}
	return nil
}

// interruptSource counts the NICs' interrupts by CPU. Where it can, it reads /sys/kernel/irq/N/per_cpu_count of just those IRQs, which
// costs 1.5 µs each, and not /proc/interrupts, for which the kernel prints every IRQ of the machine (52 µs with 2 CPUs and 20 IRQs).
type interruptSource struct {
	root   string
	nics   []string
	buffer *[]byte
	stat   *statSource

	wanted     []int
	perCPU     perCPUCounts
	table      heldFile
	rediscover bool

	row  interruptRow
	wide widener
	cpus []int
	irqs []int
}

func (s *interruptSource) read(refresh scope) (changed bool, err error) {
	fresh := s.rediscover || refresh == everything
	if fresh {
		s.discover()
	}
	err = s.readRow()
	if err != nil && !fresh { // a device that was reset has freed its IRQs and may have got other numbers
		s.discover()
		err = s.readRow()
	}
	if err != nil {
		s.rediscover = true
		return false, err
	}
	if changed = !slices.Equal(s.cpus, s.row.cpus) || !slices.Equal(s.irqs, s.row.irqs); changed {
		s.cpus = append(s.cpus[:0], s.row.cpus...)
		s.irqs = append(s.irqs[:0], s.row.irqs...)
		s.wide.reset(len(s.row.counters))
	}
	s.wide.widen(s.row.counters)
	return changed, nil
}

func (s *interruptSource) discover() {
	s.rediscover = false
	s.wanted = s.wanted[:0]
	for _, nic := range s.nics {
		s.wanted = append(s.wanted, nicirq.Numbers(s.root, nic)...)
	}
	slices.Sort(s.wanted)
	s.wanted = slices.Compact(s.wanted)
	s.perCPU.hold(s.root, s.wanted)
}

func (s *interruptSource) readRow() error {
	if len(s.wanted) == 0 {
		s.row = interruptRow{cpus: s.row.cpus[:0], irqs: s.row.irqs[:0], counters: s.row.counters[:0]}
		return nil
	}
	if s.perCPU.usable {
		return s.perCPU.read(s.buffer, s.stat.row.cpus, &s.row)
	}
	text, err := s.table.read(s.buffer)
	if err != nil {
		return err
	}
	return parseInterrupts(text, s.wanted, &s.row)
}

func (s *interruptSource) columns(columns []string) []string {
	for _, irq := range s.irqs {
		for _, cpu := range s.cpus {
			columns = append(columns, fmt.Sprintf("interrupts/%d/%d", irq, cpu))
		}
	}
	return columns
}

func (s *interruptSource) values(values []int64) []int64 { return append(values, s.row.counters...) }

func (s *interruptSource) close() {
	s.perCPU.close()
	s.table.close()
}
