package facts

import "millionrps/agent/internal/ethtool"

// ethtoolReader asks drivers by ioctl; what it asks is open to anybody (dev_ethtool, net/ethtool/ioctl.c). Without a socket, as on a captured tree,
// and of interfaces that no driver answers for, such as loopback, it knows nothing.
type ethtoolReader struct{ socket *ethtool.Socket }

func (h *host) openEthtool() (e ethtoolReader) {
	if h.Own() {
		var err error
		if e.socket, err = ethtool.Open(); err != nil {
			h.lacks("drivers and firmware: %v", err)
		}
	}
	return e
}

func (e ethtoolReader) driver(nic string) (driver ethtool.Driver) {
	if e.socket != nil {
		driver, _ = e.socket.Driver(nic)
	}
	return driver
}

// channels are queues as the driver counts them; none where it has none to set.
func (e ethtoolReader) channels(nic string) (channels ethtool.Channels) {
	if e.socket != nil {
		channels, _ = e.socket.Channels(nic)
	}
	return channels
}

func (e ethtoolReader) close() {
	if e.socket != nil {
		e.socket.Close()
	}
}
