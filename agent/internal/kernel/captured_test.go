package kernel

import (
	"net/netip"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel/cpulist"
)

// captured is what a machine of two CPUs printed under Linux 6.18, with one network card and both versions of control groups.
var captured = At("testdata/linux-6.18")

// expect compares what a parser made of a captured file.
func expect[T any](t *testing.T, got T, err error, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.AddrPort) bool { return a == b })); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func TestFilesOfAProcess(t *testing.T) {
	stat, err := captured.PIDStat(701)
	expect(t, stat, err, PIDStat{PID: 701, Name: []byte("sleep"), State: 'S', Parent: 28722, Threads: 1, StartTicks: 3103935, RSSPages: 391})
	status, err := captured.PIDStatus("701")
	expect(t, status, err, PIDStatus{User: "0", Group: "0", Effective: 0x1fffeffffff, AllowedCPUs: cpulist.List{0, 1}, Descriptors: 256, Namespaces: 1})
	text, err := captured.Text("/proc/701/limits")
	if err != nil {
		t.Fatal(err)
	}
	soft, hard, err := parseOpenFilesLimit(text)
	expect(t, [2]uint64{soft, hard}, err, [2]uint64{20_000, 20_000})
	text, err = captured.Text("/proc/701/schedstat")
	if err != nil {
		t.Fatal(err)
	}
	ran, err := ParseSchedstat([]byte(text))
	expect(t, ran, err, Schedstat{RanNs: 1_192_263, WaitedNs: 443_477, Turns: 1})
	text, _ = captured.Text("/proc/701/stat")
	cpu, err := ParseProcessor([]byte(text))
	expect(t, cpu, err, 1)
	text, _ = captured.Text("/proc/701/maps")
	expect(t, ParseMaps([]byte(text), 10), nil, []Mapping{
		{Start: 0x55d4fd502000, End: 0x55d4fd507000, Offset: 0x2000, Path: "/usr/bin/cat"},
		{Start: 0x7f364c4d2000, End: 0x7f364c628000, Offset: 0x28000, Path: "/usr/lib/x86_64-linux-gnu/libc (copy).so.6 (deleted)"},
		{Start: 0x7f364c700000, End: 0x7f364c701000},
		{Start: 0x7fff5a1f2000, End: 0x7fff5a1f4000, Path: "[vdso]"},
	})
	if some := ParseMaps([]byte(text), 2); len(some) != 2 {
		t.Errorf("%d of at most 2 mappings", len(some))
	}
	expect(t, captured.PIDs(), nil, []int{701})
	if found := CPUGroups(captured.Groups("701")); len(found) != 1 || found[0].Folder != "/sys/fs/cgroup/cpu" || len(found[0].Upwards()) != 1 {
		t.Errorf("%+v", found)
	}
}

func TestFilesOfTheSystem(t *testing.T) {
	stat, err := captured.Stat()
	expect(t, stat, err, Stat{CPUs: []int{0, 1}, ContextSwitches: 237959663, Interrupts: 74049829, Forks: 547921, TimesUs: []int64{
		16164700000, 567650000, 4770110000, 8446650000, 63140000, 0, 610870000, 164650000,
		16460380000, 564150000, 4944620000, 7815970000, 248910000, 0, 540590000, 189380000,
	}})
	expect(t, captured.Meminfo(), nil, Meminfo{TotalBytes: 24684096 << 10, AvailableBytes: 23445720 << 10})
	for at, want := range []Pressure{{SomeUs: 31_566_946_187}, {}, {SomeUs: 968_713_356, FullUs: 421_883_418}} {
		text, err := captured.Text(PressureFiles[at].File)
		if err != nil {
			t.Fatal(err)
		}
		pressure, err := ParsePressure(PressureFiles[at].File, []byte(text))
		expect(t, pressure, err, want)
	}
	text, err := captured.Text(KallsymsFile)
	expect(t, ParseKallsyms([]byte(text)), err, []KernelSymbol{
		{0xffffffff816b8230, "vfs_read"}, {0xffffffff816b8ee0, "ksys_read"}, {0xffffffff821ecbe0, "do_syscall_64"}, {0xffffffffc0201000, "ftrace_trampoline [__builtin__ftrace]"},
	})
	if hidden := ParseKallsyms([]byte("0000000000000000 T vfs_read\n0000000000000000 t ksys_read\n")); len(hidden) > 0 {
		t.Errorf("hidden addresses are %v", hidden)
	}
	before, err := ParsePressure("cpu", []byte("some avg10=0.00 avg60=0.00 avg300=0.00 total=7\n")) // before Linux 5.13
	expect(t, before, err, Pressure{SomeUs: 7, FullUs: -1})
	expect(t, At("testdata").Meminfo(), nil, Meminfo{-1, -1, -1, -1})
}

