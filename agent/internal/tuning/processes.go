package tuning

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// process is one by its number and its start, which together name no other.
type process struct {
	pid    int
	parent int
	start  uint64 // clock ticks after boot
	paused bool
	usedUs int64 // of CPU
	name   string
	thread bool // of the kernel
}

// processes are all that there are and have not ended, kernel threads among them; they are read once.
func (h *host) processes() []process {
	if h.table != nil {
		return h.table
	}
	all := []process{}
	for _, pid := range h.PIDs() {
		if p, ok := h.process(pid); ok {
			all = append(all, p)
		}
	}
	h.table = all
	return all
}

// processesOf are those of a name, without the kernel's own and those of containers: what is a service there is not this host's.
func (h *host) processesOf(name string) (found []process) {
	for _, p := range h.processes() {
		if p.name == name && !p.thread && !h.contained(p.pid) {
			found = append(found, p)
		}
	}
	return found
}

// contained says that a process has a number of its own in a process namespace below ours.
func (h *host) contained(pid int) bool {
	status, err := h.PIDStatus(strconv.Itoa(pid))
	return err == nil && status.Namespaces > 1
}

func (h *host) process(pid int) (process, bool) {
	stat, err := h.PIDStat(pid)
	if err != nil || stat.PID != pid || stat.Ended() {
		return process{}, false
	}
	return process{
		pid: pid, parent: stat.Parent, start: uint64(stat.StartTicks), paused: stat.Paused(),
		usedUs: stat.CPUUs(), name: string(stat.Name), thread: stat.KernelThread,
	}, true
}

// topProcesses is how many of the busiest others a snapshot names.
const topProcesses = 5

// usage is what processes had used when a snapshot was taken. It is complete before snapshots share it, and never changes after.
type usage struct {
	atUs   int64
	usedUs map[process]int64 // by identity
}

func usageOf(all []process, atUs int64) usage {
	u := usage{atUs, make(map[process]int64, len(all))}
	for _, p := range all {
		u.usedUs[p.identity()] = p.usedUs
	}
	return u
}

func (p process) identity() process { return process{pid: p.pid, start: p.start} }

// exchangeUsage keeps what is used now, and returns what was at the snapshot before.
func (t *Tuner) exchangeUsage(now usage) (last usage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, t.lastUsage = t.lastUsage, now
	return last
}

// busiest names the processes that used the most CPU since the last snapshot of this life, or since they started where there was none. The agent's own
// children, the target and the tool among them, and the kernel's threads are left out.
func (t *Tuner) busiest(h *host, atUs int64) map[string]string {
	all := h.processes()
	own := descendants(all, os.Getpid())
	last := t.exchangeUsage(usageOf(all, atUs))
	var others []process
	for _, p := range all {
		p.usedUs -= min(p.usedUs, last.usedUs[p.identity()])
		if !p.thread && p.usedUs > 0 && !(h.Own() && own[p.pid]) {
			others = append(others, p)
		}
	}
	slices.SortFunc(others, func(a, b process) int {
		return cmp.Or(cmp.Compare(b.usedUs, a.usedUs), strings.Compare(a.name, b.name), cmp.Compare(a.pid, b.pid))
	})
	since := "since it started"
	if last.atUs > 0 {
		since = fmt.Sprintf("in %.1f s", float64(atUs-last.atUs)/1e6)
	}
	top := map[string]string{}
	for i, p := range others[:min(topProcesses, len(others))] {
		top[fmt.Sprintf("top/%d", i+1)] = fmt.Sprintf("%s (%d): %.2f s of CPU %s", p.name, p.pid, float64(p.usedUs)/1e6, since)
	}
	return top
}

// descendants are a process and all that it started, directly or not.
func descendants(all []process, pid int) map[int]bool {
	children := map[int][]int{}
	for _, p := range all {
		children[p.parent] = append(children[p.parent], p.pid)
	}
	found := map[int]bool{}
	for queue := []int{pid}; len(queue) > 0; queue = queue[1:] {
		if !found[queue[0]] {
			found[queue[0]] = true
			queue = append(queue, children[queue[0]]...)
		}
	}
	return found
}
