package doctor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

// restOfSocket is the end of a line, which no check looks at.
const restOfSocket = " 00000000:00000000 00:00000000 00000000  1000        0 777 1 0 100 0 0 10 0\n"

// tcpTable has n connections from ports upwards of first to 10.0.0.5:8080, waiting of them in TIME-WAIT, and a listener.
func tcpTable(first, n, waiting int) string {
	return tcpTableTo("0900000A", "0500000A", first, n, waiting)
}

// tcpTableTo has them between two addresses.
func tcpTableTo(from, to string, first, n, waiting int) string {
	var table strings.Builder
	table.WriteString("  sl  local_address rem_address   st tx_queue\n   0: 0100007F:8000 00000000:0000 0A" + restOfSocket)
	for i := range n {
		state := "01"
		if i < waiting {
			state = "06"
		}
		fmt.Fprintf(&table, "%4d: %s:%04X %s:1F90 %s%s", i+1, from, first+i, to, state, restOfSocket)
	}
	return table.String()
}

func TestEphemeralPorts(t *testing.T) {
	const ports, table, table6, sockstat = "proc/sys/net/ipv4/ip_local_port_range", "proc/net/tcp", "proc/net/tcp6", "proc/net/sockstat"
	const widen = `sudo sysctl -w net.ipv4.ip_local_port_range="15000 65535"`
	reuse := func(mode, timestamps string) tree {
		return tree{"proc/sys/net/ipv4/tcp_tw_reuse": mode, "proc/sys/net/ipv4/tcp_timestamps": timestamps}
	}
	usual := reuse("2", "1") // since Linux 4.19
	few := one("ephemeral-ports-few", Warning, "There are 1,000 ephemeral ports (40000 to 40999): this host can have no more connections to one target.", widen)
	loopback := tree{ports: "40000 40999", table: tcpTableTo("0100007F", "0100007F", 40000, 1000, 900)}
	try(t, ephemeralPorts,
		checkCase{"none taken", usual.with(tree{ports: "32768\t60999", table: tcpTable(1024, 5, 0)}), Config{},
			fine("ephemeral-ports", "There are 28,232 ephemeral ports (32768 to 60999) for connections to one target; none is taken now.")},
		checkCase{"some taken", usual.with(tree{ports: "32768\t60999", table: tcpTable(32768, 1200, 7), sockstat: "sockets: used 9\nTCP: inuse 7 orphan 0 tw 1300 alloc 9 mem 1"}), Config{},
			fine("ephemeral-ports", "There are 28,232 ephemeral ports (32768 to 60999) for connections to one target; at most 1,200 are taken now, to 10.0.0.5:8080 (1,300 in TIME-WAIT on the whole host).")},
		checkCase{"half of them", usual.with(tree{ports: "40000 40999", table: tcpTable(40000, 500, 300)}), Config{}, one("ephemeral-ports-scarce", Warning,
			"500 of the 1,000 ephemeral ports are taken for connections to 10.0.0.5:8080, 300 of them in TIME-WAIT; when none is left, new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")},
		checkCase{"nearly all", usual.with(tree{ports: "40000 40999", table: tcpTable(40000, 950, 900)}), Config{}, one("ephemeral-ports-scarce", Warning,
			"950 of the 1,000 ephemeral ports are taken for connections to 10.0.0.5:8080, 900 of them in TIME-WAIT: they are nearly used up; when none is left, new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")},
		checkCase{"all", usual.with(tree{ports: "40000 40999", table: tcpTable(40000, 1000, 0)}), Config{}, one("ephemeral-ports-exhausted", Problem,
			"1,000 of the 1,000 ephemeral ports are taken for connections to 10.0.0.5:8080, 0 of them in TIME-WAIT: new connections to it fail.", widen)},
		checkCase{"those in TIME-WAIT may be had", reuse("1", "1").with(tree{ports: "40000 40999", table: tcpTable(40000, 1000, 950)}), Config{}, few},
		checkCase{"half of them, besides those", reuse("1", "1").with(tree{ports: "40000 40999", table: tcpTable(40000, 1000, 400)}), Config{}, one("ephemeral-ports-scarce", Warning,
			"600 of the 1,000 ephemeral ports are taken for connections to 10.0.0.5:8080, 0 of them in TIME-WAIT (besides 400 in TIME-WAIT that new connections may have); when none is left, new connections to it fail.", widen)},
		checkCase{"no port is had again without timestamps", reuse("1", "0").with(tree{ports: "40000 40999", table: tcpTable(40000, 1000, 900)}), Config{}, one("ephemeral-ports-exhausted", Problem,
			"1,000 of the 1,000 ephemeral ports are taken for connections to 10.0.0.5:8080, 900 of them in TIME-WAIT: new connections to it fail.", widen+" net.ipv4.tcp_timestamps=1")},
		checkCase{"over loopback", usual.with(loopback), Config{}, few},
		checkCase{"over loopback, and not even there", reuse("0", "1").with(loopback), Config{}, one("ephemeral-ports-exhausted", Problem,
			"1,000 of the 1,000 ephemeral ports are taken for connections to 127.0.0.1:8080, 900 of them in TIME-WAIT: new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")},
		checkCase{"a port is taken for one address of this host", usual.with(tree{ports: "40000 40999", table: tcpTable(40000, 400, 0) + tcpTableTo("0800000A", "0500000A", 40000, 400, 0)}), Config{}, few},
		checkCase{"a range that is as wide as can be", usual.with(tree{ports: "1024 65535", table: tcpTable(1024, 40_000, 0)}), Config{}, one("ephemeral-ports-scarce", Warning,
			"40,000 of the 64,512 ephemeral ports are taken for connections to 10.0.0.5:8080, 0 of them in TIME-WAIT; when none is left, new connections to it fail.", "")},
		checkCase{"a narrow range", usual.with(tree{ports: "40000 49999"}), Config{}, one("ephemeral-ports-few", Warning,
			"There are 10,000 ephemeral ports (40000 to 49999): this host can have no more connections to one target.", widen)},
		checkCase{"by way of IPv6", usual.with(tree{ports: "40000 40001", table6: "  sl\n 0: 0000000000000000FFFF00000900000A:9C40 0000000000000000FFFF00000500000A:1F90 01" + restOfSocket +
			" 1: B80D0120000000000000000001000000:9C41 B80D0120000000000000000002000000:1F90 01" + restOfSocket}), Config{}, one("ephemeral-ports-scarce", Warning,
			"1 of the 2 ephemeral ports are taken for connections to 10.0.0.5:8080, 0 of them in TIME-WAIT; when none is left, new connections to it fail.", widen)},
		checkCase{"unreadable", tree{ports: "many"}, Config{}, one("ephemeral-ports-unknown", Note, "net.ipv4.ip_local_port_range cannot be read here.", "")},
	)
}

