package tuning

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/fakeroot"
)

// lines are changes as a person would read them.
func lines(changes []Change) []string {
	all := []string{}
	for _, c := range changes {
		line := fmt.Sprintf("%s: %s -> %s, %s", c.Key, value(c.Before), value(c.Asked), c.Status)
		if c.Reason != "" {
			line += ": " + c.Reason
		}
		all = append(all, line)
	}
	return all
}

func expectLines(t *testing.T, changes []Change, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, lines(changes)); diff != "" {
		t.Error(diff)
	}
}

func TestPlanOfInterruptAffinity(t *testing.T) {
	t.Run("ENA, one to one, starting over", func(t *testing.T) {
		plan := enaToRead(t).plan(Request{Wanted: Wanted{InterruptAffinity: &Affinity{"last 3", OneToOne}}})
		if plan.NIC != "eth0" || len(plan.Changes) != 16 { // and not ena-mgmnt
			t.Errorf("%d changes of %s", len(plan.Changes), plan.NIC)
		}
		expectLines(t, plan.Changes[:4],
			"nic/eth0/irq/eth0-Tx-Rx-0/affinity: 0 -> 125, change", "nic/eth0/irq/eth0-Tx-Rx-1/affinity: 1 -> 126, change",
			"nic/eth0/irq/eth0-Tx-Rx-2/affinity: 2 -> 127, change", "nic/eth0/irq/eth0-Tx-Rx-3/affinity: 3 -> 125, change")
		if c := plan.Changes[0]; c.Path != "/proc/irq/41/smp_affinity_list" || c.Why != "interrupt 41, queue 0" || c.Setting != "interruptAffinity" {
			t.Errorf("%+v", c)
		}
	})
	t.Run("ENA, all to the set", func(t *testing.T) {
		plan := enaToRead(t).plan(Request{Wanted: Wanted{InterruptAffinity: &Affinity{"nic-local", All}}})
		expectLines(t, plan.Changes[15:], "nic/eth0/irq/eth0-Tx-Rx-15/affinity: 15 -> 0-31,64-95, change")
	})
	t.Run("virtio, both lines of a pair on one CPU", func(t *testing.T) {
		plan := virtio(t).plan(Request{Wanted: Wanted{InterruptAffinity: &Affinity{"6,7", OneToOne}}})
		if len(plan.Changes) != 16 {
			t.Errorf("%d changes", len(plan.Changes))
		}
		for _, c := range plan.Changes {
			var direction string
			var queue int
			name := strings.NewReplacer("nic/eth0/irq/virtio0-", "", ".", " ", "/affinity", "").Replace(c.Key)
			if _, err := fmt.Sscanf(name, "%s %d", &direction, &queue); err != nil || *c.Asked != fmt.Sprint(6+queue%2) {
				t.Errorf("%s: %s, %v", c.Key, *c.Asked, err)
			}
		}
	})
	t.Run("virtio with fewer queues, whose other lines stay", func(t *testing.T) {
		plan := virtio(t).plan(Request{Wanted: Wanted{NICQueues: ptr(2), InterruptAffinity: &Affinity{"6", OneToOne}}})
		asked := 0
		for _, c := range plan.Changes {
			if c.Setting == "interruptAffinity" && c.Asked != nil {
				asked++
			}
		}
		if asked != 4 {
			t.Errorf("%d lines are pinned, want 4: %v", asked, lines(plan.Changes))
		}
	})
	t.Run("a laptop's single line", func(t *testing.T) {
		plan := newFakeHost(t, fakeroot.Laptop(t)).plan(Request{Wanted: Wanted{InterruptAffinity: &Affinity{"last 1", OneToOne}}})
		expectLines(t, plan.Changes, "nic/enp2s0/irq/enp2s0/affinity: 0-7 -> 7, change")
	})
}

