package sampler

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSampleReadsEveryFileOfAHost(t *testing.T) {
	root := t.TempDir()
	fakeHost{cpus: 4, queues: 2, processes: 3, otherIRQs: 5}.write(t, root)
	expect(t, sample(t, openFake(t, root)), map[string]int64{
		"cpu/3/userUs":                     1003 * 10_000,
		"cpu/3/niceUs":                     10_000,
		"cpu/3/stealUs":                    70_000,
		"system/contextSwitches":           666,
		"system/interrupts":                555,
		"system/processesCreated":          777,
		"nic/eth0/rxBytes":                 10,
		"nic/eth0/txDropped":               80,
		"nic/lo/rxPackets":                 2,
		"interrupts/100/0":                 0,
		"interrupts/101/3":                 1003,
		"softnet/2/processed":              0x102,
		"softnet/2/receivedPacketSteering": 3,
		"softnet/2/flowLimited":            4,
		"tcp/activeOpens":                  1,
		"tcp/retransmittedSegments":        5,
		"tcp/listenOverflows":              6,
		"tcp/timeouts":                     8,
		"process/others/cpuUs":             (30 + 3*10) * 10_000,
		"process/kernelThreads/cpuUs":      40 * 10_000,
	})
}

func TestSampleReadsTheCapturedVirtioHost(t *testing.T) {
	s := openFake(t, "../../testdata/virtio-2cpu")
	if err := s.Track("target", 700); err != nil {
		t.Fatal(err)
	}
	values := boundary(t, s)
	expect(t, values, map[string]int64{
		"process/target/cpuUs":        (1000 + 500 + 300 + 200) * 10_000,
		"process/target/systemUs":     (500 + 200) * 10_000,
		"process/target/threads":      7 + 6,
		"process/target/processes":    2,
		"process/target/rssBytes":     7000 * pageBytes,
		"process/others/cpuUs":        (150 + 250) * 10_000,
		"process/kernelThreads/cpuUs": (1 + 42) * 10_000,
	})
	for _, column := range []string{"cpu/1/idleUs", "nic/eth0/rxBytes", "interrupts/38/1", "interrupts/39/0", "softnet/1/processed", "tcp/listenDrops", "tcp/established"} {
		if _, ok := values[column]; !ok {
			t.Errorf("no column %s", column)
		}
	}
}

// The ENA fixture has an offline CPU, an old kernel's softnet_stat and no /sys/kernel/irq.
func TestSampleReadsTheENAHost(t *testing.T) {
	values := sample(t, openFake(t, "../../testdata/ena-16queue"))
	expect(t, values, map[string]int64{
		"cpu/30/userUs":                  1030 * 10_000,
		"nic/eth0/rxBytes":               9876543210123,
		"nic/eth0/txErrors":              3,
		"interrupts/40/0":                5,
		"interrupts/41/1":                100000,
		"interrupts/50/10":               100009,
		"interrupts/51/25":               100010,
		"interrupts/56/30":               100015,
		"interrupts/56/29":               0,
		"softnet/30/processed":           30_000,
		"softnet/9/dropped":              9,
		"tcp/requestQueueFullDrops":      9,
		"tcp/outResets":                  20,
		"softnet/0/processed":            0xfffffff0,
		"softnet/30/flowLimited":         0,
		"tcp/abortsOnMemory":             10,
		"tcp/establishedResets":          14,
		"system/processesCreated":        4242,
		"softnet/2/timeSqueezed":         4,
		"nic/lo/txBytes":                 3193,
		"cpu/0/softirqUs":                0,
		"tcp/requestQueueFullCookies":    8,
		"interrupts/45/5":                100004,
		"tcp/retransmittedSegments":      18,
		"tcp/syncookiesSent":             1,
		"tcp/attemptsFailed":             13,
		"process/agent/cpuUs":            values["process/agent/cpuUs"],
		"process/others/readMonotonicUs": values["process/others/readMonotonicUs"],
	})
	for _, column := range []string{"cpu/31/userUs", "interrupts/25/0", "softnet/31/processed", "process/others/cpuUs", "process/kernelThreads/cpuUs"} {
		if _, ok := values[column]; ok {
			t.Errorf("column %s should not be there", column)
		}
	}
}

