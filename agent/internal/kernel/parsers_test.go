package kernel

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsersNameFileAndLineOfMalformedText(t *testing.T) {
	const statTail = "\nintr 1\nctxt 2\nprocesses 3\n"
	stat := func(text string) error { return ParseStat([]byte(text), &Stat{}) }
	netDev := func(text string) error { return ParseNetDev([]byte(text), []string{"eth0"}, &NetDev{}) }
	softnet := func(text string) error { _, err := ParseSoftnet([]byte(text), nil); return err }
	interrupts := func(text string) error { return ParseInterrupts([]byte(text), []int{7}, &Interrupts{}) }
	snmp := func(text string) error {
		table := tcpTable()
		_, err := table.Parse([]byte(text))
		return err
	}
	perCPU := func(text string) error { _, err := ParsePerCPUCount([]byte(text), nil); return err }
	pid := func(text string) error { return ParsePIDStat([]byte(text), &PIDStat{}) }

	softirqs := func(text string) error { return ParseSoftirqs([]byte(text), &Softirqs{}) }
	kilohertz := func(text string) error { _, err := ParseKilohertz([]byte(text)); return err }
	numa := func(text string) error { _, err := ParseNUMAStat("numastat", []byte(text), nil); return err }
	cpuStat := func(text string) error { _, err := ParseCPUStat("cpu.stat", []byte(text)); return err }
	schedstat := func(text string) error { _, err := ParseSchedstat([]byte(text)); return err }
	pressure := func(text string) error { _, err := ParsePressure("/proc/pressure/io", []byte(text)); return err }
	disk := func(text string) error { _, err := ParseDiskStat("stat", []byte(text)); return err }
	processor := func(text string) error { _, err := ParseProcessor([]byte(text)); return err }
	status := func(text string) error { _, err := ParsePIDStatus([]byte(text)); return err }
	limits := func(text string) error { _, _, err := parseOpenFilesLimit(text); return err }

	for _, test := range []struct {
		parse      func(string) error
		text, want string
	}{
		{stat, "", "/proc/stat: no cpu"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nctxt 1\n", "/proc/stat: no cpu, intr"},
		{stat, "cpu0 1 2 3 4 5 6 7" + statTail, "/proc/stat line 1: cpu0 has no steal"},
		{stat, "cpu0 1 2 3 x 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no idle"},
		{stat, "cpu0 -1 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no user"},
		{stat, "cpu0 9223372036854775807 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no user"},
		{stat, "cpux 1 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpux is not a CPU"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nintr\n", "/proc/stat line 2: no number"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nctxt 99999999999999999999\n", "/proc/stat line 2: no number"},

		{netDev, "a\nb\neth0: 1 2 3 4 5 6 7 8 9 10 11\n", "/proc/net/dev line 3: eth0 has fewer than 12 numbers"},
		{netDev, "a\nb\neth0: 1 2 three 4 5 6 7 8 9 10 11 12\n", "/proc/net/dev line 3: eth0 has fewer"},
		{netDev, "a\nb\nlo: 1\neth0 1 2\n", "/proc/net/dev line 4: no colon"},

		{softnet, "0000000g\n", "/proc/net/softnet_stat line 1: field 0 is not 8 hexadecimal digits"},
		{softnet, strings.Repeat("00000001 ", 11) + "\n00000001 00000002\n", "/proc/net/softnet_stat line 2: field 2"},
		{softnet, "000000001 0 0\n", "line 1: field 0"},

		{interrupts, "", "/proc/interrupts line 1: no CPUs"},
		{interrupts, "   CPU0 CPUx\n", `/proc/interrupts line 1: "CPUx" is not a CPU`},
		{interrupts, "   CPU0\n  7 1\n", "/proc/interrupts line 2: no colon"},
		{interrupts, "   CPU0 CPU1\n  6: 1\n  7: 1 eth0\n", "/proc/interrupts line 3: IRQ 7 has no count for CPU 1"},

		{snmp, "Udp: x\n", "/proc/net/snmp: no line begins with Tcp:"},
		{snmp, "Tcp: InSegs\n", "/proc/net/snmp line 2: no numbers follow"},
		{snmp, "Ip: a\nIp: 1\nTcp: InSegs\nUdp: 1\n", "/proc/net/snmp line 4: no numbers follow"},
		{snmp, "Tcp: InSegs OutSegs\nTcp: 1\n", "/proc/net/snmp line 2: no number for tcp/outSegments"},
		{snmp, "Tcp: InSegs\nTcp: -1\n", "/proc/net/snmp line 2: no number for tcp/inSegments"},

		{perCPU, "", `"" is not a count`},
		{perCPU, "1,,2\n", `"" is not a count`},
		{perCPU, "1,2x\n", `"2x" is not a count`},

		{pid, "1 init S 0", "line 1: no command in parentheses"},
		{pid, ")(", "line 1: no command in parentheses"},
		{pid, "x (init) S 0", "line 1: field 1 is not a number"},
		{pid, "1 (init) SS 0", "line 1: no state"},
		{pid, "1 (init)", "line 1: no state"},
		{pid, "1 (init) S 0 1 1", "line 1: field 7 is not a number"},
		{pid, strings.Replace(statOf("init"), " 1000000 ", " x ", 1), "line 1: field 23 is not a number"},

		{softirqs, "", "/proc/softirqs line 1: no CPUs"},
		{softirqs, " CPU0 x\n", `/proc/softirqs line 1: "x" is not a CPU`},
		{softirqs, " CPU0\nNET_RX: 1\n", "/proc/softirqs: not one line each"},
		{softirqs, " CPU0 CPU1\nNET_TX: 1 2\nNET_RX: 1\n", "/proc/softirqs line 3: NET_RX has no count for CPU 1"},
		{softirqs, " CPU0\nNET_TX 1\n", "/proc/softirqs line 2: no colon"},
		{softirqs, " CPU0\nNET_TX: -1\nNET_RX: 1\n", "/proc/softirqs line 2: NET_TX has no count for CPU 0"},
		{softirqs, " CPU0\nNET_RX: 1\nNET_RX: 1\nNET_TX: 1\n", "/proc/softirqs: not one line each"},

		{kilohertz, "", `"" is not a frequency`},
		{kilohertz, "<unknown>\n", "is not a frequency"},
		{kilohertz, "-5\n", "is not a frequency"},
		{kilohertz, "99999999999\n", "is not a frequency"},

		{numa, "", "numastat line 1: no numa_hit"},
		{numa, "numa_hit 1\nnuma_foreign 1\n", "numastat line 2: no numa_miss"},
		{numa, "numa_hit x\n", "numastat line 1: numa_hit has no number"},

		{cpuStat, "nr_periods\n", "cpu.stat line 1: nr_periods has no number"},
		{cpuStat, "usage_usec 5\nnr_throttled -1\n", "cpu.stat line 2: nr_throttled has no number"},

		{schedstat, "", "schedstat line 1: not three numbers"},
		{schedstat, "1 2\n", "schedstat line 1: not three numbers"},
		{schedstat, "x 1 2\n", "schedstat line 1: not three numbers"},

		{pressure, "", "/proc/pressure/io: no line begins with some"},
		{pressure, "some avg10=0.00\n", "/proc/pressure/io line 1: no total"},
		{pressure, "some total=1\nfull total=-1\n", "/proc/pressure/io line 2: no total"},

		{disk, "", "stat line 1: field 1 is not a number"},
		{disk, "1 2 3 4 5 6 7 8 9 10\n", "stat line 1: field 11 is not a number"},
		{disk, "1 2 3 4 5 6 7 8 9 10 11 12 x\n", "stat line 1: field 13 is not a number"},

		{processor, "1 init S", "line 1: no command"},
		{processor, "1 (init) S 0 1\n", "field 39 is not a CPU"},
		{processor, "1 (init) S" + strings.Repeat(" 99999", 40), "field 39 is not a CPU"},

		{status, "Name: x\nCpus_allowed_list:\tall\n", "status line 2: CPU list"},
		{status, "Name: x\nFDSize:\tmany\n", "status line 2: FDSize is not a number"},
		{status, "FDSize:\t99999999999\n", "status line 1: FDSize is not a number"},
		{status, "CapEff:\tzz\n", "status line 1: CapEff is not a hexadecimal number"},
		{status, "Uid:\t0\n", "status line 1: Uid has not four numbers"},

		{limits, "", "limits: no line"},
		{limits, "Max open files            1024\n", "limits: no line"},
		{limits, "Max open files x y files\n", "invalid syntax"},
		{limits, "Max open files -1 18446744073709551616\n", "value out of range"},
	} {
		if err := test.parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: error %v, want one with %q", test.text, err, test.want)
		}
	}
}

