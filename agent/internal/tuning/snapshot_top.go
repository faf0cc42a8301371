package tuning

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
)

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
		if !p.thread && p.usedUs > 0 && !(h.fs.Own() && own[p.pid]) {
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
