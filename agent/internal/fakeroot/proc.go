package fakeroot

import (
	"fmt"
	"strings"
)

func (h Host) writeProc(f *files) {
	f.write("proc/stat", "%s", h.stat())
	f.write("proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz\nflags\t\t: fpu sse2%s\n\n",
		map[bool]string{true: " hypervisor"}[h.Vendor == "Amazon EC2" || h.Vendor == "QEMU"])
	f.write("proc/meminfo", "MemTotal:       %d kB\nMemFree:        %d kB\nMemAvailable:   %d kB\n", h.CPUs<<21, h.CPUs<<20, h.CPUs<<20)
	f.write("proc/cmdline", "BOOT_IMAGE=/boot/vmlinuz-%s root=/dev/nvme0n1p1 ro quiet\n", h.Kernel)
	f.write("proc/uptime", "86400.00 %d.00\n", 80_000*h.CPUs)
	f.write("proc/loadavg", "0.05 0.03 0.01 1/%d 4242\n", 20*h.CPUs)
	f.write("proc/self/cgroup", "0::/system.slice/agent.service\n")
	f.write("proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec,relatime 0 0\n")
	f.write("proc/pressure/cpu", "some avg10=1.00 avg60=1.00 avg300=1.00 total=5000000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n")
	f.write("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n")
	f.write("proc/pressure/io", "some avg10=0.10 avg60=0.10 avg300=0.10 total=700000\nfull avg10=0.05 avg60=0.05 avg300=0.05 total=300000\n")
	f.write("proc/softirqs", "%s", h.softirqs())
	h.writeNetwork(f)
	h.process(f, 1, 0, "systemd", false)
	h.process(f, 2, 0, "kthreadd", true)
	for cpu := range h.CPUs {
		h.process(f, 10+cpu, 2, fmt.Sprintf("ksoftirqd/%d", cpu), true)
	}
	h.process(f, 1812, 1, "irqbalance", false)
	h.process(f, 1833, 1, "cron", false)
}

// process is one that sleeps, began at tick 7 and has one thread.
func (h Host) process(f *files, pid, parent int, name string, kernelThread bool) {
	flags := 0
	if kernelThread {
		flags = 0x200000 // PF_KTHREAD
	}
	line := fmt.Sprintf("%d (%s) S %d %d %d 0 -1 %d 0 0 0 0 20 10 0 0 20 0 1 0 7 1000000 25 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n",
		pid, name, parent, pid, pid, flags)
	folder := fmt.Sprintf("proc/%d/", pid)
	f.write(folder+"stat", "%s", line)
	f.write(folder+"comm", "%s\n", name)
	f.write(folder+"cmdline", "%s", map[bool]string{false: "/usr/sbin/" + name + "\x00"}[kernelThread])
}

func (h Host) stat() string {
	var text strings.Builder
	text.WriteString("cpu  1000 0 500 90000 0 0 20 0 0 0\n")
	for cpu := range h.CPUs {
		fmt.Fprintf(&text, "cpu%d %d 0 500 90000 10 0 20 5 0 0\n", cpu, 1000+cpu)
	}
	fmt.Fprintf(&text, "intr 123456%s\nctxt 654321\nbtime 1700000000\nprocesses 4242\nprocs_running 1\nprocs_blocked 0\nsoftirq 99 1 2 3 4 5 6 7 8 9 10\n", strings.Repeat(" 0", 400))
	return text.String()
}

func (h Host) softirqs() string {
	var text strings.Builder
	text.WriteString("                    ")
	for cpu := range h.CPUs {
		fmt.Fprintf(&text, "%-10s ", fmt.Sprintf("CPU%d", cpu))
	}
	for row, name := range []string{"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU"} {
		fmt.Fprintf(&text, "\n%12s:", name)
		for cpu := range h.CPUs {
			fmt.Fprintf(&text, " %10d", 1000*row+cpu)
		}
	}
	return text.String() + "\n"
}

func (h Host) writeNetwork(f *files) {
	dev := "Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
		"    lo: 3193 33 0 0 0 0 0 0 3193 33 0 0 0 0 0 0\n"
	route := "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
	for i, nic := range h.NICs {
		dev += fmt.Sprintf("%6s: 9876543210 7654321 0 2 0 0 0 0 8765432109 6543210 0 1 0 0 0 0\n", nic.Name)
		if i == 0 {
			route += nic.Name + "\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
		}
	}
	f.write("proc/net/dev", "%s", dev)
	f.write("proc/net/route", "%s", route)
	var softnet strings.Builder
	for cpu := range h.CPUs {
		fmt.Fprintf(&softnet, "%08x 00000000 00000001 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 %08x 00000000 00000000\n", 1000*cpu, cpu)
	}
	f.write("proc/net/softnet_stat", "%s", softnet.String())
	f.write("proc/net/snmp", "Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors\n"+
		"Tcp: 1 200 120000 -1 10 20 1 2 3 4000 5000 6 0 7 0\n")
	f.write("proc/net/netstat", "TcpExt: SyncookiesSent SyncookiesRecv ListenOverflows ListenDrops TCPTimeouts%s\nTcpExt: 0 0 1 2 3%s\n",
		strings.Repeat(" TCPOther", 120), strings.Repeat(" 0", 120))
}
