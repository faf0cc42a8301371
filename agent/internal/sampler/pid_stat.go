package sampler

import (
	"bytes"
	"fmt"
	"math"
)

// pidStat is what we need of /proc/PID/stat (do_task_stat, fs/proc/array.c; numbering of proc_pid_stat(5)).
type pidStat struct {
	state        byte
	parent       int
	kernelThread bool
	userUs       int64
	systemUs     int64
	// waitedUserUs and waitedSystemUs are of the children that it has waited for, and of those that they have waited for.
	waitedUserUs   int64
	waitedSystemUs int64
	threads        int64
	startTicks     int64
	rssPages       int64
}

// processFlagKernelThread is PF_KTHREAD, include/linux/sched.h.
const processFlagKernelThread = 0x00200000

// zombie says that the process has ended and waits for its parent to ask.
func (s *pidStat) zombie() bool { return s.state == 'Z' || s.state == 'X' }

// parsePidStat reads one line. The command in parentheses may itself hold blanks, parentheses and line feeds: fields begin after the last ')'.
func parsePidStat(text []byte, stat *pidStat) error {
	end := bytes.LastIndexByte(text, ')')
	if end < 0 {
		return fmt.Errorf("line 1: no command in parentheses")
	}
	state, rest := cutField(text[end+1:])
	if len(state) != 1 {
		return fmt.Errorf("line 1: no state after the command")
	}
	var fields [25]int64
	for number := 4; number <= 24; number++ {
		var field []byte
		field, rest = cutField(rest)
		digits := bytes.TrimPrefix(field, []byte("-")) // tty, tpgid and priority may be negative; none of them is used
		value, ok := parseDecimal(digits)
		if !ok {
			return fmt.Errorf("line 1: field %d is not a number", number)
		}
		fields[number] = value
	}
	if fields[4] > math.MaxInt32 || fields[14] > math.MaxInt64/tickUs/4 || fields[15] > math.MaxInt64/tickUs/4 ||
		fields[16] > math.MaxInt64/tickUs/4 || fields[17] > math.MaxInt64/tickUs/4 || fields[24] > math.MaxInt64>>16 {
		return fmt.Errorf("line 1: a field is out of range")
	}
	*stat = pidStat{
		state:          state[0],
		parent:         int(fields[4]),
		kernelThread:   fields[9]&processFlagKernelThread != 0,
		userUs:         fields[14] * tickUs,
		systemUs:       fields[15] * tickUs,
		waitedUserUs:   fields[16] * tickUs,
		waitedSystemUs: fields[17] * tickUs,
		threads:        fields[20],
		startTicks:     fields[22],
		rssPages:       fields[24],
	}
	return nil
}
