package tuning

import (
	"fmt"

	"millionrps/agent/internal/kernel"
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
	for _, pid := range h.fs.PIDs() {
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
	status, err := kernel.ParsePIDStatus([]byte(h.peek(fmt.Sprintf("/proc/%d/status", pid))))
	return err == nil && status.Namespaces > 1
}

func (h *host) process(pid int) (process, bool) {
	text, err := h.bound.files.read(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, false
	}
	var stat kernel.PIDStat
	if err := kernel.ParsePIDStat([]byte(text), &stat); err != nil || stat.PID != pid || stat.Ended() {
		return process{}, false
	}
	return process{
		pid: pid, parent: stat.Parent, start: uint64(stat.StartTicks), paused: stat.Paused(),
		usedUs: stat.CPUUs(), name: string(stat.Name), thread: stat.KernelThread,
	}, true
}
