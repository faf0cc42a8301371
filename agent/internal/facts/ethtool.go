package facts

import (
	"strings"

	"github.com/safchain/ethtool"
)

// ethtoolReader asks drivers by ioctl; what it asks is open to anybody (dev_ethtool, net/ethtool/ioctl.c). Without a handle, as on a
// captured tree, it knows nothing.
type ethtoolReader struct{ handle *ethtool.Ethtool }

type driverInfo struct{ name, firmware string }

func (h *host) openEthtool() *ethtoolReader {
	if !h.own() {
		return &ethtoolReader{}
	}
	handle, err := ethtool.NewEthtool()
	if err != nil {
		h.lacks("drivers and firmware: ethtool: %v", err)
		return &ethtoolReader{}
	}
	return &ethtoolReader{handle: handle}
}

// driver is empty for interfaces without ethtool support, such as loopback.
func (e *ethtoolReader) driver(nic string) driverInfo {
	if e.handle == nil {
		return driverInfo{}
	}
	info, err := e.handle.DriverInfo(nic)
	if err != nil {
		return driverInfo{}
	}
	firmware := strings.TrimSpace(info.FwVersion)
	if firmware == "N/A" {
		firmware = ""
	}
	return driverInfo{name: info.Driver, firmware: firmware}
}

// queues are 0, 0 where the driver has no channels to set.
func (e *ethtoolReader) queues(nic string) (rx, tx int) {
	if e.handle == nil {
		return 0, 0
	}
	channels, err := e.handle.GetChannels(nic)
	if err != nil {
		return 0, 0
	}
	return int(channels.RxCount + channels.CombinedCount), int(channels.TxCount + channels.CombinedCount)
}

func (e *ethtoolReader) close() {
	if e.handle != nil {
		e.handle.Close()
	}
}
