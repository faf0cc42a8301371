package kernel

import (
	"bytes"
	"fmt"
	"math"
	"os"
)

// tickUs is one tick of /proc: USER_HZ is 100 on every architecture we run on, whatever CONFIG_HZ says (include/uapi/asm-generic/param.h).
const tickUs = 10_000

// PIDStat is what we need of /proc/PID/stat (do_task_stat, fs/proc/array.c; numbering of proc_pid_stat(5)).
type PIDStat struct {
	PID int
	// Name is at most 15 bytes, any bytes, which a program gives itself. It is a part of the text that was parsed.
	Name         []byte
	State        byte // R, S, D, T, Z ...
	Parent       int
	KernelThread bool
	UserUs       int64
	SystemUs     int64
	// WaitedUserUs and WaitedSystemUs are of the children that it has waited for, and of those that they have waited for.
	WaitedUserUs   int64
	WaitedSystemUs int64
	Nice           int // of its main thread, from -20, before others, to 19
	Threads        int64
	StartTicks     int64 // after boot; with the PID it names no other process
	RSSPages       int64
}

// processFlagKernelThread is PF_KTHREAD, include/linux/sched.h.
const processFlagKernelThread = 0x00200000

// CPUUs is the time that it has used, user and system.
func (s *PIDStat) CPUUs() int64 { return s.UserUs + s.SystemUs }

// Ended says that the process has ended and waits for its parent to ask.
func (s *PIDStat) Ended() bool { return s.State == 'Z' || s.State == 'X' }

// Paused says that it was stopped by a signal or a debugger.
func (s *PIDStat) Paused() bool { return s.State == 'T' || s.State == 't' }

// PIDStat reads that of a process.
func (f FS) PIDStat(pid int) (stat PIDStat, err error) {
	name := fmt.Sprintf("/proc/%d/stat", pid)
	text, err := os.ReadFile(f.Path(name))
	if err != nil {
		return stat, err
	}
	if err := ParsePIDStat(text, &stat); err != nil {
		return stat, fmt.Errorf("%s %w", name, err)
	}
	return stat, nil
}

// ParsePIDStat reads one line. The name in parentheses may itself hold blanks, parentheses and line feeds: fields begin after the last ')'.
func ParsePIDStat(text []byte, stat *PIDStat) error {
	begin, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if begin < 0 || end < begin {
		return fmt.Errorf("line 1: no command in parentheses")
	}
	pid, _, ok := cutDecimal(text[:begin])
	if !ok || pid > math.MaxInt32 {
		return fmt.Errorf("line 1: field 1 is not a number")
	}
	state, rest := cutField(text[end+1:])
	if len(state) != 1 {
		return fmt.Errorf("line 1: no state after the command")
	}
	var fields [25]int64
	for number := 4; number <= 24; number++ {
		var field []byte
		field, rest = cutField(rest)
		digits := bytes.TrimPrefix(field, []byte("-")) // tty, tpgid, priority and nice may be negative
		value, ok := Decimal(digits)
		if !ok {
			return fmt.Errorf("line 1: field %d is not a number", number)
		}
		fields[number] = value
		if number == 19 && len(digits) < len(field) {
			fields[number] = -value
		}
	}
	if fields[4] > math.MaxInt32 || fields[19] < -20 || fields[19] > 19 || fields[14] > math.MaxInt64/tickUs/4 || fields[15] > math.MaxInt64/tickUs/4 ||
		fields[16] > math.MaxInt64/tickUs/4 || fields[17] > math.MaxInt64/tickUs/4 || fields[24] > math.MaxInt64>>16 {
		return fmt.Errorf("line 1: a field is out of range")
	}
	*stat = PIDStat{
		PID:            int(pid),
		Name:           text[begin+1 : end],
		State:          state[0],
		Parent:         int(fields[4]),
		KernelThread:   fields[9]&processFlagKernelThread != 0,
		UserUs:         fields[14] * tickUs,
		SystemUs:       fields[15] * tickUs,
		WaitedUserUs:   fields[16] * tickUs,
		WaitedSystemUs: fields[17] * tickUs,
		Nice:           int(fields[19]),
		Threads:        fields[20],
		StartTicks:     fields[22],
		RSSPages:       fields[24],
	}
	return nil
}

// ParseProcessor takes field 39 of /proc/PID/task/TID/stat: the CPU that it last ran on. It is apart because fields before it do not fit
// into 63 bits, and samples do without.
func ParseProcessor(text []byte) (cpu int, err error) {
	end := bytes.LastIndexByte(text, ')')
	if end < 0 {
		return 0, fmt.Errorf("line 1: no command in parentheses")
	}
	const highest = 8191
	value, _, ok := cutDecimal(skipFields(text[end+1:], 39-3))
	if !ok || value > highest {
		return 0, fmt.Errorf("line 1: field 39 is not a CPU")
	}
	return int(value), nil
}
