package doctor

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// activity is one reading of what used the CPUs, in ticks of 10 ms since they started.
type activity struct {
	cpus                int
	total, idle, stolen uint64
	processes           map[int]processActivity
}

type processActivity struct {
	name      string
	parent    int
	startedAt uint64
	ticks     uint64
}

func readActivity(h host) activity {
	a := parseStat(h.text("/proc/stat"))
	a.processes = map[int]processActivity{}
	for _, entry := range h.names("/proc") {
		pid, err := strconv.Atoi(entry)
		if err != nil {
			continue
		}
		if process, ok := parseProcess(h.text("/proc/" + entry + "/stat")); ok {
			a.processes[pid] = process
		}
	}
	return a
}

// parseStat reads the first line of /proc/stat (show_stat, fs/proc/stat.c): user, nice, system, idle, iowait, irq, softirq, steal, and two of
// guests that are in the first two already.
func parseStat(text string) (a activity) {
	const idle, iowait, steal, columns = 3, 4, 7, 8
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "cpu") {
			continue
		}
		if fields[0] != "cpu" {
			a.cpus++
			continue
		}
		for i, field := range fields[1:min(len(fields), 1+columns)] {
			ticks, _ := strconv.ParseUint(field, 10, 64)
			a.total += ticks
			switch i {
			case idle, iowait:
				a.idle += ticks
			case steal:
				a.stolen = ticks
			}
		}
	}
	return a
}

// parseProcess reads /proc/PID/stat. The name is in brackets and may hold brackets and spaces itself.
func parseProcess(text string) (p processActivity, ok bool) {
	const parent, user, system, started = 1, 11, 12, 19 // counted from the state, which follows the name
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return p, false
	}
	fields := strings.Fields(text[end+1:])
	if len(fields) <= started {
		return p, false
	}
	p.name = text[open+1 : end]
	p.parent, _ = strconv.Atoi(fields[parent])
	userTicks, _ := strconv.ParseUint(fields[user], 10, 64)
	systemTicks, _ := strconv.ParseUint(fields[system], 10, 64)
	p.startedAt, _ = strconv.ParseUint(fields[started], 10, 64)
	p.ticks = userTicks + systemTicks
	return p, true
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

// usedBetween leaves out this process and all below it: they are no other load.
func usedBetween(before, after activity, own int) (u use, ok bool) {
	if after.total <= before.total {
		return u, false
	}
	all := float64(after.total - before.total)
	u.cpus = after.cpus
	u.stolen = float64(after.stolen-min(after.stolen, before.stolen)) / all
	u.other = 1 - float64(after.idle-min(after.idle, before.idle))/all - u.stolen
	for pid, process := range after.processes {
		ticks := process.ticks
		if earlier, found := before.processes[pid]; found && earlier.startedAt == process.startedAt {
			ticks -= min(ticks, earlier.ticks)
		}
		share := float64(ticks) / all
		if after.below(pid, own) {
			u.other -= share
		} else if ticks > 0 {
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

func ownPID() int { return os.Getpid() }
