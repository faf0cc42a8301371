package kernel

import "fmt"

// Schedstat is what the scheduler counts of one thread since it began.
type Schedstat struct {
	RanNs    int64 // on a CPU
	WaitedNs int64 // for a CPU, while it could have run
	Turns    int64 // how often it was given a CPU
}

// Counted is false where the kernel counts no turns: it then prints zeros (sched_info_on, include/linux/sched/stat.h), also of a thread that
// has run.
func (s Schedstat) Counted() bool { return s.Turns > 0 }

// ParseSchedstat reads /proc/PID/task/TID/schedstat (proc_pid_schedstat, fs/proc/base.c).
func ParseSchedstat(text []byte) (found Schedstat, err error) {
	line, _ := cutLine(text)
	for _, figure := range [...]*int64{&found.RanNs, &found.WaitedNs, &found.Turns} {
		var ok bool
		if *figure, line, ok = cutDecimal(line); !ok {
			return Schedstat{}, fmt.Errorf("schedstat line 1: not three numbers")
		}
	}
	return found, nil
}
