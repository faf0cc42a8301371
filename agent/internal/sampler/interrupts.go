package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/nicirq"
)

// interruptSource counts the NICs' interrupts by CPU. Where it can, it reads /sys/kernel/irq/N/per_cpu_count of just those IRQs, at 1.5 µs
// each. For /proc/interrupts the kernel prints every IRQ of the machine (52 µs with 2 CPUs and 20 IRQs).
type interruptSource struct {
	fs     kernel.FS
	nics   []string
	buffer *[]byte
	stat   *statSource

	wanted     []int
	perCPU     perCPUCounts
	table      heldFile
	rediscover bool

	row  kernel.Interrupts
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
	if changed = !slices.Equal(s.cpus, s.row.CPUs) || !slices.Equal(s.irqs, s.row.IRQs); changed {
		s.cpus = append(s.cpus[:0], s.row.CPUs...)
		s.irqs = append(s.irqs[:0], s.row.IRQs...)
		s.wide.reset(len(s.row.Counters))
	}
	s.wide.widen(s.row.Counters)
	return changed, nil
}

func (s *interruptSource) discover() {
	s.rediscover = false
	s.wanted = s.wanted[:0]
	for _, nic := range s.nics {
		s.wanted = append(s.wanted, nicirq.Numbers(s.fs, nic)...)
	}
	slices.Sort(s.wanted)
	s.wanted = slices.Compact(s.wanted)
	s.perCPU.hold(s.fs, s.wanted)
}

func (s *interruptSource) readRow() error {
	if len(s.wanted) == 0 {
		s.row = kernel.Interrupts{CPUs: s.row.CPUs[:0], IRQs: s.row.IRQs[:0], Counters: s.row.Counters[:0]}
		return nil
	}
	if s.perCPU.usable {
		return s.perCPU.read(s.buffer, s.stat.row.CPUs, &s.row)
	}
	text, err := s.table.read(s.buffer)
	if err != nil {
		return err
	}
	return kernel.ParseInterrupts(text, s.wanted, &s.row)
}

func (s *interruptSource) columns(columns []string) []string {
	for _, irq := range s.irqs {
		for _, cpu := range s.cpus {
			columns = append(columns, fmt.Sprintf("interrupts/%d/%d", irq, cpu))
		}
	}
	return columns
}

func (s *interruptSource) values(values []int64) []int64 { return append(values, s.row.Counters...) }

func (s *interruptSource) close() {
	s.perCPU.close()
	s.table.close()
}
