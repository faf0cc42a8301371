package tuning

import (
	"fmt"
	"strconv"
	"strings"

	"millionrps/agent/internal/ethtool"
)

// Coalescing of a NIC's interrupts: microseconds and frames that it waits for; nil leaves one as it is.
type Coalescing struct {
	AdaptiveRx, AdaptiveTx         *bool
	RxUs, TxUs, RxFrames, TxFrames *int
}

func (p *planner) interruptCoalescing(wanted Coalescing) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	key := func(name string) string { return fmt.Sprintf("nic/%s/coalesce/%s", p.nic.name, name) }
	// The adaptive ones come first: while they are on, some drivers refuse the others.
	for _, adaptive := range []struct {
		name string
		on   *bool
	}{{"adaptive-rx", wanted.AdaptiveRx}, {"adaptive-tx", wanted.AdaptiveTx}} {
		if adaptive.on != nil {
			p.ask(key(adaptive.name), onOff(*adaptive.on), "whether the driver chooses by itself how long an interrupt waits")
		}
	}
	for _, figure := range []struct {
		name, why string
		value     *int
	}{
		{"rx-usecs", "microseconds that a receive interrupt may wait", wanted.RxUs},
		{"tx-usecs", "microseconds that a transmit interrupt may wait", wanted.TxUs},
		{"rx-frames", "frames after which a receive interrupt comes", wanted.RxFrames},
		{"tx-frames", "frames after which a transmit interrupt comes", wanted.TxFrames},
	} {
		if figure.value == nil {
			continue
		}
		if *figure.value < 0 {
			return Refusal{fmt.Sprintf("%s cannot be %d.", figure.name, *figure.value)}
		}
		p.ask(key(figure.name), strconv.Itoa(*figure.value), figure.why)
	}
	return nil
}

// coalesceFields are those of `ethtool -C`, by their names there.
var coalesceFields = map[string]func(*ethtool.Coalescing) *uint32{
	"adaptive-rx": func(c *ethtool.Coalescing) *uint32 { return &c.AdaptiveRx },
	"adaptive-tx": func(c *ethtool.Coalescing) *uint32 { return &c.AdaptiveTx },
	"rx-usecs":    func(c *ethtool.Coalescing) *uint32 { return &c.RxUsecs },
	"tx-usecs":    func(c *ethtool.Coalescing) *uint32 { return &c.TxUsecs },
	"rx-frames":   func(c *ethtool.Coalescing) *uint32 { return &c.RxFrames },
	"tx-frames":   func(c *ethtool.Coalescing) *uint32 { return &c.TxFrames },
}

// coalesceKnob is on or off for the adaptive ones, and a number for the others.
func (h *host) coalesceKnob(at spot) knob {
	nic, name := at.nic, at.name
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

func (h *host) coalesceKeys(nic string) []string {
	if _, err := h.bound.driver.coalescing(nic); err != nil {
		return nil
	}
	return keysOf("nic/"+nic+"/coalesce/", namesOf(coalesceFields))
}
