package identity

import (
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// wantUnchanged names files, or links to them, that changed after the target had started. The target may use the old
// content, or may have read the file again, which cannot be seen from outside. For a folder, a change is an entry
// that was made, removed or renamed.
func (l *look) wantUnchanged(place, shown string) {
	if l.startedAt.IsZero() {
		return
	}
	var link, file unix.Stat_t
	if unix.Lstat(place, &link) == nil && l.isLater(link) || l.statOf(place, shown, &file) == nil && l.isLater(file) {
		l.unread(shown, "was changed after the target had started; whether the target has read it again is not known")
	}
}

func (l *look) isLater(stat unix.Stat_t) bool {
	return time.Unix(stat.Ctim.Unix()).After(l.startedAt)
}

// statOf follows links within the target's root.
func (l *look) statOf(place, shown string, stat *unix.Stat_t) error {
	root := l.root()
	if root == "" {
		return unix.Stat(place, stat)
	}
	file, err := openBelow(root, shown)
	if err != nil {
		return err
	}
	defer file.Close()
	return unix.Fstat(int(file.Fd()), stat)
}

const ticksPerSecond = 100 // of the kernel's figures for programs, on every architecture that we build for

// startOf is when the first of some processes began, to a tick and never too early; zero where none can be asked.
func startOf(pids []int) (first time.Time) {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return time.Time{}
	}
	booted := time.Now().Add(-time.Duration(now.Nano()))
	for _, pid := range pids {
		stat, err := os.ReadFile(procFile(pid, "stat"))
		if err != nil {
			continue
		}
		// What follows the name, which may hold anything, begins with the third field; the start is the 22nd (proc_pid_stat(5)).
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 20 {
			continue
		}
		ticks, err := strconv.ParseInt(fields[19], 10, 64)
		at := booted.Add(time.Duration(ticks+1) * time.Second / ticksPerSecond)
		if err == nil && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}
