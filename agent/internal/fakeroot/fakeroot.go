// Package fakeroot makes up hosts for tests: the files of /proc and /sys below a folder, with everything that is read, planned or written.
//
// A host is described in a few lines and written within a tenth of a second, which spares the repository the thousands of files of a
// machine of 128 CPUs. Nothing behind the files acts: what the kernel refuses, rounds or resets, a test has to do itself.
package fakeroot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"millionrps/agent/internal/kernel/cpulist"
)

// Host describes what is made up. Every file's text is a function of it.
type Host struct {
	Name      string // also of the instance, for Amazon EC2
	CPUs      int    // all online; siblings are n and n + CPUs/2 when Siblings
	Siblings  bool
	Nodes     int
	Vendor    string // as DMI says it
	Product   string
	Kernel    string
	Frequency Frequency
	NICs      []NIC // besides loopback
	OtherIRQs int   // of a disk
}

// Frequency is which files there are to govern the CPUs' clocks.
type Frequency string

// What a kernel may offer.
const (
	NoFrequency Frequency = ""             // as in most virtual machines
	IntelPState Frequency = "intel_pstate" // turbo by intel_pstate/no_turbo
	ACPICPUFreq Frequency = "acpi-cpufreq" // turbo by cpufreq/boost
)

// NIC is one network interface with a device.
type NIC struct {
	Name     string
	Driver   string
	Device   string   // below /sys/devices, as pci0000:00/0000:00:05.0
	Virtio   string   // the virtio device below it, for virtio NICs
	Queues   int      // of each direction
	Actions  []string // names of its interrupt lines; the n-th is at FirstIRQ + n
	FirstIRQ int
	Node     int // -1 for none
	MTUBytes int
}

// ENA128 is a large EC2 instance: 128 CPUs in two NUMA nodes, with frequencies that intel_pstate governs. Its ENA interface eth0 has 16
// queues with interrupts 41 to 56 on CPUs 0 to 15, and ena-mgmnt at 40.
func ENA128(tb testing.TB) string { return ENA(tb, 128) }

// ENA is ENA128 with another even number of CPUs, at least 16.
func ENA(tb testing.TB, cpus int) string { return New(tb, ENAHost(cpus, 16)) }

// ENAHost describes ENA128's kind with as many CPUs and queues.
func ENAHost(cpus, queues int) Host {
	actions := []string{"ena-mgmnt@pci:0000:00:05.0"}
	for queue := range queues {
		actions = append(actions, fmt.Sprintf("eth0-Tx-Rx-%d", queue))
	}
	return Host{
		Name: "ip-192-0-2-10", CPUs: cpus, Siblings: true, Nodes: 2, Vendor: "Amazon EC2", Product: "c6in.32xlarge",
		Kernel: "6.1.102-111.182.amzn2023.x86_64", Frequency: IntelPState, OtherIRQs: 64,
		NICs: []NIC{{Name: "eth0", Driver: "ena", Device: "pci0000:00/0000:00:05.0", Queues: queues, Actions: actions, FirstIRQ: 40, MTUBytes: 9001}},
	}
}

// Virtio8 is a virtual machine with 8 CPUs and an 8-queue virtio NIC eth0: config at 40, input.n at 41 + 2n, output.n at 42 + 2n. It offers no
// frequencies.
func Virtio8(tb testing.TB) string {
	actions := []string{"virtio0-config"}
	for queue := range 8 {
		actions = append(actions, fmt.Sprintf("virtio0-input.%d", queue), fmt.Sprintf("virtio0-output.%d", queue))
	}
	return New(tb, Host{
		Name: "guest", CPUs: 8, Nodes: 1, Vendor: "QEMU", Product: "Standard PC (Q35 + ICH9, 2009)", Kernel: "6.1.0-25-cloud-amd64", OtherIRQs: 2,
		NICs: []NIC{{Name: "eth0", Driver: "virtio_net", Device: "pci0000:00/0000:00:03.0", Virtio: "virtio0", Queues: 8, Actions: actions, FirstIRQ: 40, Node: -1, MTUBytes: 1500}},
	})
}

