package sampler

import (
	"slices"

	"millionrps/agent/internal/kernel"
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
	if err != nil || stat.StartTicks != member.startTicks || stat.Ended() {
		return seen, false
	}
	seen = ProcessObservation{PID: member.pid, Worker: member.worker, CPUUs: stat.CPUUs(), RanOnCPUs: cpulist.List{}}
	if o.table.hasClocks {
		if us, err := processClockUs(member.pid); err == nil {
			seen.CPUUs = max(seen.CPUUs, us)
		}
	}
	status, err := o.table.readStatus(member.pid)
	if err != nil || status.AllowedCPUs == nil {
		return seen, false
	}
	seen.AllowedCPUs = status.AllowedCPUs
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
		cpu, err = kernel.ParseProcessor(text)
	}
	var counted kernel.Schedstat
	if err == nil {
		counted, err = o.table.readSchedstat(pid, tid)
	}
	return cpu, counted.RanNs, err
}
