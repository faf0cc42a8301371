package sampler

// processClockUs asks the kernel for the CPU time of a whole process, ended threads included, in nanoseconds: clock_gettime on the clock
// that clock_getcpuclockid(3) names, open to anybody. /proc/PID/stat is made from the same sum (cputime_adjust, kernel/sched/cputime.c)
// but cut to ticks of 10 ms, and costs ten times as much. /proc/PID/task/*/schedstat is as fine, but forgets threads that have ended.
// A thread that is running now is counted up to its last timer tick.
func processClockUs(pid int) (int64, error) {
	return clockUs(processClock(pid))
}

// processClock is MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED), include/linux/posix-timers_types.h.
func processClock(pid int) int32 {
	const cpuClockSched = 2
	return int32(^pid)<<3 | cpuClockSched
}
