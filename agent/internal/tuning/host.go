package tuning

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

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
	kernel.FS
	bound devices
	lines map[string]map[string]int // interrupt lines: by NIC, by the name in keys
	units map[string]systemd.Unit   // of systemd, by service
	table []process                 // of everything that runs
}

func newHost(fs kernel.FS, bound devices) *host {
	return &host{FS: fs, bound: bound, lines: map[string]map[string]int{}}
}

// forget drops what a change of a device or a service makes stale.
func (h *host) forget() {
	clear(h.lines)
	h.units, h.table = nil, nil
}

const cpuFolder = "/sys/devices/system/cpu/"

// cpuSet is which CPUs a host has. Masks are as wide as the possible ones.
type cpuSet struct{ online, possible cpulist.List }

func (h *host) cpus() (cpuSet, error) {
	online, err := cpulist.Parse(h.Peek(cpuFolder + "online"))
	if err == nil && len(online) == 0 {
		err = fmt.Errorf("%sonline names no CPU", cpuFolder)
	}
	if err != nil {
		return cpuSet{}, fmt.Errorf("reading which CPUs there are: %w", err)
	}
	possible, err := cpulist.Parse(h.Peek(cpuFolder + "possible"))
	if err != nil || len(possible) == 0 {
		possible = online
	}
	return cpuSet{online, possible}, nil
}

// width is the number of bits of a mask: nr_cpu_ids.
func (c cpuSet) width() int { return max(c.possible[len(c.possible)-1], c.online[len(c.online)-1]) + 1 }

func nicFolder(nic string) string { return kernel.NICFolder(nic) }

// numaNode is that of a NIC's device; -1 for none.
func (h *host) numaNode(nic string) int {
	node, err := strconv.Atoi(h.Peek(nicirq.Device(h.FS, nic) + "/numa_node"))
	if err != nil {
		return -1
	}
	return node
}

// files are those of the kernel, to be written, by their names below a root: /proc/sys/net/core/somaxconn. Tests put a kernel that rounds, refuses and
// resets in their place.
type files interface {
	// write hands the value to the kernel in one call; it never makes a file.
	write(name, value string) error
	// mayWrite is why a write would be refused, as far as that can be known without one; nil otherwise.
	mayWrite(name string) error
}

type rootFiles struct{ kernel.FS }

func (f rootFiles) write(name, value string) error {
	// Truncating matters below a made-up root only; the kernel ignores it.
	file, err := os.OpenFile(f.Path(name), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(value + "\n")
	err = cmp.Or(err, file.Close())
	return err
}

// mayWrite asks with the rights that count for opening a file (AT_EACCESS), which capabilities widen. A file without any permission to be
// written is one that the kernel refuses to everybody, though root could open it.
func (f rootFiles) mayWrite(name string) error {
	stat, err := os.Stat(f.Path(name))
	if err != nil {
		return err
	}
	if stat.Mode().Perm()&0o222 == 0 {
		return errReadOnly
	}
	return unix.Faccessat(unix.AT_FDCWD, f.Path(name), unix.W_OK, unix.AT_EACCESS)
}
