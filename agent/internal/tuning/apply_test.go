package tuning

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// everything asks for every setting there is, with half of the queues.
func everything() Request {
	return Request{TargetCPUs: "16-31", Wanted: Wanted{
		StopServices: []string{"irqbalance", "cron", "thermald"}, NICQueues: ptr(8),
		InterruptAffinity: &Affinity{"first 4", OneToOne}, PacketSteering: &PacketSteering{"nic-local"}, FlowSteering: &FlowSteering{30_000},
		TransmitSteering: &Affinity{"not target", All}, MTUBytes: ptr(1500), Offloads: &Offloads{GRO: ptr(false), TSO: ptr(true), LRO: ptr(false)},
		InterruptCoalescing: &Coalescing{AdaptiveRx: ptr(false), RxUs: ptr(5), TxFrames: ptr(32)}, BusyPolling: &BusyPolling{ptr(50), ptr(50)},
		Sysctls:     []Sysctl{{"net.core.somaxconn", "65535"}, {"net.ipv4.tcp_rmem", "4096 65536 33554432"}, {"net.ipv4.ip_local_port_range", "1024 65535"}},
		CPUGovernor: ptr("performance"), CPUTurbo: ptr(false), OpenFilesLimit: ptr(1_000_000), TransparentHugePages: ptr("never"),
	}}
}

func apply(t *testing.T, tuner *Tuner, request Request) Applied {
	t.Helper()
	applied, err := tuner.Apply(context.Background(), "run-1", request)
	if err != nil {
		t.Fatal(err)
	}
	return applied
}

func restore(t *testing.T, tuner *Tuner) Restored {
	t.Helper()
	restored := tuner.Restore()
	if !restored.Matches {
		t.Errorf("not restored: %s", strings.Join(restored.Mismatches, "\n"))
	}
	return restored
}

