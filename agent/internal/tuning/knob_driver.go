package tuning

import (
	"errors"
	"fmt"
	"maps"
	"slices"
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

// offloadFeatures are the kernel's features (netdev_features_strings, net/ethtool/common.c) behind a word of `ethtool -K`.
var offloadFeatures = map[string][]string{
	"gro": {"rx-gro"},
	"gso": {"tx-generic-segmentation"},
	"tso": {"tx-tcp-segmentation", "tx-tcp-ecn-segmentation", "tx-tcp-mangleid-segmentation", "tx-tcp6-segmentation"},
	"lro": {"rx-lro"},
}

// offloadKnob is on or off; where several features stand behind one word and differ, their names with a plus or a minus, so that each is put
// back as it was. Only features that the driver lets change are looked at.
func (h *host) offloadKnob(nic, name string) knob {
	changeable := func() (map[string]bool, error) {
		all, err := h.bound.driver.features(nic)
		if err != nil {
			return nil, err
		}
		features := map[string]bool{}
		for _, feature := range offloadFeatures[name] {
			if state, ok := all[feature]; ok && state.Available && !state.NeverChanged {
				features[feature] = state.Active
			}
		}
		if len(features) == 0 {
			return nil, absentError{fmt.Sprintf("the driver of %s does not let %s change", nic, strings.ToUpper(name))}
		}
		return features, nil
	}
	return h.driverKnob(knob{
		path: fmt.Sprintf("ethtool -K %s %s", nic, name),
		read: func() (string, error) {
			features, err := changeable()
			return formatFeatures(features), err
		},
		write: func(value string) error {
			features, err := changeable()
			if err != nil {
				return err
			}
			if err := setFeatures(features, value); err != nil {
				return err
			}
			return h.bound.driver.setFeatures(nic, features)
		},
	}, "the driver of "+nic+" has no offloads to set")
}

func formatFeatures(features map[string]bool) string {
	on := 0
	words := []string{}
	for _, name := range slices.Sorted(maps.Keys(features)) {
		if features[name] {
			on++
			words = append(words, "+"+name)
		} else {
			words = append(words, "-"+name)
		}
	}
	switch on {
	case 0:
		return "off"
	case len(features):
		return "on"
	}
	return strings.Join(words, " ")
}

// setFeatures brings features to a value that formatFeatures wrote.
func setFeatures(features map[string]bool, value string) error {
	if value == "on" || value == "off" {
		for name := range features {
			features[name] = value == "on"
		}
		return nil
	}
	for word := range strings.FieldsSeq(value) {
		name := word[1:]
		if _, ok := features[name]; !ok || word[0] != '+' && word[0] != '-' {
			return fmt.Errorf("%q is neither on nor off nor features of this driver", value)
		}
		features[name] = word[0] == '+'
	}
	return nil
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
