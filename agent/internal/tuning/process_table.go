package tuning

import (
	"fmt"
	"strconv"
	"strings"
)

// flagKernelThread is PF_KTHREAD, include/linux/sched.h.
const flagKernelThread = 0x200000

// process is one by its number and its start, which together name no other.
type process struct {
	pid    int
	parent int
	start  uint64 // clock ticks after boot
	state  byte   // R, S, T ...
	ticks  uint64 // of CPU that it has used
	name   string
	thread bool // of the kernel
}

func (p process) paused() bool { return p.state == 'T' || p.state == 't' }

// processes are all that there are and have not ended, kernel threads among them; they are read once.
func (h *host) processes() []process {
	if h.table != nil {
		return h.table
	}
	all := []process{}
	for _, name := range h.entries("/proc") {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, ok := h.process(pid); ok {
				all = append(all, p)
			}
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

// contained says that a process has a number of its own in a process namespace below ours (NSpid, proc_pid_status, fs/proc/array.c).
func (h *host) contained(pid int) bool {
	for line := range strings.Lines(h.peek(fmt.Sprintf("/proc/%d/status", pid))) {
		if numbers, ok := strings.CutPrefix(line, "NSpid:"); ok {
			return len(strings.Fields(numbers)) > 1
		}
	}
	return false
}

func (h *host) process(pid int) (process, bool) {
	text, err := h.bound.files.read(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, false
	}
	p, ok := parseProcess(text)
	return p, ok && p.pid == pid && p.state != 'Z' && p.state != 'X'
}

// parseProcess reads /proc/PID/stat (do_task_stat, fs/proc/array.c). The name is in parentheses and may itself have some, or blanks; the fields
// after it are counted from the third.
func parseProcess(text string) (p process, ok bool) {
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return p, false
	}
	fields := strings.Fields(text[end+1:])
	if len(fields) < 20 || len(fields[0]) != 1 {
		return p, false
	}
	number := func(field int) uint64 {
		n, err := strconv.ParseUint(fields[field-3], 10, 64)
		ok = ok && err == nil
		return n
	}
	pid, err := strconv.Atoi(strings.TrimSpace(text[:open]))
	ok = err == nil
	const parent, flags, userTicks, systemTicks, startTicks = 4, 9, 14, 15, 22
	p = process{
		pid: pid, name: text[open+1 : end], state: fields[0][0],
		ticks: number(userTicks) + number(systemTicks), start: number(startTicks),
		parent: int(number(parent)),
		thread: number(flags)&flagKernelThread != 0,
	}
	return p, ok
}
