package doctor

import (
	"time"

	"millionrps/agent/internal/kernel"
)

// activity is one reading of what used the CPUs, in microseconds since they started.
type activity struct {
	cpus                int
	total, idle, stolen int64
	processes           map[int]processActivity
}

type processActivity struct {
	name      string
	parent    int
	startedAt int64 // ticks after boot
	usedUs    int64
}

func readActivity(h host) activity {
	stat, _ := h.Stat()
	a := activity{cpus: len(stat.CPUs), processes: map[int]processActivity{}}
	for i, us := range stat.TimesUs {
		a.total += us
		switch i % len(kernel.CPUTimes) {
		case kernel.IdleTime, kernel.IOWaitTime:
			a.idle += us
		case kernel.StealTime:
			a.stolen += us
		}
	}
	for _, pid := range h.PIDs() {
		if p, err := h.PIDStat(pid); err == nil {
			a.processes[pid] = processActivity{string(p.Name), p.Parent, p.StartTicks, p.CPUUs()}
		}
	}
	return a
}

// use is what happened between two readings, as shares of all CPU time.
type use struct {
	cpus          int
	span          time.Duration
	stolen, other float64
	processes     []processUse // of others
}

type processUse struct {
	name  string
	pid   int
	share float64
}

// usedBetween leaves out this process and its children, because they are not other load.
func usedBetween(before, after activity, own int) (u use, ok bool) {
	if after.total <= before.total {
		return u, false
	}
	all := float64(after.total - before.total)
	u.cpus = after.cpus
	u.stolen = float64(after.stolen-min(after.stolen, before.stolen)) / all
	u.other = 1 - float64(after.idle-min(after.idle, before.idle))/all - u.stolen
	for pid, process := range after.processes {
		usedUs := process.usedUs
		if earlier, found := before.processes[pid]; found && earlier.startedAt == process.startedAt {
			usedUs -= min(usedUs, earlier.usedUs)
		}
		share := float64(usedUs) / all
		if after.below(pid, own) {
			u.other -= share
		} else if usedUs > 0 {
			u.processes = append(u.processes, processUse{process.name, pid, share})
		}
	}
	u.other = max(u.other, 0)
	return u, true
}

// below says that a process is the ancestor or descends from it. A table that was read while it changed may hold a circle.
func (a activity) below(pid, ancestor int) bool {
	for range len(a.processes) {
		if pid == ancestor {
			return true
		}
		if pid = a.processes[pid].parent; pid == 0 {
			return false
		}
	}
	return false
}
