package kernel

import (
	"bytes"
	"fmt"
)

// ParsePerCPUCount reads /sys/kernel/irq/N/per_cpu_count (per_cpu_count_show, kernel/irq/irqdesc.c, since Linux 4.9): the counts of one IRQ,
// separated by commas, for every possible CPU. They are appended. The kernel cuts the text at a page, which some 500 possible CPUs can exceed.
func ParsePerCPUCount(text []byte, counts []int64) ([]int64, error) {
	text = bytes.TrimSuffix(text, []byte("\n"))
	for more := true; more; {
		var field []byte
		field, text, more = bytes.Cut(text, []byte(","))
		count, ok := Decimal(field)
		if !ok {
			return counts, fmt.Errorf("%q is not a count", field)
		}
		counts = append(counts, count)
	}
	return counts, nil
}
