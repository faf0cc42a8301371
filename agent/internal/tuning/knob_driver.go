package tuning

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/safchain/ethtool"
	"golang.org/x/sys/unix"
)

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

// channelKinds are the counts of `ethtool -L`.
var channelKinds = []string{"combined", "rx", "tx"}

func channelCount(channels *ethtool.Channels, kind string) (now *uint32, most uint32) {
	switch kind {
	case "combined":
		return &channels.CombinedCount, channels.MaxCombined
	case "rx":
		return &channels.RxCount, channels.MaxRx
	}
	return &channels.TxCount, channels.MaxTx
}

func (h *host) channelsKnob(nic, kind string) knob {
	return h.driverKnob(knob{
		path: fmt.Sprintf("ethtool -L %s %s", nic, kind),
		read: func() (string, error) {
			channels, err := h.bound.driver.channels(nic)
			count, _ := channelCount(&channels, kind)
			return strconv.FormatUint(uint64(*count), 10), err
		},
		write: func(value string) error {
			asked, err := strconv.ParseUint(value, 10, 32)
			if err != nil {
				return err
			}
			channels, err := h.bound.driver.channels(nic)
			if err != nil {
				return err
			}
			count, _ := channelCount(&channels, kind)
			*count = uint32(asked)
			return h.bound.driver.setChannels(nic, channels)
		},
	}, "the driver of "+nic+" has no number of queues to set")
}

// coalesceFields are those of `ethtool -C`, by their names there.
var coalesceFields = map[string]func(*ethtool.Coalesce) *uint32{
	"adaptive-rx": func(c *ethtool.Coalesce) *uint32 { return &c.UseAdaptiveRxCoalesce },
	"adaptive-tx": func(c *ethtool.Coalesce) *uint32 { return &c.UseAdaptiveTxCoalesce },
	"rx-usecs":    func(c *ethtool.Coalesce) *uint32 { return &c.RxCoalesceUsecs },
	"tx-usecs":    func(c *ethtool.Coalesce) *uint32 { return &c.TxCoalesceUsecs },
	"rx-frames":   func(c *ethtool.Coalesce) *uint32 { return &c.RxMaxCoalescedFrames },
	"tx-frames":   func(c *ethtool.Coalesce) *uint32 { return &c.TxMaxCoalescedFrames },
}

// coalesceKnob is on or off for the adaptive ones, and a number for the others.
func (h *host) coalesceKnob(nic, name string) knob {
	adaptive := strings.HasPrefix(name, "adaptive-")
	return h.driverKnob(knob{
		path: fmt.Sprintf("ethtool -C %s %s", nic, name),
		read: func() (string, error) {
			coalescing, err := h.bound.driver.coalescing(nic)
			number := *coalesceFields[name](&coalescing)
			if adaptive {
				return onOff(number != 0), err
			}
			return strconv.FormatUint(uint64(number), 10), err
		},
		write: func(value string) error {
			number, err := strconv.ParseUint(value, 10, 32)
			if adaptive {
				number, err = map[string]uint64{"on": 1}[value], nil
			}
			if err != nil {
				return err
			}
			coalescing, err := h.bound.driver.coalescing(nic)
			if err != nil {
				return err
			}
			*coalesceFields[name](&coalescing) = uint32(number)
			return h.bound.driver.setCoalescing(nic, coalescing)
		},
	}, "the driver of "+nic+" has no interrupt coalescing to set")
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