func TestParsersTolerateWhatNewerKernelsAdd(t *testing.T) {
	var stat Stat
	if err := ParseStat([]byte("cpu  9\ncpu7 1 2 3 4 5 6 7 8 9 10 11 12\nintr 5 6 7\nctxt 8 9\nnew 1\nprocesses 3\n"), &stat); err != nil {
		t.Error(err)
	}
	want := Stat{CPUs: []int{7}, TimesUs: []int64{10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000}, Interrupts: 5, ContextSwitches: 8, Forks: 3}
	if diff := cmp.Diff(want, stat); diff != "" {
		t.Error(diff)
	}

	var netDev NetDev
	if err := ParseNetDev([]byte("a\nb\neth0:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"), []string{"eth0"}, &netDev); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]int64{1, 2, 3, 4, 9, 10, 11, 12}, netDev.Counters); diff != "" {
		t.Error(diff)
	}

	softnet, err := ParseSoftnet([]byte("0000000a 1 2 0 0 0 0 0 0 3 4 0 00000005 0 0 0 0 ffffffff\n"+strings.Repeat("00000001 ", 11)+"\n"), nil)
	if err != nil {
		t.Error(err)
	}
	wantSoftnet := []SoftnetCPU{{CPU: 5, Processed: 10, Dropped: 1, TimeSqueezed: 2, SteeredToHere: 3, FlowLimited: 4},
		{CPU: UnnumberedCPU, Processed: 1, Dropped: 1, TimeSqueezed: 1, SteeredToHere: 1, FlowLimited: 1}}
	if diff := cmp.Diff(wantSoftnet, softnet); diff != "" {
		t.Error(diff)
	}

	var interrupts Interrupts
	if err := ParseInterrupts([]byte("  CPU1 CPU3\n 7: 5 6 a new column 9 eth0\nNEW: 1\n"), []int{7}, &interrupts); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(Interrupts{CPUs: []int{1, 3}, IRQs: []int{7}, Counters: []int64{5, 6}}, interrupts); diff != "" {
		t.Error(diff)
	}
}

