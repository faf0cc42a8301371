package tuning

import (
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/ethtool"
)

// nicQueues sets queue pairs (combined) where the driver has them, and as many receive as transmit queues where it has not.
func (p *planner) nicQueues(asked int) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	channels, err := p.h.bound.driver.channels(p.nic.name)
	if err != nil {
		if errors.Is(err, unix.EOPNOTSUPP) {
			err = absentError{"the driver of " + p.nic.name + " has no number of queues to set"}
		}
		p.cannot(inWords("", err))
		return nil
	}
	kinds, most := []string{"rx", "tx"}, min(channels.MaxRx, channels.MaxTx)
	if channels.MaxCombined > 0 {
		kinds, most = []string{"combined"}, channels.MaxCombined
	}
	if asked < 1 || uint64(asked) > uint64(most) {
		return Refusal{fmt.Sprintf("The interface %s can have 1 to %d queues, not %d.", p.nic.name, most, asked)}
	}
	for _, kind := range kinds {
		if p.ask(fmt.Sprintf("nic/%s/channels/%s", p.nic.name, kind), strconv.Itoa(asked), "queues of "+p.nic.name).Status != ToChange {
			continue
		}
		p.nic.channelsToChange = true
		switch kind {
		case "combined":
			p.nic.rxThen, p.nic.txThen = asked+int(channels.RxCount), asked+int(channels.TxCount)
		case "rx":
			p.nic.rxThen = asked
		case "tx":
			p.nic.txThen = asked
		}
	}
	return nil
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

func (h *host) channelsKnob(at spot) knob {
	nic, kind := at.nic, at.name
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

// channelKeys are of the counts that a driver has.
func (h *host) channelKeys(nic string) (keys []string) {
	channels, err := h.bound.driver.channels(nic)
	if err != nil {
		return nil
	}
	for _, kind := range channelKinds {
		if _, most := channelCount(&channels, kind); most > 0 {
			keys = append(keys, fmt.Sprintf("nic/%s/channels/%s", nic, kind))
		}
	}
	return keys
}
