package tuning

import (
	"errors"

	"github.com/safchain/ethtool"
	"golang.org/x/sys/unix"
)

// driver asks NIC drivers by the ioctls behind ethtool(8). What only reads is open to anybody; the rest takes CAP_NET_ADMIN (dev_ethtool,
// net/ethtool/ioctl.c).
type driver interface {
	info(nic string) (ethtool.DrvInfo, error)
	channels(nic string) (ethtool.Channels, error)
	setChannels(nic string, channels ethtool.Channels) error
	features(nic string) (map[string]ethtool.FeatureState, error)
	setFeatures(nic string, features map[string]bool) error
	coalescing(nic string) (ethtool.Coalesce, error)
	setCoalescing(nic string, coalescing ethtool.Coalesce) error
	// mayWrite is why a change would be refused.
	mayWrite() error
}

// ioctlDriver opens its socket anew for each question, which costs microseconds: it holds nothing that would have to be closed.
type ioctlDriver struct{}

func ask[T any](question func(*ethtool.Ethtool) (T, error)) (T, error) {
	handle, err := ethtool.NewEthtool()
	if err != nil {
		var none T
		return none, err
	}
	defer handle.Close()
	return question(handle)
}

func (ioctlDriver) info(nic string) (ethtool.DrvInfo, error) {
	return ask(func(e *ethtool.Ethtool) (ethtool.DrvInfo, error) { return e.DriverInfo(nic) })
}

func (ioctlDriver) channels(nic string) (ethtool.Channels, error) {
	return ask(func(e *ethtool.Ethtool) (ethtool.Channels, error) { return e.GetChannels(nic) })
}

func (ioctlDriver) setChannels(nic string, channels ethtool.Channels) error {
	_, err := ask(func(e *ethtool.Ethtool) (ethtool.Channels, error) { return e.SetChannels(nic, channels) })
	return err
}

func (ioctlDriver) features(nic string) (map[string]ethtool.FeatureState, error) {
	return ask(func(e *ethtool.Ethtool) (map[string]ethtool.FeatureState, error) { return e.FeaturesWithState(nic) })
}

func (ioctlDriver) setFeatures(nic string, features map[string]bool) error {
	_, err := ask(func(e *ethtool.Ethtool) (bool, error) { return true, e.Change(nic, features) })
	return err
}

func (ioctlDriver) coalescing(nic string) (ethtool.Coalesce, error) {
	return ask(func(e *ethtool.Ethtool) (ethtool.Coalesce, error) { return e.GetCoalesce(nic) })
}

func (ioctlDriver) setCoalescing(nic string, coalescing ethtool.Coalesce) error {
	_, err := ask(func(e *ethtool.Ethtool) (ethtool.Coalesce, error) { return e.SetCoalesce(nic, coalescing) })
	return err
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

func (noDriver) info(string) (ethtool.DrvInfo, error)                     { return ethtool.DrvInfo{}, errNoDriver }
func (noDriver) channels(string) (ethtool.Channels, error)                { return ethtool.Channels{}, errNoDriver }
func (noDriver) setChannels(string, ethtool.Channels) error               { return errNoDriver }
func (noDriver) features(string) (map[string]ethtool.FeatureState, error) { return nil, errNoDriver }
func (noDriver) setFeatures(string, map[string]bool) error                { return errNoDriver }
func (noDriver) coalescing(string) (ethtool.Coalesce, error)              { return ethtool.Coalesce{}, errNoDriver }
func (noDriver) setCoalescing(string, ethtool.Coalesce) error             { return errNoDriver }
func (noDriver) mayWrite() error                                          { return errNoDriver }

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