// Laptop has 8 CPUs, a wired interface enp2s0 with one queue and one line at 40, and a wireless one, wlp3s0, with lines from 50 on.
func Laptop(tb testing.TB) string {
	return New(tb, Host{
		Name: "laptop", CPUs: 8, Siblings: true, Nodes: 1, Vendor: "LENOVO", Product: "20XW", Kernel: "6.8.0-45-generic", Frequency: ACPICPUFreq, OtherIRQs: 8,
		NICs: []NIC{
			{Name: "enp2s0", Driver: "r8169", Device: "pci0000:00/0000:02:00.0", Queues: 1, Actions: []string{"enp2s0"}, FirstIRQ: 40, Node: -1, MTUBytes: 1500},
			{Name: "wlp3s0", Driver: "iwlwifi", Device: "pci0000:00/0000:03:00.0", Queues: 1, FirstIRQ: 50, Node: -1, MTUBytes: 1500,
				Actions: []string{"iwlwifi:default_queue", "iwlwifi:queue_1", "iwlwifi:queue_2", "iwlwifi:exception"}},
		},
	})
}

// LoopbackOnly has 2 CPUs and no interface but lo, as a container without a network.
func LoopbackOnly(tb testing.TB) string {
	return New(tb, Host{Name: "alone", CPUs: 2, Nodes: 1, Vendor: "QEMU", Product: "Standard PC", Kernel: "6.1.0-25-cloud-amd64"})
}

// Captured is a copy, to be written to, of a folder of agent/testdata.
func Captured(tb testing.TB, name string) string {
	tb.Helper()
	_, here, _, ok := runtime.Caller(0)
	root := folder(tb)
	source := filepath.Join(filepath.Dir(here), "../../testdata", name)
	if err := os.CopyFS(root, os.DirFS(source)); !ok || err != nil {
		tb.Fatalf("copying %s: %v", source, err)
	}
	return root
}

// New writes a host to a folder of its own.
func New(tb testing.TB, host Host) string {
	tb.Helper()
	root := folder(tb)
	if err := host.Write(root); err != nil {
		tb.Fatal(err)
	}
	return root
}

// folder lies in memory where that can be had: thousands of files take two seconds on a disk, and a twentieth of that in memory.
func folder(tb testing.TB) string {
	tb.Helper()
	root, err := os.MkdirTemp("/dev/shm", "fakeroot-")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(root); err != nil {
			tb.Error(err)
		}
	})
	return root
}

// WriteENA128 is ENA128 for a program.
func WriteENA128(root string) error { return ENAHost(128, 16).Write(root) }

// Write makes the host below a folder.
func (h Host) Write(root string) error {
	f := &files{root: root, made: map[string]bool{}}
	h.writeCPUs(f)
	h.writeFrequencies(f)
	h.writeNodes(f)
	h.writeNICs(f)
	h.writeInterrupts(f)
	h.writeKernel(f)
	h.writeProc(f)
	for name, value := range sysctls {
		f.write("proc/sys/"+name, "%s\n", value)
	}
	return errors.Join(f.failures...)
}

// files writes below a root and keeps what went wrong.
type files struct {
	root     string
	made     map[string]bool // folders
	failures []error
}

func (f *files) write(name, format string, arguments ...any) {
	path := filepath.Join(f.root, name)
	f.note(f.folder(filepath.Dir(path)))
	f.note(os.WriteFile(path, []byte(fmt.Sprintf(format, arguments...)), 0o644))
}

// link makes name lead to another name below the root.
func (f *files) link(name, target string) {
	path := filepath.Join(f.root, name)
	f.note(f.folder(filepath.Dir(path)))
	relative, err := filepath.Rel(filepath.Dir(path), filepath.Join(f.root, target))
	f.note(err)
	f.note(os.Symlink(relative, path))
}

func (f *files) folder(path string) error {
	if f.made[path] {
		return nil
	}
	f.made[path] = true
	return os.MkdirAll(path, 0o755)
}

func (f *files) note(err error) {
	if err != nil {
		f.failures = append(f.failures, err)
	}
}

// mask is a set of CPUs as the kernel prints it on this host, which has them all.
func (h Host) mask(cpus ...int) string {
	text, _ := cpulist.List(cpus).Mask(h.CPUs)
	return text
}

// list is the CPUs from first to the one before end.
func list(first, end int) []int {
	cpus := make([]int, 0, end-first)
	for cpu := first; cpu < end; cpu++ {
		cpus = append(cpus, cpu)
	}
	return cpus
}
