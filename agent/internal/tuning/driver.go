package tuning

import (
	"errors"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/ethtool"
	"millionrps/agent/internal/kernel"
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

// ioctlDriver opens its socket anew for each question, which costs microseconds: it holds nothing that would have to be closed. An error in it is
// the answer to everything.
type ioctlDriver struct{ absent error }

// noDriver stands for a made-up root.
var noDriver = ioctlDriver{absentError{"no driver can be asked: the host is a captured one"}}

func ask[T any](d ioctlDriver, question func(*ethtool.Socket) (T, error)) (answer T, err error) {
	if d.absent != nil {
		return answer, d.absent
	}
	socket, err := ethtool.Open()
	if err != nil {
		return answer, err
	}
	defer socket.Close()
	return question(socket)
}

func (d ioctlDriver) tell(statement func(*ethtool.Socket) error) error {
	_, err := ask(d, func(s *ethtool.Socket) (struct{}, error) { return struct{}{}, statement(s) })
	return err
}

func (d ioctlDriver) info(nic string) (ethtool.Driver, error) {
	return ask(d, func(s *ethtool.Socket) (ethtool.Driver, error) { return s.Driver(nic) })
}

func (d ioctlDriver) channels(nic string) (ethtool.Channels, error) {
	return ask(d, func(s *ethtool.Socket) (ethtool.Channels, error) { return s.Channels(nic) })
}

func (d ioctlDriver) setChannels(nic string, channels ethtool.Channels) error {
	return d.tell(func(s *ethtool.Socket) error { return s.SetChannels(nic, channels) })
}

func (d ioctlDriver) features(nic string) (map[string]ethtool.Feature, error) {
	return ask(d, func(s *ethtool.Socket) (map[string]ethtool.Feature, error) { return s.Features(nic) })
}

func (d ioctlDriver) setFeatures(nic string, features map[string]bool) error {
	return d.tell(func(s *ethtool.Socket) error { return s.SetFeatures(nic, features) })
}

func (d ioctlDriver) coalescing(nic string) (ethtool.Coalescing, error) {
	return ask(d, func(s *ethtool.Socket) (ethtool.Coalescing, error) { return s.Coalescing(nic) })
}

func (d ioctlDriver) setCoalescing(nic string, coalescing ethtool.Coalescing) error {
	return d.tell(func(s *ethtool.Socket) error { return s.SetCoalescing(nic, coalescing) })
}

func (d ioctlDriver) mayWrite() error {
	if d.absent != nil {
		return d.absent
	}
	return lacksCapability(unix.CAP_NET_ADMIN)
}

// lacksCapability is EPERM when this process does not have it, nil when it has.
func lacksCapability(capability int) error {
	status, err := kernel.FS{}.PIDStatus("self")
	if err == nil && status.Effective&(1<<capability) == 0 {
		err = unix.EPERM
	}
	return err
}

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