func TestEverythingIsAppliedReadBackAndPutBack(t *testing.T) {
	f := ena(t)
	// What was there before is not what a driver starts with.
	for name, text := range map[string]string{
		"/sys/class/net/eth0/queues/rx-1/rps_cpus": "00000000,00000000,00000000,00ff0000", "/sys/class/net/eth0/queues/rx-15/rps_flow_cnt": "256",
		"/sys/class/net/eth0/queues/tx-15/xps_cpus": "80000000,00000000,00000000,00000000",
	} {
		if err := f.kernel.rootFiles.write(name, text); err != nil {
			t.Fatal(err)
		}
	}
	before := f.state()
	tuner := f.open()
	applied := apply(t, tuner, everything())
	for _, change := range applied.Changes {
		if change.Asked != nil && change.Status != DoneApplied && change.Status != Unchanged {
			t.Errorf("%s: %s %s", change.Key, change.Status, change.Reason)
		}
	}
	for key, want := range map[string]string{
		"service/irqbalance": "running paused applied", "service/thermald": "absent absent unchanged",
		"nic/eth0/channels/combined": "16 8 applied", "nic/eth0/mtu": "9001 1500 applied",
		"nic/eth0/offload/gro": "on off applied", "nic/eth0/offload/tso": "+tx-tcp-segmentation -tx-tcp6-segmentation on applied",
		"nic/eth0/offload/lro": "off off unchanged", "nic/eth0/coalesce/adaptive-rx": "on off applied", "nic/eth0/coalesce/rx-usecs": "20 5 applied",
		"nic/eth0/irq/eth0-Tx-Rx-5/affinity": "5 1 applied", "nic/eth0/irq/eth0-Tx-Rx-12/affinity": "12 nil applied",
		"nic/eth0/rx-1/rps_cpus":     "00000000,00000000,00000000,00ff0000 00000000,ffffffff,00000000,ffffffff applied",
		"nic/eth0/rx-9/rps_cpus":     "00000000,00000000,00000000,00000000 nil applied",
		"nic/eth0/rx-0/rps_flow_cnt": "0 4096 applied", "sysctl/net.core.rps_sock_flow_entries": "0 32768 applied",
		"nic/eth0/tx-7/xps_cpus":    "00000000,00000000,00000000,00000000 ffffffff,ffffffff,ffffffff,0000ffff applied",
		"sysctl/net.ipv4.tcp_rmem":  "4096\t131072\t6291456 4096\t65536\t33554432 applied",
		"sysctl/net.core.busy_poll": "0 50 applied", "cpu/127/governor": "powersave performance applied", "cpu/turbo": "on off applied",
		"memory/transparent_hugepage": "madvise never applied", "limits/nofile": "1024:524288 1000000:1000000 applied",
	} {
		change := find(t, applied.Changes, key)
		if got := value(change.Before) + " " + value(change.ReadBack) + " " + string(change.Status); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if f.driver.offload["tx-tcp-mangleid-segmentation"].Active {
		t.Error("TSO brought mangled IP identifiers with it")
	}
	if runID, ok := tuner.Pending(); !ok || runID != "run-1" {
		t.Errorf("pending: %q %v", runID, ok)
	}
	if drift := tuner.Drift(); len(drift) > 0 {
		t.Errorf("drift: %v", drift)
	}
	restored := restore(t, tuner)
	if restored.RunID != "run-1" || len(restored.Knobs) < 100 {
		t.Errorf("%d knobs of %q", len(restored.Knobs), restored.RunID)
	}
	told := map[string]bool{}
	for _, knob := range restored.Knobs {
		told[knob.Key] = knob.Matches
	}
	// Among them are those that read as asked before their queues were made anew, such as the first queue's interrupt.
	for _, change := range applied.Changes {
		if change.Asked != nil && change.Status == DoneApplied && !told[change.Key] {
			t.Errorf("%s was applied, and nothing says that it was put back", change.Key)
		}
	}
	f.expectState(before)
	if again := restore(t, tuner); again.RunID != "" || len(again.Knobs) > 0 {
		t.Errorf("the second time: %v", again)
	}
}

func TestTheOrderOfWrites(t *testing.T) {
	f := smallENA(t)
	tuner := f.open()
	apply(t, tuner, everything())
	expectOrder(t, f.kernel.writes, "/proc/irq/", "rps_cpus=", "rps_sock_flow_entries=", "rps_flow_cnt=", "xps_cpus=", "/proc/sys/net/core/somaxconn=", "scaling_governor=", "transparent_hugepage")
	if f.driver.calls[0] != "channels 8" || len(f.signals) != 2 {
		t.Errorf("the driver was asked for %v, signals %v", f.driver.calls, f.signals)
	}
	f.kernel.writes, f.driver.calls, f.signals = nil, nil, nil
	var writesWhenContinued int
	f.kernel.before = func(string) {
		if len(f.signals) > 0 {
			writesWhenContinued++
		}
	}
	restore(t, tuner)
	expectOrder(t, f.kernel.writes, "/proc/irq/", "rps_sock_flow_entries=", "/proc/sys/net/core/somaxconn=", "scaling_governor=", "transparent_hugepage")
	if f.driver.calls[0] != "channels 16" || len(f.signals) != 2 || writesWhenContinued > 0 {
		t.Errorf("the driver was asked for %v, signals %v, %d writes after services went on", f.driver.calls, f.signals, writesWhenContinued)
	}
}

// expectOrder looks that the first write of each kind comes after the last of the one before.
func expectOrder(t *testing.T, writes []string, kinds ...string) {
	t.Helper()
	last := -1
	for _, kind := range kinds {
		first, final := -1, -1
		for i, write := range writes {
			if strings.Contains(write, kind) {
				if first < 0 {
					first = i
				}
				final = i
			}
		}
		if first < 0 || first < last {
			t.Errorf("%s is written at %d, after %d: %s", kind, first, last, strings.Join(writes, "\n"))
		}
		last = final
	}
}

func TestAFailedWritePutsEverythingBack(t *testing.T) {
	f := smallENA(t)
	before := f.state()
	f.kernel.fails["/proc/sys/net/core/somaxconn"] = &os.PathError{Op: "write", Path: "somaxconn", Err: unix.EINVAL}
	tuner := f.open()
	applied, err := tuner.Apply(context.Background(), "run-1", everything())
	var failure *ApplyError
	if !errors.As(err, &failure) || !failure.Restored.Matches ||
		err.Error() != "sysctl/net.core.somaxconn could not be set to 65535: invalid argument (EINVAL); everything was put back" {
		t.Errorf("%v", err)
	}
	if change := find(t, applied.Changes, "sysctl/net.core.somaxconn"); change.Status != Failed || change.Reason != "invalid argument (EINVAL)" {
		t.Errorf("%s %s", change.Status, change.Reason)
	}
	f.expectState(before)
	if _, pending := tuner.Pending(); pending {
		t.Error("something is pending")
	}
}

func TestTheEndOfTheContextPutsEverythingBack(t *testing.T) {
	f := smallENA(t)
	before := f.state()
	ctx, cancel := context.WithCancel(context.Background())
	f.kernel.before = func(name string) {
		if strings.Contains(name, "xps_cpus") {
			cancel()
		}
	}
	_, err := f.open().Apply(ctx, "run-1", everything())
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "everything was put back") {
		t.Errorf("%v", err)
	}
	f.expectState(before)
}

