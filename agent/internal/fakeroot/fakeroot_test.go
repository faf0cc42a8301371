package fakeroot_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/nicirq"
)

func text(t *testing.T, root, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(content))
}

func TestFilesAgreeWithEachOther(t *testing.T) {
	root := fakeroot.ENA128(t)
	for name, want := range map[string]string{
		"proc/irq/56/smp_affinity_list":                               "15",
		"proc/irq/56/smp_affinity":                                    "00000000,00000000,00000000,00008000",
		"proc/irq/40/smp_affinity_list":                               "0-127",
		"sys/class/net/eth0/queues/rx-15/rps_cpus":                    "00000000,00000000,00000000,00000000",
		"sys/class/net/eth0/mtu":                                      "9001",
		"sys/class/net/eth0/device/numa_node":                         "0",
		"sys/devices/system/node/node1/cpulist":                       "32-63,96-127",
		"sys/devices/system/cpu/cpu127/topology/thread_siblings_list": "63,127",
		"sys/devices/system/cpu/cpu127/cpufreq/scaling_governor":      "powersave",
		"sys/devices/system/cpu/intel_pstate/no_turbo":                "0",
		"proc/sys/net/core/somaxconn":                                 "4096",
	} {
		if got := text(t, root, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for host, queues := range map[string]int{root: 16, fakeroot.Virtio8(t): 8, fakeroot.LoopbackOnly(t): 0} {
		if pairs := nicirq.Pairs(nicirq.Discover(kernel.At(host), "eth0")); len(pairs) != queues {
			t.Errorf("%d queues, want %d: %v", len(pairs), queues, pairs)
		}
	}
	laptop := fakeroot.Laptop(t)
	if irqs := nicirq.Discover(kernel.At(laptop), "enp2s0"); len(irqs) != 1 || irqs[0].Queue != 0 || irqs[0].Direction != nicirq.Both {
		t.Errorf("the laptop's wire has %v", irqs)
	}
	if irqs := nicirq.Discover(kernel.At(laptop), "wlp3s0"); len(irqs) != 4 {
		t.Errorf("the laptop's radio has %v", irqs)
	}
}

func TestACapturedHostIsACopy(t *testing.T) {
	root := fakeroot.Captured(t, "virtio-2cpu")
	if got := text(t, root, "sys/class/net/eth0/mtu"); got != "1400" {
		t.Errorf("mtu %s", got)
	}
	if err := os.WriteFile(filepath.Join(root, "sys/class/net/eth0/mtu"), []byte("1500\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := text(t, fakeroot.Captured(t, "virtio-2cpu"), "sys/class/net/eth0/mtu"); got != "1400" {
		t.Errorf("the original was written to: %s", got)
	}
}
