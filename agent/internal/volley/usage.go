package volley

import (
	"time"

	"golang.org/x/sys/unix"
)

// usage is CPU time spent on the measurement: by one loop's thread, and by the whole process, which the first loop reads.
type usage struct{ thread, process time.Duration }

func (u *usage) begin(loop int) {
	u.thread = -threadTime()
	if loop == 0 {
		u.process = -processTime()
	}
}

func (u *usage) finish(loop int) {
	u.thread += threadTime()
	if loop == 0 {
		u.process += processTime()
	}
}

func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

func processTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