func TestPlanOfSteering(t *testing.T) {
	f := enaToRead(t)
	plan := f.plan(Request{TargetCPUs: "0-95", Wanted: Wanted{
		PacketSteering: &PacketSteering{"not target"}, FlowSteering: &FlowSteering{30_000}, TransmitSteering: &Affinity{"last 2", OneToOne},
	}})
	zero := "00000000,00000000,00000000,00000000"
	if len(plan.Changes) != 16+1+16+16 || plan.TargetCPUs.String() != "0-95" {
		t.Errorf("%d changes for the target's %s", len(plan.Changes), plan.TargetCPUs)
	}
	expectLines(t, []Change{plan.Changes[0], plan.Changes[15], plan.Changes[16], plan.Changes[17], plan.Changes[33], plan.Changes[34]},
		"nic/eth0/rx-0/rps_cpus: "+zero+" -> ffffffff,00000000,00000000,00000000, change",
		"nic/eth0/rx-15/rps_cpus: "+zero+" -> ffffffff,00000000,00000000,00000000, change",
		"sysctl/net.core.rps_sock_flow_entries: 0 -> 32768, change",
		"nic/eth0/rx-0/rps_flow_cnt: 0 -> 2048, change",
		"nic/eth0/tx-0/xps_cpus: "+zero+" -> 40000000,00000000,00000000,00000000, change",
		"nic/eth0/tx-1/xps_cpus: "+zero+" -> 80000000,00000000,00000000,00000000, change")
	if why := plan.Changes[16].Why; !strings.Contains(why, "30000 were asked, and the kernel rounds up") {
		t.Error(why)
	}
	off := f.plan(Request{Wanted: Wanted{PacketSteering: &PacketSteering{"none"}, FlowSteering: &FlowSteering{0}}})
	for _, c := range off.Changes {
		if c.Status != Unchanged {
			t.Errorf("%s: %s", c.Key, c.Status)
		}
	}
}

func TestPlanWarnsOfOfflineCPUs(t *testing.T) {
	f := newFakeHost(t, fakeroot.Captured(t, "ena-16queue"))
	plan := f.plan(Request{TargetCPUs: "16-31", Wanted: Wanted{PacketSteering: &PacketSteering{"28-31"}}})
	want := []string{"CPU 31, which the target is to use, is offline and left out.", "CPU 31, which packet steering is to use, is offline and left out."}
	if diff := cmp.Diff(want, plan.Warnings); diff != "" {
		t.Error(diff)
	}
	if c := find(t, plan.Changes, "nic/eth0/rx-0/rps_cpus"); *c.Asked != "70000000" || plan.TargetCPUs.String() != "16-30" {
		t.Errorf("%s, target %s", *c.Asked, plan.TargetCPUs)
	}
}

func TestPlanOverLoopbackLeavesEveryNICSettingAlone(t *testing.T) {
	request := everything()
	request.TargetCPUs = "1"
	request.Wanted.InterruptAffinity.CPUs, request.Wanted.TransmitSteering.CPUs, request.Wanted.PacketSteering = "all", "all", &PacketSteering{"all"}
	for name, test := range map[string]struct {
		root    func(testing.TB) string
		address netip.Addr
	}{
		"there is no other":         {fakeroot.LoopbackOnly, netip.Addr{}},
		"the target listens on it":  {fakeroot.Virtio8, netip.MustParseAddr("127.0.0.1")},
		"the target listens on ::1": {fakeroot.Virtio8, netip.IPv6Loopback()},
	} {
		t.Run(name, func(t *testing.T) {
			request.Address = test.address
			plan := newFakeHost(t, test.root(t)).plan(request)
			left := 0
			for _, c := range plan.Changes {
				if strings.HasPrefix(c.Key, "nic/") {
					left++
					if c.Status != NotChangeable || c.Reason != "the load goes over loopback, which has no queues" {
						t.Errorf("%s: %s %s", c.Key, c.Status, c.Reason)
					}
				}
			}
			if left != 8 || plan.NIC != "lo" {
				t.Errorf("%d settings of %s: %v", left, plan.NIC, lines(plan.Changes))
			}
			if c := find(t, plan.Changes, "sysctl/net.core.somaxconn"); c.Status != ToChange {
				t.Errorf("%s: %s", c.Key, c.Status)
			}
		})
	}
}

