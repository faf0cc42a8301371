package sampler

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// perCPUCounts reads /sys/kernel/irq/N/per_cpu_count (per_cpu_count_show, kernel/irq/irqdesc.c, since Linux 4.9): the counts of one IRQ,
// separated by commas, for every possible CPU. The kernel cuts the text at a page, which some 500 possible CPUs can exceed; such a host
// falls back to /proc/interrupts.
type perCPUCounts struct {
	usable   bool
	possible cpulist.List
	irqs     []int
	files    []heldFile

	counts []int64 // of one IRQ, for each of possible
}

// hold opens the files of those IRQs that have a handler; /proc/interrupts, too, leaves out the others.
func (c *perCPUCounts) hold(root string, wanted []int) {
	c.close()
	c.usable = false
	text, err := os.ReadFile(joinRoot(root, "/sys/devices/system/cpu/possible"))
	if err != nil {
		return
	}
	if c.possible, err = cpulist.Parse(string(text)); err != nil {
		return
	}
	var buffer []byte
	for _, irq := range wanted {
		folder := fmt.Sprintf("/sys/kernel/irq/%d", irq)
		actions, err := os.ReadFile(joinRoot(root, folder+"/actions"))
		if err != nil {
			return
		}
		if len(strings.TrimSpace(string(actions))) == 0 {
			continue
		}
		file := hold(root, folder+"/per_cpu_count")
		c.irqs, c.files = append(c.irqs, irq), append(c.files, file)
		if err := c.readCounts(len(c.files)-1, &buffer); err != nil {
			return
		}
	}
	c.usable = true
}

func (c *perCPUCounts) read(buffer *[]byte, online []int, row *interruptRow) error {
	row.cpus = append(row.cpus[:0], online...)
	row.irqs = append(row.irqs[:0], c.irqs...)
	row.counters = row.counters[:0]
	for i := range c.files {
		if err := c.readCounts(i, buffer); err != nil {
			return err
		}
		for _, cpu := range online {
			position, isPossible := slices.BinarySearch(c.possible, cpu)
			if !isPossible {
				return fmt.Errorf("CPU %d is online and yet not in /sys/devices/system/cpu/possible", cpu)
			}
			row.counters = append(row.counters, c.counts[position])
		}
	}
	return nil
}

func (c *perCPUCounts) readCounts(i int, buffer *[]byte) (err error) {
	text, err := c.files[i].read(buffer)
	if err != nil {
		return err
	}
	if c.counts, err = parsePerCPUCount(text, c.counts[:0]); err != nil {
		return fmt.Errorf("%s line 1: %w", c.files[i].name, err)
	}
	if len(c.counts) != len(c.possible) {
		return fmt.Errorf("%s line 1: %d counts for %d possible CPUs", c.files[i].name, len(c.counts), len(c.possible))
	}
	return nil
}

func parsePerCPUCount(text []byte, counts []int64) ([]int64, error) {
	text = bytes.TrimSuffix(text, []byte("\n"))
	for more := true; more; {
		var field []byte
		field, text, more = bytes.Cut(text, []byte(","))
		count, ok := parseDecimal(field)
		if !ok {
			return counts, fmt.Errorf("%q is not a count", field)
		}
		counts = append(counts, count)
	}
	return counts, nil
}

func (c *perCPUCounts) close() {
	for i := range c.files {
		c.files[i].close()
	}
	c.irqs, c.files = c.irqs[:0], c.files[:0]
}
