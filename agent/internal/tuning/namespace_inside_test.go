package tuning

import (
	"context"
	"errors"
	"net/netip"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ofANamespace asks for everything that belongs to a network namespace, and for some that does not.
func ofANamespace() Request {
	return Request{Address: netip.MustParseAddr("192.0.2.1"), Wanted: Wanted{
		NICQueues: ptr(2), PacketSteering: &PacketSteering{"all"}, FlowSteering: &FlowSteering{1000}, TransmitSteering: &Affinity{"all", OneToOne},
		InterruptAffinity: &Affinity{"all", OneToOne}, MTUBytes: ptr(1400),
		Offloads: &Offloads{GRO: ptr(true), GSO: ptr(false), TSO: ptr(false)}, InterruptCoalescing: &Coalescing{RxUs: ptr(10)}, BusyPolling: &BusyPolling{PollUs: ptr(50)},
		Sysctls: []Sysctl{
			{"net.core.somaxconn", "1234"}, {"net.ipv4.tcp_max_syn_backlog", "4321"}, {"net.ipv4.ip_local_port_range", "2000 60000"},
			{"net.ipv4.tcp_tw_reuse", "1"}, {"net.ipv4.tcp_fin_timeout", "7"}, {"net.ipv4.tcp_congestion_control", "reno"},
			{"net.core.netdev_max_backlog", "5000"}, {"vm.swappiness", "1"},
		},
	}}
}

// stable leaves out what the kernel moves by itself.
func stable(s Snapshot) map[string]string {
	values := withoutTop(s)
	for key := range values {
		// The kernel says a while after a link came up that it did.
		if strings.HasSuffix(key, "/effective") || strings.HasSuffix(key, "/operstate") {
			delete(values, key)
		}
	}
	return values
}

func everySettingInside(t *testing.T, config Config) {
	tuner := openReal(t, config)
	before := stable(tuner.Snapshot())
	applied := apply(t, tuner, ofANamespace())
	if applied.NIC != "srv0" {
		t.Errorf("the NIC of 192.0.2.1 is %q", applied.NIC)
	}
	one, _ := tuner.host().cpus()
	first, _ := one.online[:1].Mask(one.width())
	all, _ := one.online.Mask(one.width())
	for key, want := range map[string]string{
		"nic/srv0/channels/rx": "2 applied", "nic/srv0/channels/tx": "2 applied", "nic/srv0/mtu": "1400 applied",
		"nic/srv0/offload/gso": "off applied", "nic/srv0/offload/tso": "off applied",
		"nic/srv0/rx-0/rps_cpus": all + " applied", "nic/srv0/rx-1/rps_cpus": all + " applied",
		"nic/srv0/tx-0/xps_cpus": first + " applied", "sysctl/net.core.somaxconn": "1234 applied", "sysctl/net.ipv4.tcp_max_syn_backlog": "4321 applied",
		"sysctl/net.ipv4.ip_local_port_range": "2000\t60000 applied", "sysctl/net.ipv4.tcp_tw_reuse": "1 applied",
		"sysctl/net.ipv4.tcp_congestion_control": "reno applied",
	} {
		if change := find(t, applied.Changes, key); value(change.ReadBack)+" "+string(change.Status) != want {
			t.Errorf("%s: %s %s %s, want %s", key, value(change.ReadBack), change.Status, change.Reason, want)
		}
	}
	const whole = "it belongs to the whole host and cannot be reached from the network namespace that the agent runs in"
	for key, reason := range map[string]string{
		"nic/srv0/interruptAffinity": "srv0 has no interrupts of its own, as virtual interfaces", flowEntriesKey: whole,
		"nic/srv0/rx-1/rps_flow_cnt": "has no effect without net.core.rps_sock_flow_entries, which can be neither read nor changed here",
		"sysctl/net.core.busy_poll":  whole, "sysctl/net.core.netdev_max_backlog": whole,
		"nic/srv0/coalesce/rx-usecs": "the driver of srv0 has no interrupt coalescing to set",
		"sysctl/vm.swappiness":       "it is mounted read-only here (EROFS), as in a container",
	} {
		if change := find(t, applied.Changes, key); change.Status != NotChangeable || change.Reason != reason {
			t.Errorf("%s: %s, %q", key, change.Status, change.Reason)
		}
	}
	if drift := tuner.Drift(); len(drift) > 0 {
		t.Errorf("drift: %v", drift)
	}
	if err := tuner.bound.files.write("/proc/sys/net/core/somaxconn", "99"); err != nil {
		t.Fatal(err)
	}
	want := []Drift{{"sysctls", "sysctl/net.core.somaxconn", "1234", ptr("99")}}
	if diff := cmp.Diff(want, tuner.Drift()); diff != "" {
		t.Error(diff)
	}
	restore(t, tuner)
	if diff := cmp.Diff(before, stable(tuner.Snapshot())); diff != "" {
		t.Error(diff)
	}
}

// Lives are killed in between of their writes to a real kernel. The address is the other side's, which is reached by the same interface.
func killsInside(t *testing.T, config Config) {
	real := openReal(t, config).bound
	real.claim = nil // which would outlive the lives that are killed here
	before := stable(openReal(t, config).Snapshot())
	request := ofANamespace()
	request.Address = netip.MustParseAddr("192.0.2.2")
	killed := 0
	for position := 1; ; position++ {
		died := killedAt(position, func(crash func()) {
			tuner, err := open(config, real, crash)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tuner.Apply(context.Background(), "run-1", request); err != nil {
				t.Fatal(err)
			}
			tuner.Restore()
		})
		heir := openReal(t, config)
		restore(t, heir)
		restore(t, heir)
		if diff := cmp.Diff(before, stable(heir.Snapshot())); diff != "" {
			t.Fatalf("killed at position %d: %s", position, diff)
		}
		if !died {
			break
		}
		killed++
	}
	t.Logf("%d positions killed, %d restored identical", killed, killed)
	if killed < 50 {
		t.Errorf("only %d positions", killed)
	}
}

func vanishingInside(t *testing.T, config Config) {
	tuner := openReal(t, config)
	sysctl := tuner.Snapshot().Values["sysctl/net.core.somaxconn"]
	request := ofANamespace()
	request.Wanted.NICQueues = nil
	apply(t, tuner, request)
	if output, err := exec.Command("ip", "link", "delete", "srv0").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	drifts := tuner.Drift()
	if len(drifts) < 10 || drifts[0].Found != nil {
		t.Errorf("drift: %v", drifts)
	}
	restored := tuner.Restore()
	if restored.Matches || len(restored.Mismatches) != 1 || !strings.HasPrefix(restored.Mismatches[0], "srv0 is gone: ") {
		t.Errorf("%v", restored.Mismatches)
	}
	if now := tuner.Snapshot().Values["sysctl/net.core.somaxconn"]; now != sysctl {
		t.Errorf("somaxconn is %s, and was %s", now, sysctl)
	}
	if _, pending := tuner.Pending(); !pending {
		t.Error("the journal is gone, although not everything was put back")
	}
	if err := tuner.Forget(); err != nil {
		t.Error(err)
	}
	restore(t, tuner)
}

// A small MTU takes IPv6 off an interface, and a larger one brings back only what the kernel makes up by itself.
func smallMTUInside(t *testing.T, config Config) {
	ip := func(arguments ...string) string {
		output, err := exec.Command("ip", arguments...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", arguments, output)
		}
		return string(output)
	}
	tuner := openReal(t, config)
	request := Request{Wanted: Wanted{NIC: "srv0", MTUBytes: ptr(1000)}}
	if applied := apply(t, tuner, request); applied.Changes[0].Status != DoneApplied {
		t.Errorf("without IPv6: %s %s", applied.Changes[0].Status, applied.Changes[0].Reason)
	}
	restore(t, tuner)
	ip("address", "add", "2001:db8::1/64", "dev", "srv0", "nodad")
	applied := apply(t, tuner, request)
	restore(t, tuner)
	const reason = "below 1280 bytes the kernel takes the IPv6 addresses off srv0, and does not give them back"
	if change := applied.Changes[0]; change.Status != NotChangeable || change.Reason != reason {
		t.Errorf("%s %s", change.Status, change.Reason)
	}
	if text := ip("-6", "address", "show", "dev", "srv0"); !strings.Contains(text, "2001:db8::1/64") {
		t.Errorf("the address is gone: %s", text)
	}
}

// What lies on an interface follows a smaller MTU down, and no larger one up.
func stackedMTUInside(t *testing.T, config Config) {
	for _, arguments := range [][]string{
		{"link", "add", "link", "srv0", "name", "upper0", "type", "macvlan"},
		{"link", "set", "upper0", "mtu", "1450"},
	} {
		if output, err := exec.Command("ip", arguments...).CombinedOutput(); err != nil {
			t.Skipf("NOT RUN: this kernel makes no macvlan: %s", output)
		}
	}
	tuner := openReal(t, config)
	before := stable(tuner.Snapshot())
	applied := apply(t, tuner, Request{Wanted: Wanted{NIC: "srv0", MTUBytes: ptr(1400)}})
	if change := find(t, applied.Changes, "nic/upper0/mtu"); value(change.Before)+" "+value(change.ReadBack) != "1450 1400" || change.Asked != nil {
		t.Errorf("%+v", change)
	}
	restore(t, tuner)
	if diff := cmp.Diff(before, stable(tuner.Snapshot())); diff != "" {
		t.Error(diff)
	}
	apply(t, tuner, Request{Wanted: Wanted{NIC: "srv0", MTUBytes: ptr(1400)}})
	if output, err := exec.Command("ip", "link", "delete", "upper0").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	restore(t, tuner) // what nobody tuned may go
}

// Two agents would take each other's values for the host's own.
func twoAgentsInside(t *testing.T, config Config) {
	one := openReal(t, config)
	config.Journal += ".2"
	other := openReal(t, config)
	request := Request{Wanted: Wanted{NIC: "srv0", MTUBytes: ptr(1400)}}
	apply(t, one, Request{Wanted: Wanted{NIC: "srv0", MTUBytes: ptr(1450)}})
	if _, err := other.Apply(t.Context(), "run-2", request); !errors.Is(err, errClaimed) {
		t.Errorf("the other: %v", err)
	}
	restore(t, other)
	if _, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{OpenFilesLimit: ptr(3000)}}); err != nil {
		t.Errorf("limits are each agent's own: %v", err)
	}
	restore(t, other)
	restore(t, one)
	apply(t, other, request)
	restore(t, other)
}
