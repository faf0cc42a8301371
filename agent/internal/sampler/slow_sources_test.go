package sampler

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/fakeroot"
)

func TestALargeHostHasAllItsColumns(t *testing.T) {
	root := fakeroot.ENA128(t)
	values := sample(t, openFake(t, root))
	expect(t, values, map[string]int64{
		"cpu/127/frequencyHz":     2_900_127_000,
		"cpu/0/frequencyHz":       2_900_000_000,
		"numa/1/hit":              1001,
		"numa/0/interleaveHit":    40,
		"cgroup/periods":          30,
		"cgroup/throttledPeriods": 4,
		"cgroup/throttledUs":      5000,
		"softirq/127/netRx":       3127,
		"softirq/127/netTx":       2127,
		"softnet/127/processed":   127_000,
		"interrupts/56/15":        100_056,
		"interrupts/56/16":        0,
		"nic/eth0/rxBytes":        9876543210,
	})
	for prefix, want := range map[string]int{"interrupts/": 17 * 128, "softirq/": 2 * 128, "softnet/": 5 * 128, "cpu/": 9 * 128, "numa/": 12} {
		count := 0
		for column := range values {
			if strings.HasPrefix(column, prefix) {
				count++
			}
		}
		if count != want {
			t.Errorf("%d columns %s, want %d", count, prefix, want)
		}
	}
}

func TestAHostWithoutClocksOrGroupsLacksOnlyThoseColumns(t *testing.T) {
	root := fakeroot.LoopbackOnly(t)
	remove(t, filepath.Join(root, "proc/self"), filepath.Join(root, "sys/devices/system/node"))
	s, err := Open(Config{Root: root, NICs: []string{"lo"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	frame, err := s.Sample()
	if err != nil || len(frame.Layout.Missing) > 0 {
		t.Errorf("missing: %q, %v", frame.Layout.Missing, err)
	}
	for _, column := range frame.Layout.Columns {
		if strings.HasSuffix(column, "frequencyHz") || strings.HasPrefix(column, "cgroup/") || strings.HasPrefix(column, "numa/") {
			t.Errorf("column %s", column)
		}
	}
}

func TestACPUThatGoesOfflineTakesItsClockAlong(t *testing.T) {
	root := fakeroot.ENA(t, 16)
	s := openFake(t, root)
	boundary(t, s)
	writeFile(t, filepath.Join(root, "sys/devices/system/cpu/online"), "0-14\n")
	writeFile(t, filepath.Join(root, "sys/devices/system/cpu/cpufreq/policy15/scaling_cur_freq"), "") // a file on disk outlives its name
	remove(t, filepath.Join(root, "sys/devices/system/cpu/cpufreq/policy15"))
	elapse(s, 5*time.Second)
	values := sample(t, s)
	if _, ok := values["cpu/15/frequencyHz"]; ok {
		t.Error("the column is still there")
	}
	expect(t, values, map[string]int64{"cpu/14/frequencyHz": 2_900_014_000})
}

func TestThrottlingIsSummedUpToTheMount(t *testing.T) {
	for name, test := range map[string]struct {
		group string
		files map[string]string
		want  map[string]int64
	}{
		"version 2, a quota two levels up": {"0::/a/b/c\n", map[string]string{
			"a/cpu.stat":     "usage_usec 9\nnr_periods 10\nnr_throttled 3\nthrottled_usec 700\n",
			"a/b/cpu.stat":   "usage_usec 9\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n",
			"a/b/c/cpu.stat": "usage_usec 9\nnr_periods 1\nnr_throttled 1\nthrottled_usec 5\n",
			"cpu.stat":       "usage_usec 9\n",
		}, map[string]int64{"cgroup/periods": 11, "cgroup/throttledPeriods": 4, "cgroup/throttledUs": 705}},
		"version 1": {"9:memory:/m\n4:cpu,cpuacct:/a\n0::/x\n", map[string]string{
			"cpu,cpuacct/a/cpu.stat": "nr_periods 10\nnr_throttled 3\nthrottled_time 7000000\n",
			"cpu,cpuacct/cpu.stat":   "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n",
			"x/cpu.stat":             "nr_periods 99\n",
		}, map[string]int64{"cgroup/periods": 10, "cgroup/throttledUs": 7000}},
		"version 2 beside version 1": {"4:memory:/a\n0::/a\n", map[string]string{
			"unified/a/cpu.stat": "nr_periods 2\nnr_throttled 1\nthrottled_usec 1\n",
		}, map[string]int64{"cgroup/periods": 2}},
	} {
		t.Run(name, func(t *testing.T) {
			root := fakeroot.LoopbackOnly(t)
			writeFile(t, filepath.Join(root, "proc/self/cgroup"), test.group)
			for file, text := range test.files {
				writeFile(t, filepath.Join(root, "sys/fs/cgroup", file), text)
			}
			expect(t, sample(t, openFake(t, root)), test.want)
		})
	}
}

func TestPickStatsKnowsTheNamesOfManyDrivers(t *testing.T) {
	for name, test := range map[string]struct {
		names []string
		want  []driverStat
	}{
		"ena": {[]string{"tx_timeout", "pps_allowance_exceeded", "bw_in_allowance_exceeded", "queue_1_tx_cnt", "queue_1_rx_cnt", "queue_0_rx_cnt", "queue_0_rx_bytes", "conntrack_allowance_available"}, []driverStat{
			{2, "nic/eth0/allowance/bwInExceeded"}, {1, "nic/eth0/allowance/ppsExceeded"},
			{5, "nic/eth0/queue/0/rxPackets"}, {4, "nic/eth0/queue/1/rxPackets"}, {3, "nic/eth0/queue/1/txPackets"}}},
		"virtio to 6.8":  {[]string{"rx_queue_0_packets", "rx_queue_0_bytes", "tx_queue_0_packets"}, []driverStat{{0, "nic/eth0/queue/0/rxPackets"}, {2, "nic/eth0/queue/0/txPackets"}}},
		"mlx5":           {[]string{"rx_packets", "rx10_packets", "rx2_packets", "rx2_xdp_drop"}, []driverStat{{2, "nic/eth0/queue/2/rxPackets"}, {1, "nic/eth0/queue/10/rxPackets"}}},
		"i40e":           {[]string{"tx-3.packets", "rx-3.bytes"}, []driverStat{{0, "nic/eth0/queue/3/txPackets"}}},
		"veth":           {[]string{"peer_ifindex", "rx_queue_0_xdp_packets", "rx_queue_0_drops"}, []driverStat{}},
		"none that help": {[]string{"rx_packets", "tx_packets", "rx_queue_99999_packets", "", "queue__rx_cnt"}, []driverStat{}},
	} {
		if diff := cmp.Diff(test.want, pickStats("eth0", test.names), cmp.AllowUnexported(driverStat{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
