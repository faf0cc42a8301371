package sampler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsersNameFileAndLineOfMalformedText(t *testing.T) {
	const statTail = "\nintr 1\nctxt 2\nprocesses 3\n"
	stat := func(text string) error { return parseStat([]byte(text), &statRow{}) }
	netDev := func(text string) error { return parseNetDev([]byte(text), []string{"eth0"}, &netDevRow{}) }
	softnet := func(text string) error { return parseSoftnetStat([]byte(text), []int{0, 1}, &softnetRow{}) }
	interrupts := func(text string) error { return parseInterrupts([]byte(text), []int{7}, &interruptRow{}) }
	snmp := func(text string) error {
		table := tcpTable()
		_, err := table.parse([]byte(text))
		return err
	}
	perCPU := func(text string) error { _, err := parsePerCPUCount([]byte(text), nil); return err }
	pid := func(text string) error { return parsePidStat([]byte(text), &pidStat{}) }
	requests := func(text string) error { return parseRequestCounters([]byte(text), &requestCounters{}) }

	softirqs := func(text string) error { return parseSoftirqs([]byte(text), &softirqRow{}) }
	kilohertz := func(text string) error { _, err := parseKilohertz([]byte(text)); return err }
	numa := func(text string) error { _, err := parseNUMAStat("numastat", []byte(text), nil); return err }
	cpuStat := func(text string) error { _, err := parseCPUStat("cpu.stat", []byte(text)); return err }
	schedstat := func(text string) error { _, err := parseSchedstat([]byte(text)); return err }
	processor := func(text string) error { _, err := parseProcessor([]byte(text)); return err }
	allowed := func(text string) error { _, err := parseAllowedCPUs([]byte(text)); return err }
	descriptors := func(text string) error { _, err := parseDescriptors([]byte(text)); return err }
	qdiscs := func(text string) error { _, _, err := parseQdiscs([]byte(text), nil); return err }

	for _, test := range []struct {
		parse      func(string) error
		text, want string
	}{
		{stat, "", "/proc/stat: no cpu"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nctxt 1\n", "/proc/stat: no cpu, intr"},
		{stat, "cpu0 1 2 3 4 5 6 7" + statTail, "/proc/stat line 1: cpu0 has no stealUs"},
		{stat, "cpu0 1 2 3 x 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no idleUs"},
		{stat, "cpu0 -1 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no userUs"},
		{stat, "cpu0 9223372036854775807 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpu0 has no userUs"},
		{stat, "cpux 1 2 3 4 5 6 7 8" + statTail, "/proc/stat line 1: cpux is not a CPU"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nintr\n", "/proc/stat line 2: no number"},
		{stat, "cpu0 1 2 3 4 5 6 7 8\nctxt 99999999999999999999\n", "/proc/stat line 2: no number"},

		{netDev, "a\nb\neth0: 1 2 3 4 5 6 7 8 9 10 11\n", "/proc/net/dev line 3: eth0 has fewer than 12 numbers"},
		{netDev, "a\nb\neth0: 1 2 three 4 5 6 7 8 9 10 11 12\n", "/proc/net/dev line 3: eth0 has fewer"},
		{netDev, "a\nb\nlo: 1\neth0 1 2\n", "/proc/net/dev line 4: no colon"},

		{softnet, "0000000g\n", "/proc/net/softnet_stat line 1: field 0 is not 8 hexadecimal digits"},
		{softnet, strings.Repeat("00000001 ", 11) + "\n00000001 00000002\n", "/proc/net/softnet_stat line 2: field 2"},
		{softnet, strings.Repeat("00000001 ", 11) + "\n", "1 rows without CPU numbers for 2 online CPUs"},
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
		{pid, "1 (init)", "line 1: no state"},
		{pid, "1 (init) S 0 1 1", "line 1: field 7 is not a number"},
		{pid, strings.Replace(fakeStat(1, 0, "init", 0, 1, 1), " 1000000 ", " x ", 1), "line 1: field 23 is not a number"},

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

		{schedstat, "", "schedstat line 1: no number"},
		{schedstat, "x 1 2\n", "schedstat line 1: no number"},

		{processor, "1 init S", "line 1: no command"},
		{processor, "1 (init) S 0 1\n", "field 39 is not a CPU"},
		{processor, "1 (init) S" + strings.Repeat(" 99999", 40), "field 39 is not a CPU"},

		{allowed, "Name: x\n", "status: no Cpus_allowed_list"},
		{allowed, "Name: x\nCpus_allowed_list:\tall\n", "status line 2: CPU list"},

		{descriptors, "Name: x\n", "status: no FDSize"},
		{descriptors, "Name: x\nFDSize:\tmany\n", "status line 2: FDSize is not a number"},
		{descriptors, "FDSize:\t99999999999\n", "status line 1: FDSize is not a number"},

		{qdiscs, strings.Repeat("\xff", 16), "a netlink message of"},
		{qdiscs, "\x10\x00\x00\x00\x03\x00" + strings.Repeat("\x00", 10), "without its error number"},

		{requests, ``, "byte 1: expected an object"},
		{requests, `[]`, "byte 1: expected an object"},
		{requests, `{"timeUs":1`, "byte 12: expected a comma"},
		{requests, `{"timeUs":}`, "byte 11: expected a number"},
		{requests, `{"timeUs":1.5}`, "expected a comma"},
		{requests, `{"timeUs":1} x`, "expected nothing but blanks"},
		{requests, `{"workers":[{"worker":0},{"worker":0}]}`, "workers need a number each"},
		{requests, `{"workers":[{"requests":5}]}`, "workers need a number each"},
		{requests, `{"x":` + strings.Repeat("[", 100), "expected fewer levels"},
		{requests, `{"x`, "expected the string's end"},
		{requests, `{"x\`, "expected the string's end"},
	} {
		if err := test.parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: error %v, want one with %q", test.text, err, test.want)
		}
	}
}

func TestParsersTolerateWhatNewerKernelsAdd(t *testing.T) {
	var stat statRow
	if err := parseStat([]byte("cpu  9\ncpu7 1 2 3 4 5 6 7 8 9 10 11 12\nintr 5 6 7\nctxt 8 9\nnew 1\nprocesses 3\n"), &stat); err != nil {
		t.Error(err)
	}
	want := statRow{cpus: []int{7}, timesUs: []int64{10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000}, interrupts: 5, contextSwitches: 8, forks: 3}
	if diff := cmp.Diff(want, stat, cmp.AllowUnexported(statRow{})); diff != "" {
		t.Error(diff)
	}

	var netDev netDevRow
	if err := parseNetDev([]byte("a\nb\neth0:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"), []string{"eth0"}, &netDev); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]int64{1, 2, 3, 4, 9, 10, 11, 12}, netDev.counters); diff != "" {
		t.Error(diff)
	}

	var softnet softnetRow
	if err := parseSoftnetStat([]byte("0000000a 1 2 0 0 0 0 0 0 3 4 0 00000005 0 0 0 0 ffffffff\n"), []int{0}, &softnet); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(softnetRow{cpus: []int{5}, counters: []int64{10, 1, 2, 3, 4}}, softnet, cmp.AllowUnexported(softnetRow{})); diff != "" {
		t.Error(diff)
	}

	var interrupts interruptRow
	if err := parseInterrupts([]byte("  CPU1 CPU3\n 7: 5 6 a new column 9 eth0\nNEW: 1\n"), []int{7}, &interrupts); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(interruptRow{cpus: []int{1, 3}, irqs: []int{7}, counters: []int64{5, 6}}, interrupts, cmp.AllowUnexported(interruptRow{})); diff != "" {
		t.Error(diff)
	}

	var requests requestCounters
	if err := parseRequestCounters([]byte(` { "new" : [ {"a\"":[1, -2.5e3, true]}, null ], "workers":[ {"requests":4,"x":{},"worker":1,"pid":11}, {"worker":0,"pid":10,"requests":3} ], "timeUs":7, "firstRequestTimeUs":null }`), &requests); err != nil {
		t.Error(err)
	}
	wantRequests := requestCounters{timeUs: 7, workers: []workerRequests{{0, 10, 3}, {1, 11, 4}}}
	if diff := cmp.Diff(wantRequests, requests, cmp.AllowUnexported(requestCounters{}, workerRequests{})); diff != "" {
		t.Error(diff)
	}
}

func TestPidStatFindsItsFieldsAfterAnyCommand(t *testing.T) {
	for _, command := range []string{"server", "a b", ") R 9 9", "((", "new\nline"} {
		var stat pidStat
		if err := parsePidStat([]byte(fakeStat(5, 4, command, processFlagKernelThread, 3, 2)), &stat); err != nil {
			t.Errorf("%q: %v", command, err)
		}
		want := pidStat{state: 'S', parent: 4, kernelThread: true, userUs: 30_000, systemUs: 20_000, waitedUserUs: 9_000_000, waitedSystemUs: 9_000_000, threads: 1, startTicks: 7, rssPages: 25}
		if diff := cmp.Diff(want, stat, cmp.AllowUnexported(pidStat{})); diff != "" {
			t.Errorf("%q: %s", command, diff)
		}
	}
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
		changed, err := table.parse([]byte(step.text))
		if err != nil || changed != step.changed {
			t.Fatalf("%q: changed %v, %v", step.text, changed, err)
		}
		if diff := cmp.Diff(step.columns, table.found) + cmp.Diff(step.counters, table.counters); diff != "" {
			t.Errorf("%q: %s", step.text, diff)
		}
	}
}

func TestThirtyTwoBitCountersDoNotWrap(t *testing.T) {
	var wide widener
	wide.reset(1)
	for _, step := range []struct{ raw, want int64 }{
		{0xfffffff0, 0xfffffff0},
		{0x10, 0x1_0000_0010}, // 32 more: it wrapped
		{0x90000000, 0x1_9000_0000},
		{0x20, 0x2_0000_0020},
		{0x10, 0x2_0000_0010}, // a little less is a reset of the device's counter, not 4 thousand million interrupts
	} {
		values := []int64{step.raw}
		wide.widen(values)
		if values[0] != step.want {
			t.Errorf("raw %#x widened to %#x, want %#x", step.raw, values[0], step.want)
		}
	}
}

func FuzzParsers(f *testing.F) {
	host := fakeHost{cpus: 2, queues: 1, otherIRQs: 1}
	f.Add([]byte(host.stat()))
	f.Add([]byte(host.netDev()))
	f.Add([]byte(host.softnetStat()))
	f.Add([]byte(host.interrupts()))
	f.Add([]byte(host.perCPUCount(0)))
	f.Add([]byte("Tcp: InSegs OutSegs\nTcp: 1 2\n"))
	f.Add([]byte(host.softirqs()))
	f.Add([]byte("numa_hit 1\nnuma_miss 2\nnuma_foreign 3\ninterleave_hit 4\nlocal_node 5\nother_node 6\n"))
	f.Add([]byte("usage_usec 1\nnr_periods 2\nnr_throttled 3\nthrottled_usec 4\n"))
	f.Add([]byte("4:cpu,cpuacct:/a\n0::/user.slice/../b\n"))
	f.Add([]byte("Cpus_allowed:\tff\nCpus_allowed_list:\t0-7\n"))
	f.Add([]byte(fakeStat(1, 0, "init", 0, 1, 1)))
	f.Add([]byte(`{"timeUs":1,"workers":[{"worker":0,"pid":1,"requests":2}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var stat statRow
		if parseStat(text, &stat) == nil && len(stat.timesUs) != len(stat.cpus)*len(cpuTimes) {
			t.Error("stat: figures and CPUs do not match")
		}
		var netDev netDevRow
		if parseNetDev(text, []string{"eth0", "lo"}, &netDev) == nil && len(netDev.counters) != len(netDev.nics)*len(nicCounters) {
			t.Error("net/dev: figures and interfaces do not match")
		}
		var softnet softnetRow
		if parseSoftnetStat(text, []int{0, 1}, &softnet) == nil && len(softnet.counters) != len(softnet.cpus)*len(softnetCounters) {
			t.Error("softnet_stat: figures and CPUs do not match")
		}
		var interrupts interruptRow
		if parseInterrupts(text, []int{0, 100}, &interrupts) == nil && len(interrupts.counters) != len(interrupts.cpus)*len(interrupts.irqs) {
			t.Error("interrupts: figures, CPUs and IRQs do not match")
		}
		table := tcpTable()
		if _, err := table.parse(text); err == nil && len(table.counters) != len(table.found) {
			t.Error("snmp: figures and names do not match")
		}
		var softirqs softirqRow
		if parseSoftirqs(text, &softirqs) == nil && len(softirqs.counters) != len(softirqs.cpus)*len(softirqKinds) {
			t.Error("softirqs: figures and CPUs do not match")
		}
		if counters, err := parseNUMAStat("numastat", text, nil); err == nil && len(counters) != len(numaCounters) {
			t.Error("numastat: a figure is missing")
		}
		if sum, err := parseCPUStat("cpu.stat", text); err == nil && min(sum.periods, sum.throttledPeriods, sum.throttledUs) < 0 {
			t.Error("cpu.stat: negative")
		}
		for _, folder := range parseCgroupFolders(string(text)) {
			if !strings.HasPrefix(folder, "/sys/fs/cgroup") {
				t.Errorf("cgroup: %q is elsewhere", folder)
			}
		}
		if cpu, err := parseProcessor(text); err == nil && cpu < 0 {
			t.Error("stat: a negative CPU")
		}
		_, _ = parseKilohertz(text)
		_, _ = parseSchedstat(text)
		_, _ = parseAllowedCPUs(text)
		_, _ = parseDescriptors(text)
		_, _ = parsePerCPUCount(text, nil)
		_ = parsePidStat(text, &pidStat{})
		_ = parseRequestCounters(text, &requestCounters{})
		_ = appendPids(nil, text)
	})
}

// FuzzNetlink is apart because its seeds look nothing like text.
func FuzzNetlink(f *testing.F) {
	f.Add(qdiscMessage(2, tcRoot, "tbf", 1, 2, 3, 4))
	f.Add(append([]byte("\x00\x00"), make([]byte, 80)...))
	f.Add([]byte("rx0_packets\x00queue_1_tx_cnt"))
	f.Add([]byte("socket:[4242]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		found, _, _ := parseQdiscs(text, nil)
		for _, qdisc := range found {
			if qdisc.backlogBytes < 0 || min(qdisc.counters[0], qdisc.counters[1], qdisc.counters[2]) < 0 {
				t.Errorf("negative: %+v", qdisc)
			}
		}
		_, _ = takeSockets(text, func(message []byte) {
			_ = destination(message)
			_, _, _ = parseSocket(message)
		})
		_, _, _ = parseSocket(text)
		_, _ = parseSocketLink(text)
		for _, stat := range pickStats("eth0", append(parseStatNames(text), string(text))) {
			if !strings.HasPrefix(stat.column, "nic/eth0/") {
				t.Errorf("column %q", stat.column)
			}
		}
	})
}
