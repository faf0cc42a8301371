package perf

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// Stacks of Linux 6.18 on virtual CPUs, but for those that name another kernel.
func TestAnIdleCPUIsToldFromOneThatWorks(t *testing.T) {
	const interrupted = " < __irq_exit_rcu < common_interrupt < asm_common_interrupt"
	const loop = " < do_idle < cpu_startup_entry < start_secondary"
	for stack, want := range map[string]bool{
		"pv_native_safe_halt < default_idle < default_idle_call" + loop:                                                                   true,
		"cpuidle_enter_state < cpuidle_enter" + loop:                                                                                      true,
		"intel_idle < cpuidle_enter_state < cpuidle_enter < call_cpuidle" + loop:                                                          true,
		"poll_idle < cpuidle_enter_state.constprop.0 < cpuidle_enter" + loop:                                                              true,
		"native_safe_halt < default_idle < arch_cpu_idle < cpu_startup_entry < start_secondary":                                           true, // Linux 4.4
		"do_idle < cpu_startup_entry < start_secondary":                                                                                   true,
		"tcp_v4_rcv < net_rx_action < handle_softirqs" + interrupted + " < pv_native_safe_halt < default_idle < default_idle_call" + loop: false,
		"tcp_v4_rcv < net_rx_action < __do_softirq" + interrupted + " < intel_idle < cpuidle_enter_state < cpuidle_enter" + loop:          false,
		"net_rx_action < __softirqentry_text_start < irq_exit < do_IRQ < ret_from_intr < native_safe_halt < cpu_startup_entry":            false, // Linux 4.19
		"finish_task_switch.isra.0 < __schedule < schedule_idle" + loop:                                                                   false,
		"flush_smp_call_function_queue" + loop:                                                                                            false,
		"[kernel] < [kernel]":                                                                                                             true,
		"some_hypercall":                                                                                                                  true,
		"":                                                                                                                                true,
	} {
		var frames []frame
		for name := range strings.SplitSeq(stack, " < ") {
			frames = append(frames, frame{name: name, file: kernelFile})
		}
		if got := idles(frames); got != want {
			t.Errorf("%s: idles %v", stack, got)
		}
	}
}

func TestOnlyWhatWorksOnAnIdleCPUIsInTheProfile(t *testing.T) {
	halted := stack{kernel: []uint64{0x110, 0x210, 0x310}}
	working := stack{kernel: []uint64{0x510, 0x410, 0x110, 0x210, 0x310}}
	for _, c := range []struct {
		name        string
		idle, names bool
		want        uint64
	}{
		{"by name", true, true, 3},
		{"without names", true, false, 0},
		{"left out by the kernel", false, true, 10}, // what has this pid is then a process outside of the container
	} {
		n := &namer{hasRead: true}
		if c.names {
			n.kernel = symbols{{start: 0x100, name: "pv_native_safe_halt"}, {start: 0x200, name: "default_idle_call"}, {start: 0x300, name: "do_idle"},
				{start: 0x400, name: "handle_softirqs"}, {start: 0x500, name: "net_rx_action"}}
		}
		b := newBuilder(n, taking{began: time.Unix(1_700_000_000, 0), span: time.Second, hertz: 99, cpus: 2, withoutIdle: !c.idle})
		seen := []*process{{pid: idleProcess, name: "kernel"}}
		b.add(seen, halted, 7)
		b.add(seen, working, 3)
		if b.total != c.want {
			t.Errorf("%s: %d samples, want %d", c.name, b.total, c.want)
		}
	}
}

func TestTheNoteSaysWhereSoftirqsAreMissing(t *testing.T) {
	for _, c := range []struct {
		withoutIdle, hidden, want bool
	}{{false, false, false}, {true, false, true}, {false, true, true}} {
		how := taking{hertz: 99, cpus: 2, withoutIdle: c.withoutIdle}
		note := newBuilder(&namer{hidden: c.hidden}, how).note(newStacks(), how)
		if got := strings.Contains(note, "Softirqs that interrupted an idle CPU are missing"); got != c.want {
			t.Errorf("%+v: %s", c, note)
		}
	}
}

func TestTheKernelLeavesOutIdleCPUsWherePidsCannotTellThem(t *testing.T) {
	for namespace, want := range map[string]uint64{"pid:[4026531836]": 0, "pid:[4026532561]": unix.PerfBitExcludeIdle} {
		root := t.TempDir()
		for _, folder := range []string{"proc/self/ns", "proc/1"} {
			if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(t, filepath.Join(root, "proc/1/comm"), "init\n")
		if err := os.Symlink(namespace, filepath.Join(root, "proc/self/ns/pid")); err != nil {
			t.Fatal(err)
		}
		if got := withoutIdle(kernel.At(root)); got != want {
			t.Errorf("%s: %#x", namespace, got)
		}
	}
}

// Of a machine that idles nothing else is told than that.
func TestARealIdleCPUIsNotTold(t *testing.T) {
	allowed(t)
	samples, err := Capture(t.Context(), time.Second, Hertz)
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(newNamer(), samples.how)
	for key, count := range samples.stacks.counts {
		b.add(samples.stacks.seen, stackOf(key), count)
	}
	for _, s := range b.profile.Sample {
		names := namesOf(s)
		if slices.Contains(names, "default_idle_call") && !slices.Contains(names, "handle_softirqs") {
			t.Errorf("%v", names)
		}
	}
}
