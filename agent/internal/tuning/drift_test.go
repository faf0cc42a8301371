package tuning

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/ethtool"
	"millionrps/agent/internal/fakeroot"
)

func remove(t *testing.T, f *fakeHost, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(f.kernel.Path(name)); err != nil {
			t.Fatal(err)
		}
	}
}

func channelsOf(most, now uint32) ethtool.Channels {
	return ethtool.Channels{MaxCombined: most, CombinedCount: now}
}

func TestDriftIsWhatSomethingElseMoved(t *testing.T) {
	f := smallENA(t)
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{
		InterruptAffinity: &Affinity{"8-15", OneToOne}, Sysctls: []Sysctl{{"net.core.somaxconn", "4096"}}, TransparentHugePages: ptr("never"),
	}})
	for name, value := range map[string]string{
		"/proc/irq/44/smp_affinity_list": "30", "/proc/sys/net/core/somaxconn": "128", "/proc/irq/40/smp_affinity_list": "3",
	} {
		if err := f.kernel.write(name, value); err != nil {
			t.Fatal(err)
		}
	}
	want := []Drift{
		{"interruptAffinity", "nic/eth0/irq/eth0-Tx-Rx-3/affinity", "11", ptr("30")},
		{"sysctls", "sysctl/net.core.somaxconn", "4096", ptr("128")}, // it was as asked before, and is not any more
	}
	if diff := cmp.Diff(want, tuner.Drift()); diff != "" {
		t.Error(diff)
	}
	if drift := f.open().Drift(); len(drift) > 0 {
		t.Errorf("another life applied nothing, and drifts: %v", drift)
	}
}

// A device that resets itself gives its interrupts new numbers; the old ones may then belong to another device.
func TestARenumberedInterruptIsPutBackWhereItIsNow(t *testing.T) {
	f := smallENA(t)
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{InterruptAffinity: &Affinity{"31", All}}})
	for _, folder := range []string{"/proc/irq/", "/sys/kernel/irq/", "/sys/devices/pci0000:00/0000:00:05.0/msi_irqs/"} {
		for from, to := range map[string]string{"41": "241", "100": "41"} { // a disk's interrupt takes the number
			if from == "100" && strings.Contains(folder, "msi") {
				continue
			}
			if err := os.Rename(f.kernel.Path(folder+from), f.kernel.Path(folder+"x"+to)); err != nil {
				t.Fatal(err)
			}
		}
		for _, number := range []string{"41", "241"} {
			if err := os.Rename(f.kernel.Path(folder+"x"+number), f.kernel.Path(folder+number)); err != nil && !strings.Contains(folder, "msi") {
				t.Fatal(err)
			}
		}
	}
	disk := f.text("/proc/irq/41/smp_affinity_list")
	restore(t, tuner)
	if now := f.text("/proc/irq/241/smp_affinity_list"); now != "0" {
		t.Errorf("queue 0 is on CPU %s", now)
	}
	if now := f.text("/proc/irq/41/smp_affinity_list"); now != disk {
		t.Errorf("the disk's interrupt was moved from %s to %s", disk, now)
	}
}

func TestAnInterfaceThatVanishesIsReportedAndTheRestPutBack(t *testing.T) {
	f := newFakeHost(t, fakeroot.ENA(t, 16))
	before := f.state()
	tuner := f.open()
	request := everything()
	request.TargetCPUs, request.Wanted.NICQueues = "8-15", nil
	apply(t, tuner, request)
	remove(t, f, "/sys/class/net/eth0", "/sys/devices/pci0000:00/0000:00:05.0")
	f.driver.fails = map[string]error{"channels": os.ErrNotExist, "features": os.ErrNotExist, "coalescing": os.ErrNotExist}
	restored := tuner.Restore()
	if len(restored.Mismatches) != 1 || !strings.HasPrefix(restored.Mismatches[0], "eth0 is gone: ") || restored.Matches {
		t.Errorf("%v", restored.Mismatches)
	}
	after := f.state()
	for name, text := range before {
		if !strings.Contains(name, "0000:00:05.0") && !strings.HasPrefix(name, "/proc/irq/") && name != "features" && name != "coalescing" && after[name] != text {
			t.Errorf("%s: %q, and was %q", name, after[name], text)
		}
	}
	if _, pending := f.open().Pending(); !pending {
		t.Error("the journal is gone")
	}
}