func TestConntrack(t *testing.T) {
	in := func(count, most string) tree {
		return tree{"proc/sys/net/netfilter/nf_conntrack_count": count, "proc/sys/net/netfilter/nf_conntrack_max": most}
	}
	try(t, conntrack,
		checkCase{"not there", tree{}, Config{}, fine("conntrack", "The kernel does not track connections here.")},
		checkCase{"few", in("12", "262144"), Config{}, fine("conntrack", "12 of 262,144 tracked connections are in use.")},
		checkCase{"filling", in("192000", "262144"), Config{}, one("conntrack-filling", Warning,
			"192,000 of 262,144 tracked connections are in use (73 %): when all are, packets of new connections are dropped.", "sudo sysctl -w net.netfilter.nf_conntrack_max=1048576")},
		checkCase{"full", in("600000", "655360"), Config{}, one("conntrack-full", Problem,
			"600,000 of 655,360 tracked connections are in use (92 %): when all are, packets of new connections are dropped.", "sudo sysctl -w net.netfilter.nf_conntrack_max=2621440")},
	)
}

func TestBacklog(t *testing.T) {
	sysctls := tree{"proc/sys/net/core/netdev_max_backlog": "1000", "proc/sys/net/core/netdev_budget": "300", "proc/sys/net/core/netdev_budget_usecs": "2000"}
	softnet := func(cpus ...string) tree {
		return sysctls.with(tree{"proc/net/softnet_stat": strings.Join(cpus, strings.Repeat(" 00000000", 8)+"\n") + strings.Repeat(" 00000000", 8)})
	}
	try(t, backlog,
		checkCase{"a kernel without", tree{}, Config{}, nil},
		checkCase{"nothing lost", softnet("0000ffff 00000000 00000001", "00010001 00000000 00000002"), Config{},
			fine("backlog", "The kernel dropped none of at least 131,072 packets since boot for want of room; CPUs ran out of their budget 3 times.")},
		checkCase{"few lost", softnet("00010000 00000001 00000000"), Config{}, one("backlog-overrun", Note,
			"The kernel dropped 1 of at least 65,536 packets since boot because a CPU's backlog was full.", "sudo sysctl -w net.core.netdev_max_backlog=16384")},
		checkCase{"many lost, and squeezed", softnet("00010000 00000100 00000080"), Config{}, []Finding{
			{"backlog-overrun", Warning, "The kernel dropped 256 of at least 65,536 packets since boot because a CPU's backlog was full.", "sudo sysctl -w net.core.netdev_max_backlog=16384"},
			{"budget-squeezed", Note, "CPUs ran out of their budget with packets left 128 times (time_squeeze), of at least 65,536 packets since boot.", "sudo sysctl -w net.core.netdev_budget=600 net.core.netdev_budget_usecs=4000"}}},
	)
}

