package sampler

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeHost describes a root to generate. Its values are small functions of CPU and queue, so that a test can say what it expects.
type fakeHost struct {
	cpus        int
	queues      int // of eth0, an ENA-like NIC; their IRQs begin at 100
	processes   int // besides init and kernel threads, of which there are 10 a CPU
	onlyInit    bool
	noPerCPU    bool
	offline     int // the last CPUs, offline
	forks       int
	otherIRQs   int // lines of /proc/interrupts that are not the NIC's
	withoutEth0 bool
}

const firstFakeIRQ = 100

func (h fakeHost) online() int { return h.cpus - h.offline }

// write makes the root, or brings an existing one to this state in place, so that a sampler which holds its files open sees the change.
func (h fakeHost) write(tb testing.TB, root string) {
	tb.Helper()
	write := func(name, text string) { writeFile(tb, filepath.Join(root, name), text) }
	write("proc/stat", h.stat())
	write("proc/net/dev", h.netDev())
	write("proc/net/softnet_stat", h.softnetStat())
	write("proc/net/snmp", "Tcp: ActiveOpens PassiveOpens InSegs OutSegs RetransSegs MaxConn\nTcp: 1 2 3 4 5 -1\n")
	write("proc/net/netstat", "TcpExt: ListenOverflows ListenDrops "+strings.Repeat("TCPOther ", 130)+"TCPTimeouts\nTcpExt: 6 7 "+strings.Repeat("0 ", 130)+"8\n")
	write("proc/interrupts", h.interrupts())
	write("proc/softirqs", h.softirqs())
	write("sys/devices/system/cpu/possible", fmt.Sprintf("0-%d\n", h.cpus-1))
	device := "sys/devices/pci0000:00/0000:00:05.0/"
	for queue := range h.queues {
		irq := firstFakeIRQ + queue
		write(fmt.Sprintf("%smsi_irqs/%d", device, irq), "msix\n")
		if !h.noPerCPU {
			write(fmt.Sprintf("sys/kernel/irq/%d/actions", irq), fmt.Sprintf("eth0-Tx-Rx-%d\n", queue))
			write(fmt.Sprintf("sys/kernel/irq/%d/per_cpu_count", irq), h.perCPUCount(queue))
		}
	}
	link(tb, "../../../devices/pci0000:00/0000:00:05.0", filepath.Join(root, "sys/class/net/eth0/device"))
	link(tb, "../../../bus/pci", filepath.Join(root, device, "subsystem"))
	write("sys/class/net/lo/mtu", "65536\n")
	write("proc/1/stat", fakeStat(1, 0, "init", 0, 10, 20))
	write("proc/1/comm", "init\n")
	if h.onlyInit {
		return
	}
	for i := range h.processes {
		write(fmt.Sprintf("proc/%d/stat", 10_000+i), fakeStat(10_000+i, 1, "daemon", 0, 5, 5))
	}
	for i := range 10 * h.cpus {
		write(fmt.Sprintf("proc/%d/stat", 10+i), fakeStat(10+i, 2, "kworker/0:0", 0x200000 /* PF_KTHREAD */, 0, 1))
	}
}

func (h fakeHost) stat() string {
	var text strings.Builder
	text.WriteString("cpu  1 2 3 4 5 6 7 8 0 0\n")
	for cpu := range h.online() {
		fmt.Fprintf(&text, "cpu%d %d 1 2 3 4 5 6 7 99 99\n", cpu, 1000+cpu)
	}
	fmt.Fprintf(&text, "intr 555 %s\nctxt 666\nbtime 1700000000\nprocesses %d\nprocs_running 1\nprocs_blocked 0\n", strings.Repeat("0 ", 400), 777+h.forks)
	return text.String()
}

func (h fakeHost) netDev() string {
	text := "Inter-|   Receive\n face |bytes\n    lo: 1 2 3 4 0 0 0 0 5 6 7 8 0 0 0 0\n"
	if !h.withoutEth0 {
		text += "  eth0: 10 20 30 40 0 0 0 0 50 60 70 80 0 0 0 0\n"
	}
	return text
}

func (h fakeHost) softnetStat() string {
	var text strings.Builder
	for cpu := range h.online() {
		fmt.Fprintf(&text, "%08x 00000001 00000002 00000000 00000000 00000000 00000000 00000000 00000000 00000003 00000004 00000000 %08x 00000000 00000000\n", 0x100+cpu, cpu)
	}
	return text.String()
}

// softirqs has columns for CPUs that are only possible.
func (h fakeHost) softirqs() string {
	var text strings.Builder
	for cpu := range h.cpus {
		fmt.Fprintf(&text, "   CPU%d", cpu)
	}
	for row, name := range []string{"HI", "NET_TX", "NET_RX", "RCU"} {
		fmt.Fprintf(&text, "\n%12s:", name)
		for cpu := range h.cpus {
			fmt.Fprintf(&text, " %10d", 100*row+cpu)
		}
	}
	return text.String() + "\n"
}

