package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

// perCPUCounts reads /sys/kernel/irq/N/per_cpu_count. A host with a kernel that cuts that text, or one before Linux 4.9, falls back to
// /proc/interrupts.
type perCPUCounts struct {
	usable   bool
	possible cpulist.List
	irqs     []int
	files    []heldFile

	counts []int64 // of one IRQ, for each of possible
}

// hold opens the files of those IRQs that have a handler; /proc/interrupts, too, leaves out the others.
func (c *perCPUCounts) hold(fs kernel.FS, wanted []int) {
	c.close()
	c.usable = false
	var err error
	if c.possible, err = fs.CPUs("/sys/devices/system/cpu/possible"); err != nil {
		return
	}
	var buffer []byte
	for _, irq := range wanted {
		folder := fmt.Sprintf("/sys/kernel/irq/%d", irq)
		actions, err := fs.Text(folder + "/actions")
		if err != nil {
			return
		}
		if actions == "" {
			continue
		}
		file := hold(fs, folder+"/per_cpu_count")
		c.irqs, c.files = append(c.irqs, irq), append(c.files, file)
		if err := c.readCounts(len(c.files)-1, &buffer); err != nil {
			return
		}
	}
	c.usable = true
}

func (c *perCPUCounts) read(buffer *[]byte, online []int, row *kernel.Interrupts) error {
	row.CPUs = append(row.CPUs[:0], online...)
	row.IRQs = append(row.IRQs[:0], c.irqs...)
	row.Counters = row.Counters[:0]
	for i := range c.files {
		if err := c.readCounts(i, buffer); err != nil {
			return err
		}
		for _, cpu := range online {
			position, isPossible := slices.BinarySearch(c.possible, cpu)
			if !isPossible {
				return fmt.Errorf("CPU %d is online and yet not in /sys/devices/system/cpu/possible", cpu)
			}
			row.Counters = append(row.Counters, c.counts[position])
		}
	}
	return nil
}

func (c *perCPUCounts) readCounts(i int, buffer *[]byte) (err error) {
	text, err := c.files[i].read(buffer)
	if err != nil {
		return err
	}
	if c.counts, err = kernel.ParsePerCPUCount(text, c.counts[:0]); err != nil {
		return fmt.Errorf("%s line 1: %w", c.files[i].name, err)
	}
	if len(c.counts) != len(c.possible) {
		return fmt.Errorf("%s line 1: %d counts for %d possible CPUs", c.files[i].name, len(c.counts), len(c.possible))
	}
	return nil
}

func (c *perCPUCounts) close() {
	for i := range c.files {
		c.files[i].close()
	}
	c.irqs, c.files = c.irqs[:0], c.files[:0]
}