// statOf is the line of a kernel's thread with this name.
func statOf(command string) string {
	return "5 (" + command + ") S 4 5 5 0 -1 2097152 0 0 0 0 3 2 900 900 15 -5 1 0 7 1000000 25 18446744073709551615 0 0 0\n"
}

func TestPIDStatFindsItsFieldsAfterAnyCommand(t *testing.T) {
	for _, command := range []string{"server", "", "a b", ") R 9 9", "((", "new\nline"} {
		var stat PIDStat
		if err := ParsePIDStat([]byte(statOf(command)), &stat); err != nil {
			t.Errorf("%q: %v", command, err)
		}
		want := PIDStat{PID: 5, Name: []byte(command), State: 'S', Parent: 4, KernelThread: true, UserUs: 30_000, SystemUs: 20_000,
			WaitedUserUs: 9_000_000, WaitedSystemUs: 9_000_000, Nice: -5, Threads: 1, StartTicks: 7, RSSPages: 25}
		if diff := cmp.Diff(want, stat); diff != "" {
			t.Errorf("%q: %s", command, diff)
		}
	}
}

func tcpTable() ProtocolTable {
	return ProtocolTable{File: "/proc/net/snmp", Prefix: "Tcp:", Wanted: map[string]string{
		"InSegs": "tcp/inSegments", "OutSegs": "tcp/outSegments", "InErrs": "tcp/inErrors",
	}}
}

