package sampler

import (
	"bytes"
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel/cpulist"
)

// observer looks at processes beside the samples, with a table of its own of what it opens.
type observer struct {
	table *processTable
	own   bool          // the root is the machine's own, so that its sockets may be asked about
	ran   map[int]int64 // nanoseconds on a CPU of every thread at the last observation
}

// process is false for one that has ended, or that is no longer the one that was meant.
func (o *observer) process(member treeMember, ran map[int]int64) (seen ProcessObservation, ok bool) {
	stat, err := o.table.readStat(member.pid)
	if err != nil || stat.startTicks != member.startTicks || stat.zombie() {
		return seen, false
	}
	seen = ProcessObservation{PID: member.pid, Worker: member.worker, CPUUs: stat.userUs + stat.systemUs, RanOnCPUs: cpulist.List{}}
	if o.table.hasClocks {
		if us, err := processClockUs(member.pid); err == nil {
			seen.CPUUs = max(seen.CPUUs, us)
		}
	}
	status, err := o.table.readTask(member.pid, member.pid, "/status\x00")
	if err == nil {
		seen.AllowedCPUs, err = parseAllowedCPUs(status)
	}
	if err != nil {
		return seen, false
	}
	for _, tid := range o.table.listTasks(member.pid, nil) {
		cpu, ranFor, err := o.thread(member.pid, tid)
		if err != nil {
			continue
		}
		seen.Threads++
		ran[tid] = ranFor
		if ranFor > o.ran[tid] {
			seen.RanOnCPUs = append(seen.RanOnCPUs, cpu)
		}
	}
	slices.Sort(seen.RanOnCPUs)
	seen.RanOnCPUs = slices.Compact(seen.RanOnCPUs)
	return seen, true
}

// thread says where a thread last ran and for how many nanoseconds in all.
func (o *observer) thread(pid, tid int) (cpu int, ran int64, err error) {
	text, err := o.table.readTask(pid, tid, "/stat\x00")
	if err == nil {
		cpu, err = parseProcessor(text)
	}
	if err == nil {
		text, err = o.table.readTask(pid, tid, "/schedstat\x00")
	}
	if err == nil {
		ran, err = parseSchedstat(text)
	}
	return cpu, ran, err
}

// parseProcessor takes field 39 of /proc/PID/task/TID/stat: the CPU that it last ran on.
func parseProcessor(text []byte) (cpu int, err error) {
	end := bytes.LastIndexByte(text, ')')
	if end < 0 {
		return 0, fmt.Errorf("line 1: no command in parentheses")
	}
	const highest = 8191
	value, _, ok := cutDecimal(skipFields(text[end+1:], 39-3))
	if !ok || value > highest {
		return 0, fmt.Errorf("line 1: field 39 is not a CPU")
	}
	return int(value), nil
}

// parseAllowedCPUs finds Cpus_allowed_list in /proc/PID/status (cpuset_task_status_allowed, kernel/cgroup/cpuset.c).
func parseAllowedCPUs(text []byte) (cpulist.List, error) {
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		if value, ok := bytes.CutPrefix(line, []byte("Cpus_allowed_list:")); ok {
			list, err := cpulist.Parse(string(value))
			if err != nil {
				return nil, malformed("status", number, "%v", err)
			}
			return list, nil
		}
	}
	return nil, fmt.Errorf("status: no Cpus_allowed_list")
}