func TestBothSourcesOfInterruptsAgree(t *testing.T) {
	host := fakeHost{cpus: 6, queues: 3, otherIRQs: 4, offline: 2}
	var rows []map[string]int64
	for _, noPerCPU := range []bool{false, true} {
		root := t.TempDir()
		host.noPerCPU = noPerCPU
		host.write(t, root)
		rows = append(rows, sample(t, openFake(t, root)))
	}
	seen := 0
	for column, value := range rows[0] {
		if strings.HasPrefix(column, "interrupts/") {
			seen++
			expect(t, rows[1], map[string]int64{column: value})
		}
	}
	if want := 3 * 4; seen != want { // queues × online CPUs
		t.Errorf("%d interrupt columns, want %d", seen, want)
	}
}

func TestTheLayoutStaysWhileNothingChanges(t *testing.T) {
	root := t.TempDir()
	fakeHost{cpus: 2, queues: 2, processes: 2}.write(t, root)
	s := openFake(t, root)
	if err := s.Track("tool", 10_000); err != nil {
		t.Fatal(err)
	}
	first, _ := s.Sample()
	for i := range 10 {
		elapse(s, time.Second)
		frame, err := s.SampleBoundary()
		if i%2 == 0 {
			frame, err = s.Sample()
		}
		if err != nil || frame.Layout != first.Layout {
			t.Fatalf("sample %d has another layout, or failed: %v", i, err)
		}
	}
}

func TestTheLayoutFollowsTheHost(t *testing.T) {
	for name, test := range map[string]struct {
		after      fakeHost
		gone, come string
	}{
		"a CPU goes offline":       {fakeHost{cpus: 4, queues: 2, offline: 1}, "cpu/3/userUs", ""},
		"its interrupts go":        {fakeHost{cpus: 4, queues: 2, offline: 1}, "interrupts/101/3", ""},
		"its softnet row goes":     {fakeHost{cpus: 4, queues: 2, offline: 1}, "softnet/3/processed", ""},
		"an interface goes":        {fakeHost{cpus: 4, queues: 2, withoutEth0: true}, "nic/eth0/rxBytes", ""},
		"queues come (at a bound)": {fakeHost{cpus: 4, queues: 3}, "", "interrupts/102/0"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			before := fakeHost{cpus: 4, queues: 2}
			before.write(t, root)
			s := openFake(t, root)
			first, _ := s.Sample()
			had := byColumn(t, first)
			test.after.write(t, root)
			second, _ := s.SampleBoundary()
			has := byColumn(t, second)
			if first.Layout == second.Layout {
				t.Fatal("the layout is the same")
			}
			if _, ok := had[test.gone]; test.gone != "" && !ok {
				t.Errorf("%s was not there before", test.gone)
			}
			if _, ok := has[test.gone]; ok {
				t.Errorf("%s is still there", test.gone)
			}
			if _, ok := has[test.come]; test.come != "" && !ok {
				t.Errorf("%s is not there", test.come)
			}
			before.write(t, root)
			third, _ := s.SampleBoundary()
			if _, ok := byColumn(t, third)[test.gone]; test.gone != "" && !ok {
				t.Errorf("%s did not come back", test.gone)
			}
		})
	}
}

func TestAnIRQThatVanishesIsLookedForAgain(t *testing.T) {
	root := t.TempDir()
	host := fakeHost{cpus: 2, queues: 2}
	host.write(t, root)
	s := openFake(t, root)
	// A file on disk that is deleted stays readable, unlike sysfs's; emptied, it is as useless.
	writeFile(t, filepath.Join(root, "sys/kernel/irq/101/per_cpu_count"), "")
	remove(t, filepath.Join(root, "sys/devices/pci0000:00/0000:00:05.0/msi_irqs/101"))
	values := sample(t, s)
	if _, ok := values["interrupts/101/0"]; ok {
		t.Error("interrupts/101/0 is still there")
	}
	expect(t, values, map[string]int64{"interrupts/100/1": 1})
}

func TestAFileThatCannotBeReadCostsItsColumnsOnly(t *testing.T) {
	for file, column := range map[string]string{
		"proc/stat":             "cpu/0/userUs",
		"proc/net/dev":          "nic/lo/rxBytes",
		"proc/net/softnet_stat": "softnet/0/processed",
		"proc/net/snmp":         "tcp/inSegments",
		"proc/net/netstat":      "tcp/listenDrops",
	} {
		t.Run(file, func(t *testing.T) {
			root := t.TempDir()
			host := fakeHost{cpus: 2, queues: 1}
			host.write(t, root)
			s := openFake(t, root)
			writeFile(t, filepath.Join(root, file), "cpu0\nTcp: x\nTcpExt: ListenDrops\neth0\n\n\neth0\n")
			elapse(s, time.Second)
			frame, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := byColumn(t, frame)[column]; ok {
				t.Errorf("%s is still there", column)
			}
			if len(frame.Layout.Missing) != 1 || !strings.Contains(frame.Layout.Missing[0], "/"+file) {
				t.Errorf("Missing = %q, want one line that names /%s", frame.Layout.Missing, file)
			}
			host.write(t, root)
			elapse(s, time.Second)
			frame, _ = s.Sample()
			if _, ok := byColumn(t, frame)[column]; !ok || len(frame.Layout.Missing) > 0 {
				t.Errorf("%s did not come back; missing: %q", column, frame.Layout.Missing)
			}
		})
	}
}

