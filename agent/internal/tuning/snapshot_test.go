package tuning

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func withoutTop(s Snapshot) map[string]string {
	values := map[string]string{}
	for key, value := range s.Values {
		if !strings.HasPrefix(key, "top/") {
			values[key] = value
		}
	}
	return values
}

func TestASnapshotHasEverythingThatCanBeTuned(t *testing.T) {
	tuner := enaToRead(t).open()
	taken := tuner.Snapshot()
	for key, want := range map[string]string{
		"kernel/release": "6.1.102-111.182.amzn2023.x86_64", "kernel/cmdline": "BOOT_IMAGE=/boot/vmlinuz-6.1.102-111.182.amzn2023.x86_64 root=/dev/nvme0n1p1 ro quiet",
		"cpu/online": "0-127", "cpu/governor": "powersave 0-127", "cpu/turbo": "on", "cpu/frequency_driver": "intel_pstate 0-127",
		"cpu/mitigations/meltdown": "Not affected", "memory/transparent_hugepage": "madvise", "limits/nofile": "1024:524288",
		"nic/eth0/driver": "ena", "nic/eth0/mtu": "9001", "nic/eth0/queues": "16 rx, 16 tx", "nic/eth0/channels/combined": "16",
		"nic/eth0/offload/gro": "on", "nic/eth0/coalesce/rx-usecs": "20", "nic/eth0/numa_node": "0", "nic/lo/mtu": "65536",
		"nic/eth0/rx-15/rps_cpus": "00000000,00000000,00000000,00000000", "nic/eth0/irq/eth0-Tx-Rx-15/affinity": "15",
		"nic/eth0/irq/ena-mgmnt@pci:0000:00:05.0/affinity": "0-127", "irq/56/eth0-Tx-Rx-15/effective": "15",
		"sysctl/net.core.somaxconn": "4096", "sysctl/net.core.busy_poll": "0", "sysctl/net.core.rps_sock_flow_entries": "0",
		"service/irqbalance": "running", "service/tuned": "absent", "service/others": "agent",
		"top/1": "cron (1833): 0.30 s of CPU since it started",
	} {
		if got := taken.Values[key]; got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if diff := cmp.Diff(withoutTop(taken), withoutTop(tuner.Snapshot())); diff != "" {
		t.Errorf("an untouched host differs from itself: %s", diff)
	}
}

func TestASnapshotTellsWhatWasAppliedAndThatItWasPutBack(t *testing.T) {
	tuner := smallENA(t).open()
	before := withoutTop(tuner.Snapshot())
	applied := apply(t, tuner, everything())
	during := withoutTop(tuner.Snapshot())
	for _, change := range applied.Changes {
		value, there := during[change.Key]
		if strings.HasPrefix(change.Key, "cpu/") && change.Setting == "cpuGovernor" { // 128 of them are one value
			value, there = strings.CutSuffix(during["cpu/governor"], " 0-31")
		}
		if change.ReadBack != nil && (!there || value != *change.ReadBack) {
			t.Errorf("%s: the snapshot says %q, the change %s", change.Key, value, *change.ReadBack)
		}
	}
	restore(t, tuner)
	if diff := cmp.Diff(before, withoutTop(tuner.Snapshot())); diff != "" {
		t.Error(diff)
	}
}

func TestASnapshotOf128CPUsTakesLessThan100Ms(t *testing.T) {
	tuner := enaToRead(t).open()
	tuner.Snapshot()
	fastest := time.Hour
	for range 5 { // the fastest of a few: other tests share the machine
		began := time.Now()
		tuner.Snapshot()
		fastest = min(fastest, time.Since(began))
	}
	t.Logf("%v", fastest)
	if fastest > 100*time.Millisecond {
		t.Errorf("%v", fastest)
	}
}

func TestTheBusiestAreThoseSinceTheLastSnapshot(t *testing.T) {
	f := virtio(t)
	tuner := f.open()
	tuner.now = func() time.Time { return time.UnixMicro(10_000_000) }
	tuner.Snapshot()
	tuner.now = func() time.Time { return time.UnixMicro(12_500_000) }
	text := f.text("/proc/1812/stat")
	if err := f.kernel.rootFiles.write("/proc/1812/stat", strings.Replace(text, " 20 10 ", " 120 35 ", 1)); err != nil {
		t.Fatal(err)
	}
	values := tuner.Snapshot().Values
	if values["top/1"] != "irqbalance (1812): 1.25 s of CPU in 2.5 s" || values["top/2"] != "" {
		t.Errorf("%q, %q", values["top/1"], values["top/2"])
	}
}

// A host task takes snapshots beside those of a run: the race detector sees a map that one fills and another reads.
func TestSnapshotsAreTakenAtTheSameTime(t *testing.T) {
	tuner := enaToRead(t).open()
	h := tuner.host()
	h.processes()
	begin := make(chan struct{})
	var snapshots sync.WaitGroup
	for i := range 8 {
		snapshots.Go(func() {
			own := *h // a look of its own, at processes that are read already: reading files would set the snapshots apart
			<-begin
			for range 100 {
				if top := tuner.busiest(&own, int64(i+1)); top == nil {
					t.Error("nothing was observed")
				}
			}
		})
	}
	close(begin)
	snapshots.Wait()
}