func TestDrops(t *testing.T) {
	const folder = "sys/class/net/eth0/statistics/"
	drops := func(h host, _ Config) []Finding { return judgeDrops(readDrops(h, "eth0")) }
	try(t, drops,
		checkCase{"no packets yet", tree{}, Config{}, nil},
		checkCase{"none", tree{folder + "rx_packets": "182140"}, Config{}, fine("nic-drops", "eth0 dropped none of 182,140 received packets since boot.")},
		checkCase{"a few", tree{folder + "rx_packets": "1000000", folder + "rx_dropped": "7", folder + "tx_dropped": "2"}, Config{}, one("nic-drops", Note,
			"Since boot eth0 lost 0 of 1,000,000 received packets for want of room in its ring, and dropped 7 received and 2 sent ones.", "")},
		checkCase{"its ring is too small", tree{folder + "rx_packets": "1000000", folder + "rx_missed_errors": "5000"}, Config{}, one("nic-ring-overrun", Warning,
			"Since boot eth0 lost 5,000 of 1,000,000 received packets for want of room in its ring, and dropped 0 received and 0 sent ones.",
			"sudo ethtool -G eth0 rx $(ethtool -g eth0 | awk '/^RX:/ {print $2; exit}')")},
	)
}

func TestLink(t *testing.T) {
	link := func(addresses int) func(host, Config) []Finding {
		return func(h host, _ Config) []Finding {
			return judgeLink(readLink(h, NIC{Name: "eth0", Addresses: addresses}))
		}
	}
	state := func(flags, operstate string) tree {
		return tree{"sys/class/net/eth0/flags": flags, "sys/class/net/eth0/operstate": operstate}
	}
	try(t, link(1),
		checkCase{"up", state("0x1003", "up"), Config{}, fine("nic-link", "eth0 is up.")},
		checkCase{"a driver that does not say", state("0x1003", "unknown"), Config{}, fine("nic-link", "eth0 is up.")},
		checkCase{"gone", tree{}, Config{}, nil},
		checkCase{"no cable", state("0x1003", "down"), Config{}, one("nic-link-down", Warning, "eth0 has no link (down): no cable, or nothing at its other end.", "")})
	try(t, link(0),
		checkCase{"a port that nobody uses", state("0x1003", "lowerlayerdown"), Config{}, one("nic-link-down", Note, "eth0 has no link (lowerlayerdown): no cable, or nothing at its other end.", "")},
		checkCase{"switched off", state("0x1002", "down"), Config{}, one("nic-link-down", Note, "eth0 is switched off.", "sudo ip link set eth0 up")})
}