func TestPlanOfQueuesTellsWhatTheyReset(t *testing.T) {
	f := virtio(t)
	plan := f.plan(Request{Wanted: Wanted{NICQueues: ptr(3), PacketSteering: &PacketSteering{"all"}}})
	counts := map[string]int{}
	for _, c := range plan.Changes {
		kind := "asked"
		if c.Asked == nil {
			kind = "collateral"
		}
		counts[c.Setting+" "+kind]++
	}
	want := map[string]int{
		"nicQueues asked": 1, "packetSteering asked": 3, "packetSteering collateral": 5, "flowSteering collateral": 8,
		"transmitSteering collateral": 8, "interruptAffinity collateral": 16,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
	if same := f.plan(Request{Wanted: Wanted{NICQueues: ptr(8)}}); len(same.Changes) != 1 || same.Changes[0].Status != Unchanged {
		t.Errorf("%v", lines(same.Changes))
	}
	f.driver.fails["channels"] = noDriver.absent
	expectLines(t, f.plan(Request{Wanted: Wanted{NICQueues: ptr(3)}}).Changes, "nic/eth0/nicQueues: nil -> nil, not-changeable: "+noDriver.absent.Error())
}

func TestPlanOfMoreQueuesThanThereAre(t *testing.T) {
	f := virtio(t)
	f.driver.counts.CombinedCount = 8
	if err := f.driver.setChannels("eth0", channelsOf(8, 2)); err != nil {
		t.Fatal(err)
	}
	f.driver.calls, f.kernel.writes = nil, nil
	before := f.state()
	request := Request{Wanted: Wanted{NICQueues: ptr(4), PacketSteering: &PacketSteering{"0-3"}, FlowSteering: &FlowSteering{1024}, TransmitSteering: &Affinity{"all", OneToOne}}}
	plan := f.plan(request)
	expectLines(t, []Change{find(t, plan.Changes, "nic/eth0/rx-1/rps_cpus"), find(t, plan.Changes, "nic/eth0/rx-3/rps_cpus")},
		"nic/eth0/rx-1/rps_cpus: 00 -> 0f, change", "nic/eth0/rx-3/rps_cpus: nil -> 0f, change")
	tuner := f.open()
	applied := apply(t, tuner, request)
	expectLines(t, []Change{find(t, applied.Changes, "nic/eth0/rx-3/rps_flow_cnt"), find(t, applied.Changes, "nic/eth0/tx-3/xps_cpus")},
		"nic/eth0/rx-3/rps_flow_cnt: nil -> 256, applied", "nic/eth0/tx-3/xps_cpus: nil -> 08, applied")
	restore(t, tuner)
	f.expectState(before)
}

func TestPlanOfAnOffloadThatTheDriverFixes(t *testing.T) {
	f := enaToRead(t)
	expectLines(t, f.plan(Request{Wanted: Wanted{Offloads: &Offloads{LRO: ptr(false)}}}).Changes, "nic/eth0/offload/lro: off -> off, unchanged")
	expectLines(t, f.plan(Request{Wanted: Wanted{Offloads: &Offloads{LRO: ptr(true)}}}).Changes,
		"nic/eth0/offload/lro: off -> on, not-changeable: the driver of eth0 does not let LRO change")
	f.driver.fails["mayWrite"] = unix.EPERM
	expectLines(t, f.plan(Request{Wanted: Wanted{Offloads: &Offloads{GRO: ptr(false)}}}).Changes,
		"nic/eth0/offload/gro: on -> off, not-changeable: the agent may not change it (EPERM): it takes root, or the capabilities of the agent's unit file")
}

func TestPlanOfWhatAHostDoesNotHave(t *testing.T) {
	f := virtio(t)
	remove(t, f, "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/sys/net/core/netdev_max_backlog", "/proc/sys/net/core/rps_sock_flow_entries", "/proc/sys/vm/swappiness")
	plan := f.plan(Request{Wanted: Wanted{
		CPUGovernor: ptr("performance"), CPUTurbo: ptr(true), TransparentHugePages: ptr("never"), FlowSteering: &FlowSteering{8},
		Sysctls: []Sysctl{{"net.netfilter.nf_conntrack_max", "1000000"}, {"vm.swappiness", "1"}},
	}})
	reasons := map[string]string{}
	for _, c := range plan.Changes {
		if c.Status == NotChangeable {
			reasons[c.Key] = c.Reason
		}
	}
	want := map[string]string{
		"cpu/governor": "no CPU frequencies are governed on this host, as on most virtual machines",
		"cpu/turbo":    "this host offers no switch for turbo, as most virtual machines", "memory/transparent_hugepage": "this kernel has no transparent huge pages",
		"sysctl/net.netfilter.nf_conntrack_max": "the kernel module that tracks connections (nf_conntrack) is not loaded", "sysctl/vm.swappiness": "this kernel does not have it",
		flowEntriesKey: "it belongs to the whole host and cannot be reached from the network namespace that the agent runs in",
	}
	for queue := range 8 {
		want[fmt.Sprintf("nic/eth0/rx-%d/rps_flow_cnt", queue)] = "has no effect without net.core.rps_sock_flow_entries, which can be neither read nor changed here"
	}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Error(diff)
	}
	laptop := newFakeHost(t, fakeroot.Laptop(t))
	plan = laptop.plan(Request{Wanted: Wanted{CPUGovernor: ptr("schedutil"), CPUTurbo: ptr(false)}})
	expectLines(t, plan.Changes[7:], "cpu/7/governor: powersave -> schedutil, change", "cpu/turbo: on -> off, change")
	plan = enaToRead(t).plan(Request{Wanted: Wanted{CPUGovernor: ptr("schedutil")}})
	expectLines(t, plan.Changes, "cpu/governor: nil -> nil, not-changeable: this host's frequency driver offers performance, powersave")
}