func TestAProtocolTableLearnsNamesAnew(t *testing.T) {
	table := tcpTable()
	for _, step := range []struct {
		text     string
		changed  bool
		columns  []string
		counters []int64
	}{
		{"Tcp: MaxConn InSegs OutSegs\nTcp: -1 5 6\n", true, []string{"tcp/inSegments", "tcp/outSegments"}, []int64{5, 6}},
		{"Tcp: MaxConn InSegs OutSegs\nTcp: -1 7 8\n", false, []string{"tcp/inSegments", "tcp/outSegments"}, []int64{7, 8}},
		{"Tcp: OutSegs New InErrs\nTcp: 9 1 2\n", true, []string{"tcp/outSegments", "tcp/inErrors"}, []int64{9, 2}},
	} {
		changed, err := table.Parse([]byte(step.text))
		if err != nil || changed != step.changed {
			t.Fatalf("%q: changed %v, %v", step.text, changed, err)
		}
		if diff := cmp.Diff(step.columns, table.Found) + cmp.Diff(step.counters, table.Counters); diff != "" {
			t.Errorf("%q: %s", step.text, diff)
		}
	}
}

func FuzzParsers(f *testing.F) {
	for _, name := range []string{StatFile, NetDevFile, SoftnetFile, InterruptsFile, SoftirqsFile, "/proc/701/status", "/proc/701/limits"} {
		text, err := os.ReadFile(captured.Path(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("1,2,3\n"))
	f.Add([]byte("   0: 0100007F:1F90 0500000A:9C40 0A 00000000:00000000 00:00000000 00000000  1000        0 777 1 0 100\n"))
	f.Add([]byte("Tcp: InSegs OutSegs\nTcp: 1 2\n"))
	f.Add([]byte("numa_hit 1\nnuma_miss 2\nnuma_foreign 3\ninterleave_hit 4\nlocal_node 5\nother_node 6\n"))
	f.Add([]byte("usage_usec 1\nnr_periods 2\nnr_throttled 3\nthrottled_usec 4\n"))
	f.Add([]byte("4:cpu,cpuacct:/a\n0::/user.slice/../b\n"))
	f.Add([]byte("Cpus_allowed:\tff\nCpus_allowed_list:\t0-7\n"))
	f.Add([]byte(statOf("init")))
	f.Fuzz(func(t *testing.T, text []byte) {
		var stat Stat
		if ParseStat(text, &stat) == nil && len(stat.TimesUs) != len(stat.CPUs)*len(CPUTimes) {
			t.Error("stat: figures and CPUs do not match")
		}
		var netDev NetDev
		if ParseNetDev(text, []string{"eth0", "lo"}, &netDev) == nil && len(netDev.Counters) != len(netDev.NICs)*len(NetDevCounters) {
			t.Error("net/dev: figures and interfaces do not match")
		}
		if rows, err := ParseSoftnet(text, nil); err == nil && slices.ContainsFunc(rows, func(row SoftnetCPU) bool { return row.CPU < UnnumberedCPU }) {
			t.Error("softnet_stat: a negative CPU")
		}
		var interrupts Interrupts
		if ParseInterrupts(text, []int{0, 100}, &interrupts) == nil && len(interrupts.Counters) != len(interrupts.CPUs)*len(interrupts.IRQs) {
			t.Error("interrupts: figures, CPUs and IRQs do not match")
		}
		table := tcpTable()
		if _, err := table.Parse(text); err == nil && len(table.Counters) != len(table.Found) {
			t.Error("snmp: figures and names do not match")
		}
		var softirqs Softirqs
		if ParseSoftirqs(text, &softirqs) == nil && len(softirqs.Counters) != len(softirqs.CPUs)*len(SoftirqKinds) {
			t.Error("softirqs: figures and CPUs do not match")
		}
		if counters, err := ParseNUMAStat("numastat", text, nil); err == nil && len(counters) != len(NUMACounters) {
			t.Error("numastat: a figure is missing")
		}
		if sum, err := ParseCPUStat("cpu.stat", text); err == nil && min(sum.Periods, sum.ThrottledPeriods, sum.ThrottledUs) < 0 {
			t.Error("cpu.stat: negative")
		}
		for _, group := range CPUGroups(parseGroups(string(text))) {
			for _, level := range group.Upwards() {
				if !strings.HasPrefix(level.Folder, groups) {
					t.Errorf("cgroup: %q is elsewhere", level.Folder)
				}
			}
		}
		if cpu, err := ParseProcessor(text); err == nil && cpu < 0 {
			t.Error("stat: a negative CPU")
		}
		_, _ = ParseKilohertz(text)
		if s, err := ParseSchedstat(text); err == nil && min(s.RanNs, s.WaitedNs, s.Turns) < 0 {
			t.Errorf("schedstat: %+v", s)
		}
		for _, m := range ParseMaps(text, 3) {
			if m.End <= m.Start {
				t.Errorf("maps: %+v", m)
			}
		}
		for _, s := range ParseKallsyms(text) {
			if s.Address == 0 || s.Name == "" {
				t.Errorf("kallsyms: %+v", s)
			}
		}
		if p, err := ParsePressure("io", text); err == nil && (p.SomeUs < 0 || p.FullUs < -1) {
			t.Errorf("pressure: %+v", p)
		}
		if d, err := ParseDiskStat("stat", text); err == nil && (d.Reads < 0 || d.InFlight < 0 || d.Flushes < -1) {
			t.Errorf("disk: %+v", d)
		}
		if status, err := ParsePIDStatus(text); err == nil && status.Descriptors < 0 {
			t.Error("status: negative")
		}
		if m := parseMeminfo(string(text)); min(m.TotalBytes, m.AvailableBytes, m.SwapTotalBytes, m.SwapFreeBytes) < -1 {
			t.Errorf("meminfo: %+v", m)
		}
		if n := parseTimeWait(string(text)); n < 0 {
			t.Errorf("%d in TIME-WAIT", n)
		}
		if r, ok := parsePortRange(string(text)); ok && r.Width() < 1 {
			t.Errorf("%+v", r)
		}
		for _, nic := range []string{parseRoute(string(text)), parseIPv6Route(string(text))} {
			if strings.ContainsAny(nic, " \t\n") || nic == loopback {
				t.Errorf("the route goes through %q", nic)
			}
		}
		_, _ = parseTCPSocket(text)
		for irq, action := range parseInterruptActions(string(text)) {
			if action == "" || irq < 0 {
				t.Errorf("IRQ %d has the action %q", irq, action)
			}
		}
		for _, nic := range parseIPv6NICs(string(text)) {
			if strings.ContainsAny(nic, " \t\n") || nic == "" {
				t.Errorf("the interface %q has an address", nic)
			}
		}
		_ = parseCPUInfo(string(text))
		_, _, _ = parseOpenFilesLimit(string(text))
		_, _ = ParsePerCPUCount(text, nil)
		_ = ParsePIDStat(text, &PIDStat{})
		_ = AppendPIDs(nil, text)
	})
}
