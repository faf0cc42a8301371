package kernel

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// InterruptsFile is how often each CPU took each interrupt, and what handles it.
const InterruptsFile = "/proc/interrupts"

// Interrupts is how often each CPU took each of some interrupts.
type Interrupts struct {
	CPUs     []int // online
	IRQs     []int // those of the wanted ones that exist
	Counters []int64
}

// ParseInterrupts takes the wanted IRQs (ascending) out of the file (show_interrupts, kernel/irq/proc.c), into the lists that row has. There
// is a column for each online CPU, so the heading says which. Lines of other IRQs are skipped without being read: on a large host the file
// has some hundred kilobytes.
func ParseInterrupts(text []byte, wanted []int, row *Interrupts) error {
	row.CPUs, row.IRQs, row.Counters = row.CPUs[:0], row.IRQs[:0], row.Counters[:0]
	heading, text := cutLine(text)
	var err error
	if row.CPUs, err = parseCPUHeading(InterruptsFile, heading, row.CPUs); err != nil {
		return err
	}
	for number := 2; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		label, counts, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return malformed(InterruptsFile, number, "no colon after the interrupt's number")
		}
		label, _ = cutField(label)
		irq, ok := Decimal(label)
		if !ok || irq > math.MaxInt32 { // NMI, LOC and the like
			continue
		}
		if _, isWanted := slices.BinarySearch(wanted, int(irq)); !isWanted {
			continue
		}
		row.IRQs = append(row.IRQs, int(irq))
		for _, cpu := range row.CPUs {
			var count int64
			count, counts, ok = cutDecimal(counts)
			if !ok {
				return malformed(InterruptsFile, number, "IRQ %d has no count for CPU %d", irq, cpu)
			}
			row.Counters = append(row.Counters, count)
		}
	}
	return nil
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
		cpu, ok := Decimal(name)
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

// InterruptActions are the names of those who handle each interrupt, separated by commas; none when the file cannot be read.
func (f FS) InterruptActions() map[int]string {
	text, _ := os.ReadFile(f.Path(InterruptsFile))
	return parseInterruptActions(string(text))
}

// parseInterruptActions takes the actions of each numbered line: what follows the counts, the chip and the trigger. They are the last word,
// or several that end in commas but the last; a name with blanks loses its beginning.
func parseInterruptActions(text string) map[int]string {
	actions := map[int]string{}
	for line := range strings.Lines(text) {
		label, rest, _ := strings.Cut(line, ":")
		irq, err := strconv.ParseUint(strings.TrimSpace(label), 10, 31)
		words := strings.Fields(rest)
		if err != nil || len(words) == 0 {
			continue
		}
		first := len(words) - 1
		for first > 0 && strings.HasSuffix(words[first-1], ",") {
			first--
		}
		if name := strings.Join(words[first:], ""); !isCount(name) { // a line without a handler ends in its chip or its counts
			actions[int(irq)] = name
		}
	}
	return actions
}

func isCount(word string) bool {
	_, err := strconv.ParseUint(word, 10, 64)
	return err == nil
}
