package facts

import (
	"strings"

	"millionrps/agent/internal/ethtool"
)

// ethtoolReader asks drivers by ioctl; what it asks is open to anybody (dev_ethtool, net/ethtool/ioctl.c). Without a handle, as on a
// captured tree, it knows nothing.
type ethtoolReader struct{ handle *ethtool.Socket }

type driverInfo struct{ name, firmware string }

func (h *host) openEthtool() *ethtoolReader {
	if !h.Own() {
		return &ethtoolReader{}
	}
	handle, err := ethtool.Open()
	if err != nil {
		h.lacks("drivers and firmware: %v", err)
		return &ethtoolReader{}
	}
	return &ethtoolReader{handle: handle}
}

// driver is empty for interfaces without ethtool support, such as loopback.
func (e *ethtoolReader) driver(nic string) driverInfo {
	if e.handle == nil {
		return driverInfo{}
	}
	info, err := e.handle.Driver(nic)
	if err != nil {
		return driverInfo{}
	}
	firmware := strings.TrimSpace(info.Firmware)
	if firmware == "N/A" {
		firmware = ""
	}
	return driverInfo{name: info.Name, firmware: firmware}
}

// channels are queues as the driver counts them; the zero value where it has none to set.
type channels struct {
	rx, tx int
	// rxMost is how many it could have; paired that they are for both directions.
	rxMost int
	paired bool
}

func (e *ethtoolReader) channels(nic string) channels {
	if e.handle == nil {
		return channels{}
	}
	found, err := e.handle.Channels(nic)
	if err != nil {
		return channels{}
	}
	return channels{
		rx:     int(found.RxCount + found.CombinedCount),
		tx:     int(found.TxCount + found.CombinedCount),
		rxMost: int(max(found.MaxRx, found.MaxCombined)),
		paired: found.MaxCombined > 0,
	}
}

func (e *ethtoolReader) close() {
	if e.handle != nil {
		e.handle.Close()
	}
}