func TestOpenRefusesARootThatIsNoHost(t *testing.T) {
	if _, err := Open(Config{Root: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "/proc") {
		t.Errorf("Open of an empty folder: %v", err)
	}
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "proc/stat"), "cpu0 1 2\n")
	if _, err := Open(Config{Root: root}); err == nil || !strings.Contains(err.Error(), "/proc/stat line 1") {
		t.Errorf("Open of a malformed /proc/stat: %v", err)
	}
	if _, err := Open(Config{Root: "/", NICs: []string{"../x"}}); err == nil {
		t.Error("Open took ../x for an interface")
	}
}

func TestAClosedSamplerSaysSo(t *testing.T) {
	root := t.TempDir()
	fakeHost{cpus: 1}.write(t, root)
	s := openFake(t, root)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sample(); err == nil {
		t.Error("Sample after Close worked")
	}
	if err := s.Track("tool", 1); err == nil {
		t.Error("Track after Close worked")
	}
	if err := s.Close(); err == nil {
		t.Error("Close worked twice")
	}
	s.Untrack("tool")
	s.UntrackRequests()
}

func TestSampleAllocatesNothingInTheSteadyState(t *testing.T) {
	for name, noPerCPU := range map[string]bool{"per_cpu_count": false, "interrupts": true} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			fakeHost{cpus: 16, queues: 8, processes: 20, otherIRQs: 20, noPerCPU: noPerCPU}.write(t, root)
			s := openFake(t, root)
			if err := s.Track("target", 1); err != nil {
				t.Fatal(err)
			}
			checkNoAllocations(t, s)
		})
	}
	t.Run("real root", func(t *testing.T) { checkNoAllocations(t, openReal(t)) })
}

func checkNoAllocations(t *testing.T, s *Sampler) {
	t.Helper()
	for range 10 { // buffers grow
		elapse(s, time.Second)
		sample(t, s)
	}
	if allocations := testing.AllocsPerRun(20, func() {
		elapse(s, time.Second)
		if _, err := s.Sample(); err != nil {
			t.Error(err)
		}
	}); allocations != 0 {
		t.Errorf("%v allocations a sample, want 0", allocations)
	}
}

// elapse makes the sampler think that what is read slowly was read that much earlier.
func elapse(s *Sampler, time time.Duration) {
	s.pace.secondUs -= time.Microseconds()
	s.pace.fiveSecondsUs -= time.Microseconds()
}

func TestCadencesFollowTheClockAndNotTheSamples(t *testing.T) {
	root := t.TempDir()
	fakeHost{cpus: 1, processes: 1}.write(t, root)
	s := openFake(t, root)
	const second, fiveSeconds = "system/everySecondReadMonotonicUs", "process/others/readMonotonicUs"
	first := boundary(t, s)
	for range 30 {
		now := sample(t, s)
		if now[second] != first[second] || now[fiveSeconds] != first[fiveSeconds] {
			t.Fatal("a sample a moment later refreshed what is read slowly")
		}
	}
	elapse(s, time.Second)
	now := sample(t, s)
	if now[second] == first[second] || now[fiveSeconds] != first[fiveSeconds] {
		t.Error("a second later, only what is read every second should be new")
	}
	elapse(s, 5*time.Second)
	now = sample(t, s)
	if now[second] == first[second] || now[fiveSeconds] == first[fiveSeconds] {
		t.Error("five seconds later, everything should be new")
	}
}

func TestThePaceAllowsForAnEarlyTimer(t *testing.T) {
	const began = 1_000_000_000
	for sinceUs, want := range map[int64]scope{
		0: everySample, 100_000: everySample, 900_000: everySample, 960_000: everySecond, 1_000_000: everySecond,
		4_000_000: everySecond, 4_960_000: everyFiveSeconds, 60_000_000: everyFiveSeconds,
	} {
		p := pace{}
		p.refreshed(everything, began)
		if got := p.due(began + sinceUs); got != want {
			t.Errorf("after %d µs: %d, want %d", sinceUs, got, want)
		}
	}
}
