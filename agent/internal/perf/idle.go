package perf

import (
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// idleProcess is the pid of what a CPU runs when nothing else wants it.
const idleProcess = 0

// withoutIdle is the bit for an event that leaves out idle CPUs. With it the softirqs are lost that interrupt one, which are most of the work
// where the load is packets. So the samples of idle CPUs are taken and those that idle are dropped by name. It saves no interrupt anyway: the
// timer runs, and the bit only keeps it from writing a sample (perf_swevent_hrtimer, kernel/events/core.c).
//
// In another PID namespace every process outside has the pid of the idle one: there the bit has to tell them apart.
func withoutIdle(fs kernel.FS) uint64 {
	if fs.Unseen() == "" {
		return 0
	}
	return unix.PerfBitExcludeIdle
}

// idles says of a sample of the idle process whether its CPU idled: it was below what the kernel calls to wait for work (kernel/sched/idle.c),
// and not in a softirq that interrupted that. A stack without names, or that ends before the idle loop, is taken for one that idled.
func idles(frames []frame) bool {
	for i, f := range frames {
		name, _, _ := strings.Cut(f.name, ".") // what the compiler adds
		switch name {
		case "handle_softirqs", "__do_softirq", "__softirqentry_text_start":
			return false
		case "default_idle_call", "arch_cpu_idle", "cpuidle_enter", "cpuidle_enter_state", "cpuidle_enter_s2idle", "call_cpuidle", "cpuidle_idle_call", "cpu_idle_poll":
			return true
		case "do_idle", "cpu_startup_entry":
			return i == 0
		}
	}
	return true
}