func TestWhatTheAgentMayNotChangeDoesNotFailTheRun(t *testing.T) {
	f := smallENA(t)
	before := f.state()
	f.kernel.managed["46"] = true
	f.kernel.fixed["/proc/irq/47/smp_affinity_list"] = errReadOnly
	for name, errno := range map[string]error{
		"/proc/sys/net/core/somaxconn": unix.EACCES, "/sys/class/net/eth0/mtu": unix.EROFS, "/sys/class/net/eth0/queues/rx-2/rps_cpus": unix.EPERM,
	} {
		f.kernel.fails[name] = &os.PathError{Op: "open", Path: name, Err: errno}
	}
	f.driver.fails["setCoalescing"] = unix.EOPNOTSUPP
	tuner := f.open()
	request := everything()
	request.Wanted.NICQueues = nil
	applied := apply(t, tuner, request)
	for key, reason := range map[string]string{
		"nic/eth0/irq/eth0-Tx-Rx-5/affinity": "the kernel manages this interrupt and keeps its CPUs, or the agent may not move it (EIO)",
		"nic/eth0/irq/eth0-Tx-Rx-6/affinity": "the kernel manages this interrupt and keeps its CPUs",
		"sysctl/net.core.somaxconn":          "the agent may not change it (EACCES): it takes root, or the capabilities of the agent's unit file",
		"nic/eth0/rx-2/rps_cpus":             "the agent may not change it (EPERM): it takes root, or the capabilities of the agent's unit file",
		"nic/eth0/mtu":                       "it is mounted read-only here (EROFS), as in a container",
		"nic/eth0/coalesce/rx-usecs":         "the driver does not offer it (EOPNOTSUPP)",
	} {
		if change := find(t, applied.Changes, key); change.Status != NotChangeable || change.Reason != reason {
			t.Errorf("%s: %s, %q; want %q", key, change.Status, change.Reason, reason)
		}
	}
	clear(f.kernel.fails)
	restore(t, tuner)
	f.expectState(before)
}

// intel_pstate refuses the switch whoever asks, where the firmware has turbo off.
func TestTurboThatTheFirmwareForbids(t *testing.T) {
	const noTurbo = "/sys/devices/system/cpu/intel_pstate/no_turbo"
	f := smallENA(t)
	f.set(noTurbo, "1")
	f.kernel.fails[noTurbo] = &os.PathError{Op: "write", Path: noTurbo, Err: unix.EPERM}
	tuner := f.open()
	change := apply(t, tuner, Request{Wanted: Wanted{CPUTurbo: ptr(true)}}).Changes[0]
	if change.Status != NotChangeable || change.Reason != "the firmware has turbo off, or this CPU has none (EPERM)" {
		t.Errorf("%s: %s", change.Status, change.Reason)
	}
	restore(t, tuner)
}
