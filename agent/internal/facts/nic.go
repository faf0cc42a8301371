package facts

import (
	"net"
	"os"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/ethtool"
	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/nicirq"
)

// NIC is a network interface that carries packets itself: a device, a veth, loopback, or the one with the default
// route.
type NIC struct {
	Name               string
	Loopback           bool
	DefaultRoute       bool
	Driver             string
	FirmwareVersion    string
	SpeedBitsPerSecond *int64 // nil when the driver does not say, as most virtual ones
	// BandwidthBitsPerSecond is what the NIC really carries, as the host's configuration file states it; nil where it does not.
	BandwidthBitsPerSecond *int64
	MTUBytes               int
	NUMANode               *int // nil when the device belongs to none
	RxQueues               int
	TxQueues               int
	RxQueuesMax            int      // 0 when the driver does not say
	PairedQueues           bool     // each is for both directions
	Addresses              []string // with prefix lengths, as 192.0.2.1/24
	Interrupts             []Interrupt
}

const loopback = "lo"

func (h *host) nics() []NIC {
	entries, err := os.ReadDir(h.Path("/sys/class/net"))
	if err != nil {
		h.lacks("interfaces: /sys/class/net: %v", reason(err))
		return nil
	}
	drivers := h.openEthtool()
	defer drivers.close()
	routed := h.DefaultRouteNIC()
	if routed == "" {
		h.lacks("default route: neither /proc/net/route nor /proc/net/ipv6_route has one")
	}
	nics := []NIC{}
	for _, entry := range entries {
		name := entry.Name()
		if !h.isReal(name, drivers.driver(name)) && name != routed {
			continue
		}
		nic := h.nic(name, drivers)
		nic.DefaultRoute = name == routed
		nics = append(nics, nic)
	}
	slices.SortStableFunc(nics, func(a, b NIC) int { // ReadDir sorts by name
		return map[bool]int{true: 1}[a.Loopback] - map[bool]int{true: 1}[b.Loopback]
	})
	return nics
}

// isReal leaves out bridges, tunnels, VLANs, ifb, dummy and the like. A veth has no device; ethtool knows its driver. In a captured tree,
// where ethtool cannot be asked, it is an interface linked to another (iflink) that names no type (VLANs and macvlans do).
func (h *host) isReal(name string, driver ethtool.Driver) bool {
	folder := kernel.NICFolder(name)
	if _, err := os.Stat(h.Path(folder + "/device")); err == nil || name == loopback || driver.Name == "veth" {
		return true
	}
	if h.Own() {
		return false
	}
	linked := h.Peek(folder+"/iflink") != h.Peek(folder+"/ifindex")
	return linked && !strings.Contains(h.Peek(folder+"/uevent"), "DEVTYPE=")
}

func (h *host) nic(name string, drivers ethtoolReader) NIC {
	folder, driver, channels := kernel.NICFolder(name), drivers.driver(name), drivers.channels(name)
	nic := NIC{
		Name:            name,
		Loopback:        name == loopback,
		Driver:          driver.Name,
		FirmwareVersion: driver.Firmware,
		RxQueues:        int(channels.RxCount + channels.CombinedCount),
		TxQueues:        int(channels.TxCount + channels.CombinedCount),
		RxQueuesMax:     int(max(channels.MaxRx, channels.MaxCombined)),
		PairedQueues:    channels.MaxCombined > 0,
		Interrupts:      h.interrupts(name),
	}
	if name := h.NICDriver(name); name != "" {
		nic.Driver = name
	}
	if megabits, err := strconv.ParseInt(h.Peek(folder+"/speed"), 10, 32); err == nil && megabits > 0 {
		bits := megabits * 1_000_000
		nic.SpeedBitsPerSecond = &bits
	} else if !nic.Loopback {
		h.lacks("speed of %s: the driver does not say", name)
	}
	nic.MTUBytes, _ = strconv.Atoi(h.Peek(folder + "/mtu"))
	if nic.FirmwareVersion == "" && !nic.Loopback {
		h.lacks("firmware of %s: the driver does not say", name)
	}
	nic.NUMANode = h.numaNodeOf(name)
	if nic.RxQueues == 0 || nic.TxQueues == 0 {
		nic.RxQueues, nic.TxQueues = h.NICQueues(name)
	}
	nic.Addresses = h.addresses(name)
	return nic
}

// numaNodeOf asks the device, and for virtio the PCI device above it. The kernel says -1 for none.
func (h *host) numaNodeOf(name string) *int {
	node, err := strconv.Atoi(h.Peek(nicirq.Device(h.FS, name) + "/numa_node"))
	if err != nil || node < 0 {
		return nil
	}
	return &node
}

func (h *host) addresses(name string) []string {
	addresses := []string{}
	if !h.Own() {
		return addresses
	}
	nic, err := net.InterfaceByName(name)
	if err != nil {
		h.lacks("addresses of %s: %v", name, err)
		return addresses
	}
	found, err := nic.Addrs()
	if err != nil {
		h.lacks("addresses of %s: %v", name, err)
	}
	for _, address := range found {
		addresses = append(addresses, address.String())
	}
	return addresses
}
