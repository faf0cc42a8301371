package kernel

import (
	"bytes"
	"fmt"
	"math"
	"os"
)

// StatFile is where the times of the CPUs are, and what happened in the whole system.
const StatFile = "/proc/stat"

// CPUTimes are the fields of a cpuN line in the kernel's order (show_stat, fs/proc/stat.c). guest and guest_nice follow; they are contained
// in user and nice and would count twice.
var CPUTimes = [...]string{"user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"}

// Where some of them stand.
const (
	IdleTime   = 3
	IOWaitTime = 4
	StealTime  = 7
)

// Stat is what we need of StatFile, since boot.
type Stat struct {
	CPUs            []int   // online, in the file's order
	TimesUs         []int64 // len(CPUTimes) for each of CPUs
	ContextSwitches int64
	Interrupts      int64
	Forks           int64
}

// Stat reads the file once.
func (f FS) Stat() (stat Stat, err error) {
	text, err := os.ReadFile(f.Path(StatFile))
	if err == nil {
		err = ParseStat(text, &stat)
	}
	return stat, err
}

// ParseStat uses the lists again that stat has.
func ParseStat(text []byte, stat *Stat) error {
	*stat = Stat{CPUs: stat.CPUs[:0], TimesUs: stat.TimesUs[:0], ContextSwitches: -1, Interrupts: -1, Forks: -1}
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		key, rest := cutField(line)
		var err error
		switch {
		case bytes.HasPrefix(key, []byte("cpu")) && len(key) > 3:
			err = stat.addCPU(key[3:], rest)
		case string(key) == "intr": // its first number is the sum; one for each possible IRQ follows
			stat.Interrupts, err = firstNumber(rest)
		case string(key) == "ctxt":
			stat.ContextSwitches, err = firstNumber(rest)
		case string(key) == "processes":
			stat.Forks, err = firstNumber(rest)
		}
		if err != nil {
			return malformed(StatFile, number, "%v", err)
		}
	}
	if len(stat.CPUs) == 0 || stat.ContextSwitches < 0 || stat.Interrupts < 0 || stat.Forks < 0 {
		return fmt.Errorf("%s: no cpu, intr, ctxt or processes line", StatFile)
	}
	return nil
}

func (s *Stat) addCPU(number, times []byte) error {
	cpu, ok := Decimal(number)
	if !ok || cpu > math.MaxInt32 {
		return fmt.Errorf("cpu%s is not a CPU", number)
	}
	s.CPUs = append(s.CPUs, int(cpu))
	for _, name := range CPUTimes {
		var ticks int64
		ticks, times, ok = cutDecimal(times)
		if !ok || ticks > math.MaxInt64/tickUs {
			return fmt.Errorf("cpu%d has no %s", cpu, name)
		}
		s.TimesUs = append(s.TimesUs, ticks*tickUs)
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
