package sampler

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

const procStat = "/proc/stat"

// tickUs is one tick of /proc: USER_HZ is 100 on every architecture we run on, whatever CONFIG_HZ says (include/uapi/asm-generic/param.h).
const tickUs = 10_000

// cpuTimes are the fields of a cpuN line in the kernel's order (show_stat, fs/proc/stat.c). guest and guest_nice follow; they are contained
// in user and nice and would count twice.
var cpuTimes = [...]string{"userUs", "niceUs", "systemUs", "idleUs", "iowaitUs", "irqUs", "softirqUs", "stealUs"}

type statRow struct {
	cpus            []int   // online, in the file's order
	timesUs         []int64 // len(cpuTimes) for each of cpus
	contextSwitches int64
	interrupts      int64
	forks           int64
}

func parseStat(text []byte, row *statRow) error {
	*row = statRow{cpus: row.cpus[:0], timesUs: row.timesUs[:0], contextSwitches: -1, interrupts: -1, forks: -1}
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		key, rest := cutField(line)
		var err error
		switch {
		case bytes.HasPrefix(key, []byte("cpu")) && len(key) > 3:
			err = row.addCPU(key[3:], rest)
		case string(key) == "intr": // its first number is the sum; one for each possible IRQ follows
			row.interrupts, err = firstNumber(rest)
		case string(key) == "ctxt":
			row.contextSwitches, err = firstNumber(rest)
		case string(key) == "processes":
			row.forks, err = firstNumber(rest)
		}
		if err != nil {
			return malformed(procStat, number, "%v", err)
		}
	}
	if len(row.cpus) == 0 || row.contextSwitches < 0 || row.interrupts < 0 || row.forks < 0 {
		return fmt.Errorf("%s: no cpu, intr, ctxt or processes line", procStat)
	}
	return nil
}

func (row *statRow) addCPU(number, times []byte) error {
	cpu, ok := parseDecimal(number)
	if !ok || cpu > math.MaxInt32 {
		return fmt.Errorf("cpu%s is not a CPU", number)
	}
	row.cpus = append(row.cpus, int(cpu))
	for _, name := range cpuTimes {
		var ticks int64
		ticks, times, ok = cutDecimal(times)
		if !ok || ticks > math.MaxInt64/tickUs {
			return fmt.Errorf("cpu%d has no %s", cpu, name)
		}
		row.timesUs = append(row.timesUs, ticks*tickUs)
	}
	return nil
}

func firstNumber(line []byte) (int64, error) {
	value, _, ok := cutDecimal(line)
	if !ok {
		return 0, fmt.Errorf("no number")
	}
	return value, nil
}

// statSource is also where the other sources learn which CPUs are online and whether anything was forked.
type statSource struct {
	file   heldFile
	buffer *[]byte
	row    statRow
	cpus   []int
}

func (s *statSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := parseStat(text, &s.row); err != nil {
		return false, err
	}
	if slices.Equal(s.cpus, s.row.cpus) {
		return false, nil
	}
	s.cpus = append(s.cpus[:0], s.row.cpus...)
	return true, nil
}

func (s *statSource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		for _, name := range cpuTimes {
			columns = append(columns, fmt.Sprintf("cpu/%d/%s", cpu, name))
		}
	}
	return append(columns, "system/contextSwitches", "system/interrupts", "system/processesCreated")
}

func (s *statSource) values(values []int64) []int64 {
	values = append(values, s.row.timesUs...)
	return append(values, s.row.contextSwitches, s.row.interrupts, s.row.forks)
}

func (s *statSource) close() { s.file.close() }