func TestQueues(t *testing.T) {
	const steering = "echo %s | sudo tee /sys/class/net/eth0/queues/rx-0/rps_cpus > /dev/null"
	for _, c := range []struct {
		name    string
		nic     NIC
		cpus    int
		steered bool
		want    []Finding
	}{
		{"one for two CPUs", NIC{Name: "eth0", RxQueues: 1, QueuesMax: 1}, 2, false, fine("nic-queues", "eth0 has 1 receive queue for 2 CPUs.")},
		{"as many as it can have", NIC{Name: "eth0", RxQueues: 16, QueuesMax: 16}, 32, false, fine("nic-queues", "eth0 has 16 receive queues for 32 CPUs.")},
		{"as many as CPUs", NIC{Name: "eth0", RxQueues: 8, QueuesMax: 32}, 8, false, fine("nic-queues", "eth0 has 8 receive queues for 8 CPUs.")},
		{"fewer than it could have", NIC{Name: "eth0", RxQueues: 8, QueuesMax: 32, Paired: true}, 16, false,
			one("nic-queues-below-most", Note, "eth0 has 8 receive queues for 16 CPUs and could have 16.", "sudo ethtool -L eth0 combined 16")},
		{"one of several", NIC{Name: "eth0", RxQueues: 1, QueuesMax: 8}, 128, true,
			one("nic-single-queue", Warning, "eth0 has 1 receive queue for 128 CPUs, and could have 8: one CPU takes all packets in.", "sudo ethtool -L eth0 rx 8 tx 8")},
		{"the only one", NIC{Name: "eth0", RxQueues: 1, QueuesMax: 1}, 40, false,
			one("nic-single-queue", Warning, "eth0 has 1 receive queue for 40 CPUs and cannot have more: one CPU takes all packets in, unless packet steering (RPS) spreads them.", fmt.Sprintf(steering, "ff,ffffffff"))},
		{"the only one, steered", NIC{Name: "eth0", RxQueues: 1}, 40, true, fine("nic-queues", "eth0 has 1 receive queue for 40 CPUs; packet steering (RPS) spreads their packets.")},
	} {
		cpus := cpulist.List{}
		for cpu := range c.cpus {
			cpus = append(cpus, cpu)
		}
		if diff := cmp.Diff(c.want, judgeQueues(c.nic, cpus, c.steered)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	h := tree{"sys/class/net/on/queues/rx-0/rps_cpus": "0000,00000003", "sys/class/net/off/queues/rx-0/rps_cpus": "0000,00000000"}.host(t)
	if !steersPackets(h, "on") || steersPackets(h, "off") || steersPackets(h, "absent") {
		t.Error("packet steering is not told from its mask")
	}
}

func TestInterruptsOnOneCPU(t *testing.T) {
	irqs := func(cpus ...string) tree {
		files := tree{}
		for i, cpu := range cpus {
			files[fmt.Sprintf("sys/class/net/eth0/device/msi_irqs/%d", 40+i)] = "msix"
			files[fmt.Sprintf("sys/kernel/irq/%d/actions", 40+i)] = fmt.Sprintf("eth0-Tx-Rx-%d", i)
			files[fmt.Sprintf("proc/irq/%d/smp_affinity_list", 40+i)] = "0-3"
			files[fmt.Sprintf("proc/irq/%d/effective_affinity_list", 40+i)] = cpu
		}
		return files
	}
	placement := func(h host, _ Config) []Finding {
		return judgePlacement(readPlacement(h, "eth0"), cpulist.List{0, 1, 2, 3})
	}
	try(t, placement,
		checkCase{"spread", irqs("0", "1", "0"), Config{}, fine("nic-interrupts", "The interrupts of eth0's 3 queues go to 2 CPUs: 0-1.")},
		checkCase{"on one", irqs("2", "2", "2", "2", "2"), Config{}, one("nic-interrupts-on-one-cpu", Warning, "The interrupts of all 5 queues of eth0 go to CPU 2, which takes all packets in.",
			"for place in 40:0 41:1 42:2 43:3 44:0; do echo ${place#*:} | sudo tee /proc/irq/${place%:*}/smp_affinity_list > /dev/null; done")},
		checkCase{"one queue", irqs("2"), Config{}, nil},
		checkCase{"the kernel does not say", irqs("", ""), Config{}, nil},
		checkCase{"no lines", tree{}, Config{}, nil},
	)
}

func TestNICs(t *testing.T) {
	veth := tree{online: "0-7", "sys/class/net/veth1/operstate": "up", "sys/class/net/veth1/flags": "0x1003", "sys/class/net/veth1/queues/rx-0/rps_cpus": "00"}
	try(t, nics,
		checkCase{"only loopback", tree{}, Config{}, one("nic-missing", Warning, "There is no NIC but loopback: load can come from this host only.", "")},
		checkCase{"of a container, which has no queue of a device", veth, Config{NICs: []NIC{{Name: "veth1", RxQueues: 1, QueuesMax: 1}}}, fine("nic-link", "veth1 is up.")})
	found := nics(host{kernel.At("../../testdata/ena-16queue")}, Config{NICs: []NIC{{Name: "eth0", RxQueues: 16, QueuesMax: 32, Paired: true, Addresses: 1}}})
	want := append(one("nic-queues-below-most", Note, "eth0 has 16 receive queues for 31 CPUs and could have 31.", "sudo ethtool -L eth0 combined 31"),
		fine("nic-interrupts", "The interrupts of eth0's 16 queues go to 16 CPUs: 1-10,25-30.")...)
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}