func TestAValueThatCannotBePutBackIsAMismatchAndTheRestGoesOn(t *testing.T) {
	f := virtio(t)
	before := f.state()
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{MTUBytes: ptr(1400), TransparentHugePages: ptr("never"), StopServices: []string{"cron"}}})
	f.kernel.fails["/sys/class/net/eth0/mtu"] = os.ErrPermission
	restored := tuner.Restore()
	want := []string{"nic/eth0/mtu was 1500 and reads 1400; writing it back failed: permission denied."}
	if diff := cmp.Diff(want, restored.Mismatches); diff != "" || restored.Matches {
		t.Error(diff)
	}
	if f.text("/sys/kernel/mm/transparent_hugepage/enabled") != "always [madvise] never" || len(f.signals) != 2 {
		t.Errorf("the rest was not put back: %v", f.signals)
	}
	clear(f.kernel.fails)
	restore(t, f.open()) // the next life
	f.expectState(before)
}

// With the adaptive mode on, some drivers refuse the microseconds that are to be put back.
func TestCoalescingIsPutBackThoughOneValueStandsInTheWayOfAnother(t *testing.T) {
	f := virtio(t)
	f.driver.refuseLone = true
	tuner := f.open()
	for _, start := range []ethtool.Coalescing{{AdaptiveRx: 1, RxUsecs: 20}, {RxUsecs: 20}} {
		f.driver.coalesce = start
		before := f.state()
		adaptive := start.AdaptiveRx == 0
		asked := &Coalescing{AdaptiveRx: &adaptive}
		if !adaptive {
			asked.RxUs = ptr(5)
		}
		apply(t, tuner, Request{Wanted: Wanted{InterruptCoalescing: asked}})
		f.driver.coalesce.TxUsecs = start.TxUsecs
		restore(t, tuner)
		f.expectState(before)
	}
	// An adaptive mode that moved the microseconds by itself is turned off before they can be put back.
	f.driver.coalesce = ethtool.Coalescing{RxUsecs: 20}
	before := f.state()
	apply(t, tuner, Request{Wanted: Wanted{InterruptCoalescing: &Coalescing{RxUs: ptr(5), TxUs: ptr(7)}}})
	f.driver.coalesce.AdaptiveRx = 1
	f.driver.coalesce.TxUsecs = 99
	restored := tuner.Restore()
	if restored.Matches || len(restored.Mismatches) != 1 { // nobody asked for the adaptive mode, so that nobody may turn it off
		t.Errorf("%v", restored.Mismatches)
	}
	f.driver.coalesce.AdaptiveRx = 0
	restore(t, tuner)
	f.expectState(before)
}

func writeNew(t *testing.T, f *fakeHost, name, text string) {
	t.Helper()
	path := f.kernel.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Many drivers take their interrupts anew for another MTU, and a number may then be another device's.
func TestAnInterruptThatAnotherMTURenumberedIsFoundByItsName(t *testing.T) {
	f := smallENA(t)
	number := f.open().host().interrupts("eth0")["eth0-Tx-Rx-0"]
	moved := false
	f.kernel.before = func(name string) {
		if name != "/sys/class/net/eth0/mtu" || moved {
			return
		}
		moved = true
		rename := func(from, to string) {
			if err := os.Rename(f.kernel.Path(from), f.kernel.Path(to)); err != nil {
				t.Fatal(err)
			}
		}
		rename(fmt.Sprintf("/sys/class/net/eth0/device/msi_irqs/%d", number), "/sys/class/net/eth0/device/msi_irqs/900")
		rename(fmt.Sprintf("/sys/kernel/irq/%d", number), "/sys/kernel/irq/900")
		rename(fmt.Sprintf("/proc/irq/%d", number), "/proc/irq/900")
		writeNew(t, f, fmt.Sprintf("/proc/irq/%d/smp_affinity", number), "1")
		writeNew(t, f, fmt.Sprintf("/proc/irq/%d/smp_affinity_list", number), "0") // of another device
	}
	tuner := f.open()
	apply(t, tuner, Request{Wanted: Wanted{MTUBytes: ptr(1500), InterruptAffinity: &Affinity{"7", All}}})
	if text := f.text(fmt.Sprintf("/proc/irq/%d/smp_affinity_list", number)); text != "0" {
		t.Errorf("another device's interrupt was moved to %s", text)
	}
	if text := f.text("/proc/irq/900/smp_affinity_list"); text != "7" {
		t.Errorf("the interrupt is on %s", text)
	}
	restore(t, tuner)
}
