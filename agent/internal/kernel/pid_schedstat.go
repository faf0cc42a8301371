package kernel

import "fmt"

// ParseSchedstat reads /proc/PID/task/TID/schedstat (proc_pid_schedstat, fs/proc/base.c): the first of its three numbers is nanoseconds on a
// CPU; how long it waited for one, and how often it ran, follow.
func ParseSchedstat(text []byte) (nanoseconds int64, err error) {
	line, _ := cutLine(text)
	nanoseconds, _, ok := cutDecimal(line)
	if !ok {
		return 0, fmt.Errorf("schedstat line 1: no number")
	}
	return nanoseconds, nil
}
