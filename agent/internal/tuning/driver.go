package tuning

import (
	"errors"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/ethtool"
)

// driver asks NIC drivers by the ioctls behind ethtool(8). What only reads is open to anybody; the rest takes CAP_NET_ADMIN (dev_ethtool,
// net/ethtool/ioctl.c).
type driver interface {
	info(nic string) (ethtool.Driver, error)
	channels(nic string) (ethtool.Channels, error)
	setChannels(nic string, channels ethtool.Channels) error
	features(nic string) (map[string]ethtool.Feature, error)
	setFeatures(nic string, features map[string]bool) error
	coalescing(nic string) (ethtool.Coalescing, error)
	setCoalescing(nic string, coalescing ethtool.Coalescing) error
	// mayWrite is why a change would be refused.
	mayWrite() error
}

// ioctlDriver opens its socket anew for each question, which costs microseconds: it holds nothing that would have to be closed.
type ioctlDriver struct{}

func ask[T any](question func(*ethtool.Socket) (T, error)) (T, error) {
	socket, err := ethtool.Open()
	if err != nil {
		var none T
		return none, err
	}
	defer socket.Close()
	return question(socket)
}

func tell(statement func(*ethtool.Socket) error) error {
	_, err := ask(func(s *ethtool.Socket) (struct{}, error) { return struct{}{}, statement(s) })
	return err
}

func (ioctlDriver) info(nic string) (ethtool.Driver, error) {
	return ask(func(s *ethtool.Socket) (ethtool.Driver, error) { return s.Driver(nic) })
}

func (ioctlDriver) channels(nic string) (ethtool.Channels, error) {
	return ask(func(s *ethtool.Socket) (ethtool.Channels, error) { return s.Channels(nic) })
}

func (ioctlDriver) setChannels(nic string, channels ethtool.Channels) error {
	return tell(func(s *ethtool.Socket) error { return s.SetChannels(nic, channels) })
}

func (ioctlDriver) features(nic string) (map[string]ethtool.Feature, error) {
	return ask(func(s *ethtool.Socket) (map[string]ethtool.Feature, error) { return s.Features(nic) })
}

func (ioctlDriver) setFeatures(nic string, features map[string]bool) error {
	return tell(func(s *ethtool.Socket) error { return s.SetFeatures(nic, features) })
}

func (ioctlDriver) coalescing(nic string) (ethtool.Coalescing, error) {
	return ask(func(s *ethtool.Socket) (ethtool.Coalescing, error) { return s.Coalescing(nic) })
}

func (ioctlDriver) setCoalescing(nic string, coalescing ethtool.Coalescing) error {
	return tell(func(s *ethtool.Socket) error { return s.SetCoalescing(nic, coalescing) })
}

func (ioctlDriver) mayWrite() error { return lacksCapability(unix.CAP_NET_ADMIN) }

// lacksCapability is EPERM when this thread does not have it, nil when it has.
func lacksCapability(capability int) error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var words [2]unix.CapUserData
	if err := unix.Capget(&header, &words[0]); err != nil {
		return err
	}
	if words[capability/32].Effective&(1<<(capability%32)) == 0 {
		return unix.EPERM
	}
	return nil
}

// noDriver stands for a made-up root.
type noDriver struct{}

var errNoDriver = absentError{"no driver can be asked: the host is a captured one"}

func (noDriver) info(string) (ethtool.Driver, error)                 { return ethtool.Driver{}, errNoDriver }
func (noDriver) channels(string) (ethtool.Channels, error)           { return ethtool.Channels{}, errNoDriver }
func (noDriver) setChannels(string, ethtool.Channels) error          { return errNoDriver }
func (noDriver) features(string) (map[string]ethtool.Feature, error) { return nil, errNoDriver }
func (noDriver) setFeatures(string, map[string]bool) error           { return errNoDriver }
func (noDriver) coalescing(string) (ethtool.Coalescing, error) {
	return ethtool.Coalescing{}, errNoDriver
}
func (noDriver) setCoalescing(string, ethtool.Coalescing) error { return errNoDriver }
func (noDriver) mayWrite() error                                { return errNoDriver }

// driverKnob says in words what a driver does not offer at all.
func (h *host) driverKnob(k knob, lacks string) knob {
	read, write := k.read, k.write
	k.mayWrite = h.bound.driver.mayWrite
	k.read = func() (string, error) {
		value, err := read()
		if errors.Is(err, unix.EOPNOTSUPP) {
			err = absentError{lacks}
		}
		return value, err
	}
	k.write = func(value string) error {
		h.forget() // a driver that makes its queues anew renumbers their interrupts
		return write(value)
	}
	return k
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