func TestFilesOfTheNetwork(t *testing.T) {
	rows, err := captured.Softnet()
	if err != nil || len(rows) != 2 || rows[1].CPU != 1 || rows[0].Processed == 0 || rows[0].SteeredToHere == 0 || rows[0].Dropped != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	var sockets []TCPSocket
	err = captured.EachTCPSocket(func(s TCPSocket) { sockets = append(sockets, s) })
	at := netip.MustParseAddrPort
	expect(t, sockets, err, []TCPSocket{
		{Local: at("127.0.0.1:39147"), Remote: at("0.0.0.0:0"), State: TCPListen, Inode: 5818269},
		{Local: at("127.0.0.1:37252"), Remote: at("127.0.0.1:39147"), State: TCPEstablished, Inode: 5818271},
		{Local: at("127.0.0.1:37258"), Remote: at("127.0.0.1:39147"), State: TCPTimeWait},
		{Local: at("127.0.0.1:39147"), Remote: at("127.0.0.1:37252"), State: TCPEstablished, Inode: 5818272},
		{Local: at("[::1]:35199"), Remote: at("[::]:0"), State: TCPListen, Inode: 5818270},
	})
	text, err := captured.Text("/proc/net/snmp")
	if err != nil {
		t.Fatal(err)
	}
	table := tcpTable()
	if changed, err := table.Parse([]byte(text)); err != nil || !changed || len(table.Counters) != 3 {
		t.Errorf("%+v, %v", table, err)
	}
	if n := captured.TimeWait(); n == 0 {
		t.Error("no socket in TIME-WAIT")
	}
	ports, ok := captured.LocalPorts()
	if !ok || ports.Width() != 28_232 {
		t.Errorf("%+v, %v", ports, ok)
	}
	if nic := captured.DefaultRouteNIC(); nic != "eth0" {
		t.Errorf("the default route goes through %q", nic)
	}
}

// The sampler parses at every sample what these files have; it reads into memory that it has used before.
func TestWhatTheSamplerParsesAtEverySampleDoesNotAllocate(t *testing.T) {
	texts := map[string][]byte{}
	for _, name := range []string{StatFile, NetDevFile, SoftnetFile, InterruptsFile, "/proc/701/stat", "/proc/701/schedstat", PressureFiles[2].File} {
		text, err := os.ReadFile(captured.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	var stat Stat
	var netDev NetDev
	var softnet []SoftnetCPU
	var interrupts Interrupts
	var process PIDStat
	for name, parse := range map[string]func([]byte) error{
		StatFile:              func(text []byte) error { return ParseStat(text, &stat) },
		NetDevFile:            func(text []byte) error { return ParseNetDev(text, []string{"eth0", "lo"}, &netDev) },
		SoftnetFile:           func(text []byte) (err error) { softnet, err = ParseSoftnet(text, softnet); return err },
		InterruptsFile:        func(text []byte) error { return ParseInterrupts(text, []int{26, 32}, &interrupts) },
		"/proc/701/stat":      func(text []byte) error { return ParsePIDStat(text, &process) },
		"/proc/701/schedstat": func(text []byte) error { _, err := ParseSchedstat(text); return err },
		PressureFiles[2].File: func(text []byte) error { _, err := ParsePressure(PressureFiles[2].File, text); return err },
	} {
		if allocations := testing.AllocsPerRun(100, func() {
			if err := parse(texts[name]); err != nil {
				t.Error(name, err)
			}
		}); allocations != 0 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
}

func TestPathsPassThroughLinks(t *testing.T) {
	for root, want := range map[string]string{"/": "/sys/x/device/..", "": "/sys/x/device/..", "/captured/": "/captured/sys/x/device/..", "a/b": "a/b/sys/x/device/.."} {
		if got := At(root).Path("/sys/x/device/.."); got != want || At(root).Own() != (len(want) == len("/sys/x/device/..")) {
			t.Errorf("%q: %s", root, got)
		}
	}
}
