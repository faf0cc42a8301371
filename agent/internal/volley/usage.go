package volley

import (
	"time"

	"golang.org/x/sys/unix"
)

// usage is CPU time spent on the measurement: by one loop's thread, and by the whole process, which the first loop reads.
type usage struct{ thread, process time.Duration }

func (u *usage) begin(loop int) {
	u.thread = -cpuTime(unix.CLOCK_THREAD_CPUTIME_ID)
	if loop == 0 {
		u.process = -cpuTime(unix.CLOCK_PROCESS_CPUTIME_ID)
	}
}

func (u *usage) finish(loop int) {
	u.thread += cpuTime(unix.CLOCK_THREAD_CPUTIME_ID)
	if loop == 0 {
		u.process += cpuTime(unix.CLOCK_PROCESS_CPUTIME_ID)
	}
}

func cpuTime(clock int32) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(clock, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