// fakeCount is what IRQ firstFakeIRQ+queue has counted on a CPU.
func fakeCount(queue, cpu int) int { return 1000*queue + cpu }

func (h fakeHost) interrupts() string {
	var text strings.Builder
	text.WriteString("     ")
	for cpu := range h.online() {
		fmt.Fprintf(&text, "%10s ", fmt.Sprintf("CPU%d", cpu))
	}
	text.WriteString("\n")
	line := func(label, tail string, count func(cpu int) int) {
		fmt.Fprintf(&text, "%4s:", label)
		for cpu := range h.online() {
			fmt.Fprintf(&text, " %10d", count(cpu))
		}
		fmt.Fprintf(&text, "  %s\n", tail)
	}
	for i := range h.otherIRQs {
		line(fmt.Sprint(i), "PCI-MSIX nvme0q", func(int) int { return 3 })
	}
	for queue := range h.queues {
		line(fmt.Sprint(firstFakeIRQ+queue), fmt.Sprintf("PCI-MSIX eth0-Tx-Rx-%d", queue), func(cpu int) int { return fakeCount(queue, cpu) })
	}
	for _, label := range []string{"NMI", "LOC", "RES"} {
		line(label, "Some interrupts", func(int) int { return 9 })
	}
	return text.String() + " ERR:          0\n"
}

func (h fakeHost) perCPUCount(queue int) string {
	counts := make([]string, h.cpus)
	for cpu := range counts {
		counts[cpu] = fmt.Sprint(fakeCount(queue, cpu))
	}
	return strings.Join(counts, ",") + "\n"
}

// fakeStat is a /proc/PID/stat line with one thread and 25 pages, begun at tick 7.
func fakeStat(pid, parent int, command string, flags, userTicks, systemTicks int) string {
	return fakeStatBegun(pid, parent, command, flags, userTicks, systemTicks, 7)
}

func fakeStatBegun(pid, parent int, command string, flags, userTicks, systemTicks, startTicks int) string {
	return fakeStatWaited(pid, parent, command, flags, userTicks, systemTicks, 0, 0, startTicks)
}

func fakeStatWaited(pid, parent int, command string, flags, userTicks, systemTicks, waitedUserTicks, waitedSystemTicks, startTicks int) string {
	return fmt.Sprintf("%d (%s) S %d %d %d 0 -1 %d 0 0 0 0 %d %d %d %d 20 0 1 0 %d 1000000 25 18446744073709551615 0 0 0\n",
		pid, command, parent, pid, pid, flags, userTicks, systemTicks, waitedUserTicks, waitedSystemTicks, startTicks)
}

func writeFile(tb testing.TB, name, text string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
}

func link(tb testing.TB, target, name string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil && !os.IsExist(err) {
		tb.Fatal(err)
	}
}

func remove(tb testing.TB, names ...string) {
	tb.Helper()
	for _, name := range names {
		if err := os.RemoveAll(name); err != nil {
			tb.Fatal(err)
		}
	}
}

// openFake opens a sampler on the root for eth0 and lo.
func openFake(tb testing.TB, root string) *Sampler {
	tb.Helper()
	s, err := Open(Config{Root: root, NICs: []string{"eth0", "lo"}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

func sample(tb testing.TB, s *Sampler) map[string]int64 {
	tb.Helper()
	frame, err := s.Sample()
	if err != nil {
		tb.Fatal(err)
	}
	return byColumn(tb, frame)
}

func boundary(tb testing.TB, s *Sampler) map[string]int64 {
	tb.Helper()
	frame, err := s.SampleBoundary()
	if err != nil {
		tb.Fatal(err)
	}
	return byColumn(tb, frame)
}

func byColumn(tb testing.TB, frame Frame) map[string]int64 {
	tb.Helper()
	if len(frame.Values) != len(frame.Layout.Columns) {
		tb.Fatalf("%d values for %d columns", len(frame.Values), len(frame.Layout.Columns))
	}
	values := make(map[string]int64, len(frame.Values))
	for i, column := range frame.Layout.Columns {
		if _, twice := values[column]; twice {
			tb.Fatalf("column %s is there twice", column)
		}
		values[column] = frame.Values[i]
	}
	return values
}

// expect compares the columns named in want only.
func expect(tb testing.TB, got, want map[string]int64) {
	tb.Helper()
	for column, value := range want {
		if figure, ok := got[column]; !ok {
			tb.Errorf("no column %s", column)
		} else if figure != value {
			tb.Errorf("%s = %d, want %d", column, figure, value)
		}
	}
}
