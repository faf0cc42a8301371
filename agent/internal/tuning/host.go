package tuning

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/nicirq"
	"millionrps/agent/internal/tuning/systemd"
)

// devices are the ways to the kernel besides its files. Each is nil below a made-up root, where system calls would speak of another host.
type devices struct {
	files         files
	driver        driver
	systemctl     func(arguments ...string) (string, error) // nil also where no systemd runs
	signal        func(pid int, signal syscall.Signal) error
	limits        Limits       // of the programs that the agent starts; nil for a host whose programs it does not start
	mayRaiseLimit func() error // is why the hard limit cannot be raised
	claim         claiming     // of the host; nil for a Tuner that only plans and takes snapshots
}

// claiming is the right to tune the host, among the agents on it.
type claiming interface {
	take() error
	release()
}

// host is one look at a host: what does not change while it is planned, written or read is kept. It is made anew for each of these.
type host struct {
	fs    kernel.FS
	bound devices
	lines map[string]map[string]int // interrupt lines: by NIC, by the name in keys
	units map[string]systemd.Unit   // of systemd, by service
	table []process                 // of everything that runs
}

func newHost(fs kernel.FS, bound devices) *host {
	return &host{fs: fs, bound: bound, lines: map[string]map[string]int{}}
}

// forget drops what a change of a device or a service makes stale.
func (h *host) forget() {
	clear(h.lines)
	h.units, h.table = nil, nil
}

// peek is a file's text without white space around it, "" when it cannot be read.
func (h *host) peek(name string) string {
	text, err := h.bound.files.read(name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}

func (h *host) exists(name string) bool { return h.fs.Exists(name) }

// entries are the names in a folder, sorted; none when it cannot be read.
func (h *host) entries(folder string) []string { return h.fs.Names(folder) }

const cpuFolder = "/sys/devices/system/cpu/"

// cpuSet is which CPUs a host has. Masks are as wide as the possible ones.
type cpuSet struct{ online, possible cpulist.List }

func (h *host) cpus() (cpuSet, error) {
	online, err := cpulist.Parse(h.peek(cpuFolder + "online"))
	if err == nil && len(online) == 0 {
		err = fmt.Errorf("%sonline names no CPU", cpuFolder)
	}
	if err != nil {
		return cpuSet{}, fmt.Errorf("reading which CPUs there are: %w", err)
	}
	possible, err := cpulist.Parse(h.peek(cpuFolder + "possible"))
	if err != nil || len(possible) == 0 {
		possible = online
	}
	return cpuSet{online, possible}, nil
}

// width is the number of bits of a mask: nr_cpu_ids.
func (c cpuSet) width() int { return max(c.possible[len(c.possible)-1], c.online[len(c.online)-1]) + 1 }

func nicFolder(nic string) string { return kernel.NICFolder(nic) }

// queues counts those a NIC uses now.
func (h *host) queues(nic string) (rx, tx int) { return h.fs.NICQueues(nic) }

// numaNode is that of a NIC's device; -1 for none.
func (h *host) numaNode(nic string) int {
	node, err := strconv.Atoi(h.peek(nicirq.Device(h.fs, nic) + "/numa_node"))
	if err != nil {
		return -1
	}
	return node
}