func TestATunerWithoutAJournalOnlyPlans(t *testing.T) {
	tuner, err := Open(Config{Root: rootToRead()})
	if err != nil {
		t.Fatal(err)
	}
	if plan, err := tuner.Plan(Request{Wanted: Wanted{MTUBytes: ptr(1500)}}); err != nil || plan.Changes[0].Status != ToChange {
		t.Errorf("%v, %v", plan, err)
	}
	if _, err := tuner.Apply(t.Context(), "run-1", Request{Wanted: Wanted{MTUBytes: ptr(1500)}}); err == nil {
		t.Error("it applied")
	}
	restore(t, tuner)
	if err := tuner.Forget(); err != nil {
		t.Error(err)
	}
}

// Below a root that is not the machine's own, a Tuner as others open it reaches nothing but files.
func TestAMadeUpRootReachesNothingButFiles(t *testing.T) {
	tuner, err := Open(Config{Root: fakeroot.ENA(t, 32), Journal: t.TempDir() + "/journal"})
	if err != nil {
		t.Fatal(err)
	}
	applied := apply(t, tuner, everything())
	for key, want := range map[string]Status{
		"service/irqbalance": NotChangeable, "nic/eth0/nicQueues": NotChangeable, "nic/eth0/offload/gro": NotChangeable, "limits/nofile": NotChangeable,
		"nic/eth0/mtu": DoneApplied, "sysctl/net.core.somaxconn": DoneApplied,
	} {
		if c := find(t, applied.Changes, key); c.Status != want {
			t.Errorf("%s: %s %s", key, c.Status, c.Reason)
		}
	}
	restore(t, tuner)
}

func TestALimitOfFilesThatWouldLockTheAgentOutIsNotWritten(t *testing.T) {
	f := virtio(t)
	writeNew(t, f, "/proc/sys/fs/file-nr", "3000\t0\t9223372036854775807")
	for value, want := range map[string]Status{"4096": NotChangeable, "6000": ToChange, "100000": ToChange} {
		change := f.plan(Request{Wanted: Wanted{Sysctls: []Sysctl{{"fs.file-max", value}}}}).Changes[0]
		if change.Status != want || (want == NotChangeable) != strings.HasPrefix(change.Reason, "this host has 3000 files open") {
			t.Errorf("%s: %s %s", value, change.Status, change.Reason)
		}
	}
}
