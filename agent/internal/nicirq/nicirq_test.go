package nicirq

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
)

// tree is files by name below a root; "-> x" makes a symbolic link.
type tree map[string]string

func (files tree) write(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		target, isLink := strings.CutPrefix(text, "-> ")
		err := os.Symlink(target, name)
		if !isLink {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	return root
}

// pci is a NIC with these lines, the first of them at IRQ 40.
func pci(actions ...string) tree {
	files := tree{
		"sys/class/net/eth0/device":                         "-> ../../../devices/pci0000:00/0000:00:05.0",
		"sys/devices/pci0000:00/0000:00:05.0/subsystem":     "-> ../../../bus/pci",
		"sys/devices/pci0000:00/0000:00:05.0/irq":           "11\n",
		"sys/devices/pci0000:00/0000:00:05.0/power/control": "on\n",
	}
	for i, action := range actions {
		files[fmt.Sprintf("sys/devices/pci0000:00/0000:00:05.0/msi_irqs/%d", 40+i)] = "msix\n"
		files[fmt.Sprintf("sys/kernel/irq/%d/actions", 40+i)] = action + "\n"
	}
	return files
}

func TestDiscoverTellsWhatEachLineServes(t *testing.T) {
	for name, test := range map[string]struct {
		host tree
		want []IRQ
	}{
		"ena":     {pci("ena-mgmnt@pci:0000:00:05.0", "eth0-Tx-Rx-0", "eth0-Tx-Rx-15"), []IRQ{{40, "ena-mgmnt@pci:0000:00:05.0", Other, -1}, {41, "eth0-Tx-Rx-0", Both, 0}, {42, "eth0-Tx-Rx-15", Both, 15}}},
		"ixgbe":   {pci("eth0-TxRx-0", "eth0-TxRx-1", "eth0"), []IRQ{{40, "eth0-TxRx-0", Both, 0}, {41, "eth0-TxRx-1", Both, 1}, {42, "eth0", Other, -1}}},
		"ice":     {pci("ice-0000:00:05.0:misc", "ice-eth0-TxRx-2"), []IRQ{{40, "ice-0000:00:05.0:misc", Other, -1}, {41, "ice-eth0-TxRx-2", Both, 2}}},
		"i40e":    {pci("i40e-0000:00:05.0:fdir-TxRx-0", "i40e-eth0-TxRx-3"), []IRQ{{40, "i40e-0000:00:05.0:fdir-TxRx-0", Other, -1}, {41, "i40e-eth0-TxRx-3", Both, 3}}},
		"mlx5":    {pci("mlx5_async0@pci:0000:00:05.0", "mlx5_comp7@pci:0000:00:05.0"), []IRQ{{40, "mlx5_async0@pci:0000:00:05.0", Other, -1}, {41, "mlx5_comp7@pci:0000:00:05.0", Both, 7}}},
		"e1000e":  {pci("eth0-rx-0", "eth0-tx-0", "eth0"), []IRQ{{40, "eth0-rx-0", Rx, 0}, {41, "eth0-tx-0", Tx, 0}, {42, "eth0", Other, -1}}},
		"vmxnet3": {pci("eth0-rxtx-1", "eth0-event-4"), []IRQ{{40, "eth0-rxtx-1", Both, 1}, {41, "eth0-event-4", Other, -1}}},
		"stmmac":  {pci("eth0:mac", "eth0:rx-1", "eth0:tx-2"), []IRQ{{40, "eth0:mac", Other, -1}, {41, "eth0:rx-1", Rx, 1}, {42, "eth0:tx-2", Tx, 2}}},
		"mana":    {pci("mana_hwc@pci:x", "mana_q4@pci:x"), []IRQ{{40, "mana_hwc@pci:x", Other, -1}, {41, "mana_q4@pci:x", Both, 4}}},
		"bnx2x":   {pci("eth0-sp", "eth0-fp-3"), []IRQ{{40, "eth0-sp", Other, -1}, {41, "eth0-fp-3", Both, 3}}},
		"sfc":     {pci("eth0-0", "eth0-1"), []IRQ{{40, "eth0-0", Both, 0}, {41, "eth0-1", Both, 1}}},
		"iwlwifi": {pci("iwlwifi:default_queue", "iwlwifi:queue_1", "iwlwifi:exception"), []IRQ{{40, "iwlwifi:default_queue", Other, -1}, {41, "iwlwifi:queue_1", Both, 1}, {42, "iwlwifi:exception", Other, -1}}},
		"gve": {pci("gve-ntfy-blk0@pci:x", "gve-ntfy-blk1@pci:x", "gve-ntfy-blk2@pci:x", "gve-ntfy-blk3@pci:x", "gve-mgmnt@pci:x"), []IRQ{
			{40, "gve-ntfy-blk0@pci:x", Tx, 0}, {41, "gve-ntfy-blk1@pci:x", Tx, 1}, {42, "gve-ntfy-blk2@pci:x", Rx, 0}, {43, "gve-ntfy-blk3@pci:x", Rx, 1}, {44, "gve-mgmnt@pci:x", Other, -1}}},
		"r8169, one line":           {pci("eth0"), []IRQ{{40, "eth0", Both, 0}}},
		"a queue no host has":       {pci("eth0-TxRx-0", "eth0-TxRx-99999999999"), []IRQ{{40, "eth0-TxRx-0", Both, 0}, {41, "eth0-TxRx-99999999999", Other, -1}}},
		"a line without a handler":  {pci("eth0-TxRx-0", "", "eth0-TxRx-1"), []IRQ{{40, "eth0-TxRx-0", Both, 0}, {42, "eth0-TxRx-1", Both, 1}}},
		"no device, as on loopback": {tree{"sys/class/net/eth0/mtu": "65536\n"}, []IRQ{}},
		"no such interface":         {tree{}, []IRQ{}},
		"one line of its own, shared": {tree{
			"sys/class/net/eth0/device":     "-> ../../../devices/pci0/5",
			"sys/devices/pci0/5/irq":        "19\n",
			"sys/kernel/irq/19/actions":     "ahci,eth0,i801_smbus\n",
			"sys/class/net/eth0/queues/x/y": "",
		}, []IRQ{{19, "ahci,eth0,i801_smbus", Both, 0}}},
		"virtio over PCI, before Linux 4.9": {tree{
			"sys/class/net/eth0/device":            "-> ../../../devices/pci0/3/virtio2",
			"sys/devices/pci0/3/virtio2/features":  "1\n",
			"sys/devices/pci0/3/virtio2/subsystem": "-> ../../../../bus/virtio",
			"sys/devices/pci0/3/msi_irqs/37":       "msix\n", "sys/devices/pci0/3/msi_irqs/38": "msix\n", "sys/devices/pci0/3/msi_irqs/39": "msix\n",
			"proc/interrupts": "  CPU0\n 37: 0 PCI-MSI 1-edge virtio2-config\n 38: 5 PCI-MSI 2-edge virtio2-input.0\n 39: 6 PCI-MSI 3-edge virtio2-output.0\n 40: 1 x eth0-rx-0\n",
		}, []IRQ{{37, "virtio2-config", Other, -1}, {38, "virtio2-input.0", Rx, 0}, {39, "virtio2-output.0", Tx, 0}}},
		"virtio, queues that share a line": {tree{
			"sys/class/net/eth0/device":            "-> ../../../devices/pci0/3/virtio2",
			"sys/devices/pci0/3/virtio2/subsystem": "-> ../../../../bus/virtio",
			"sys/devices/pci0/3/msi_irqs/37":       "msix\n", "sys/devices/pci0/3/msi_irqs/38": "msix\n",
			"sys/kernel/irq/37/actions": "virtio2-config\n", "sys/kernel/irq/38/actions": "virtio2-virtqueues\n",
		}, []IRQ{{37, "virtio2-config", Other, -1}, {38, "virtio2-virtqueues", Both, -1}}},
		"virtio-mmio": {tree{
			"sys/class/net/eth0/device":                     "-> ../../../devices/platform/mmio.1/virtio1",
			"sys/devices/platform/mmio.1/virtio1/subsystem": "-> ../../../../bus/virtio",
			"sys/kernel/irq/6/actions":                      "virtio1\n",
			"proc/interrupts":                               "  CPU0\n 5: 9 IO-APIC 5-edge virtio0\n 6: 9 IO-APIC 6-edge virtio1\n 7: 1 IO-APIC 7-edge virtio10\n",
		}, []IRQ{{6, "virtio1", Both, 0}}},
		"xen": {tree{
			"sys/class/net/eth0/device":       "-> ../../../devices/vif-0",
			"sys/devices/vif-0/devtype":       "vif\n",
			"proc/interrupts":                 "  CPU0\n 70: 9 xen-dyn -event eth0-q0-tx\n 71: 9 xen-dyn -event eth0-q0-rx\n 72: 9 xen-dyn -event eth0-q1-tx\n 73: 1 xen-dyn -event eth01-q0-tx\n",
			"sys/devices/vif-0/net/eth0/mtu":  "1500\n",
			"sys/kernel/irq/70/per_cpu_count": "9\n",
		}, []IRQ{{70, "eth0-q0-tx", Tx, 0}, {71, "eth0-q0-rx", Rx, 0}, {72, "eth0-q1-tx", Tx, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Discover(kernel.At(test.host.write(t)), "eth0")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheCapturedHosts(t *testing.T) {
	const testdata = "../../testdata/"
	want := []IRQ{{37, "virtio2-config", Other, -1}, {38, "virtio2-input.0", Rx, 0}, {39, "virtio2-output.0", Tx, 0}}
	if diff := cmp.Diff(want, Discover(kernel.At(testdata+"virtio-2cpu"), "eth0")); diff != "" {
		t.Error(diff)
	}
	ena := Discover(kernel.At(testdata+"ena-16queue"), "eth0")
	if pairs := Pairs(ena); len(ena) != 17 || len(pairs) != 16 || pairs[15].Queue != 15 || pairs[15].IRQs[0].Number != 56 {
		t.Errorf("%d lines, pairs %v", len(ena), Pairs(ena))
	}
	if irqs := Discover(kernel.At(testdata+"ena-16queue"), "lo"); len(irqs) > 0 {
		t.Errorf("loopback has %v", irqs)
	}
	if diff := cmp.Diff([]int{37, 38, 39}, Numbers(kernel.At(testdata+"virtio-2cpu"), "eth0")); diff != "" {
		t.Error(diff)
	}
}

func TestPairsJoinRxAndTxOfAQueue(t *testing.T) {
	irqs := []IRQ{{1, "config", Other, -1}, {2, "in", Rx, 1}, {3, "out", Tx, 1}, {4, "in", Rx, 0}, {5, "all", Both, -1}}
	want := []Pair{{0, []IRQ{irqs[3]}}, {1, []IRQ{irqs[1], irqs[2]}}}
	if diff := cmp.Diff(want, Pairs(irqs)); diff != "" {
		t.Error(diff)
	}
}

func FuzzClassify(f *testing.F) {
	f.Add("virtio2-config virtio2-input.0", "eth0")
	f.Add("ehci_hcd:usb1,ahci,eth0-TxRx-0", "eth0")
	f.Fuzz(func(t *testing.T, actions, nic string) {
		var irqs []IRQ
		for number, action := range strings.Fields(actions) {
			irqs = append(irqs, IRQ{Number: number, Action: action})
		}
		classify(nic, "virtio0", irqs)
		for _, irq := range irqs {
			if irq.Queue < NoQueue || irq.Direction == Other && irq.Queue != NoQueue {
				t.Errorf("%+v", irq)
			}
		}
	})
}
