package tuning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Offloads of a NIC; nil leaves one as it is.
type Offloads struct{ GRO, GSO, TSO, LRO *bool }

func (p *planner) offloads(wanted Offloads) error {
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	for _, offload := range []struct {
		name, why string
		on        *bool
	}{
		{"gro", "received segments joined by the kernel", wanted.GRO},
		{"gso", "segments cut by the kernel just before the driver", wanted.GSO},
		{"tso", "segments cut by the NIC", wanted.TSO},
		{"lro", "received segments joined by the NIC", wanted.LRO},
	} {
		if offload.on != nil {
			p.ask(fmt.Sprintf("nic/%s/offload/%s", p.nic.name, offload.name), onOff(*offload.on), offload.why)
		}
	}
	return nil
}

// offloadFeatures are the kernel's features (netdev_features_strings, net/ethtool/common.c) behind a word of `ethtool -K`. One of TSO is
// left out: tx-tcp-mangleid-segmentation, which breaks a promise of IP and is off unless it was asked for by name.
var offloadFeatures = map[string][]string{
	"gro": {"rx-gro"},
	"gso": {"tx-generic-segmentation"},
	"tso": {"tx-tcp-segmentation", "tx-tcp-ecn-segmentation", "tx-tcp6-segmentation"},
	"lro": {"rx-lro"},
}

// offloadKnob is on or off. Where several features behind one word differ, it is their names with a plus or a minus, so that each is put
// back as it was. Only features that the driver lets change count, unless it lets none.
func (h *host) offloadKnob(at spot) knob {
	nic, name := at.nic, at.name
	fixed := absentError{fmt.Sprintf("the driver of %s does not let %s change", nic, strings.ToUpper(name))}
	changeable := func() (map[string]bool, error) {
		_, features, err := h.offloads(nic, name)
		if err == nil && len(features) == 0 {
			err = fixed
		}
		return features, err
	}
	k := h.driverKnob(knob{
		path: fmt.Sprintf("ethtool -K %s %s", nic, name),
		read: func() (string, error) {
			all, features, err := h.offloads(nic, name)
			switch {
			case err != nil:
				return "", err
			case len(features) > 0:
				return formatFeatures(features), nil
			case len(all) > 0:
				return formatFeatures(all), nil
			}
			return "", fixed
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
	k.mayWrite = func() error {
		if _, err := changeable(); err != nil {
			return err
		}
		return h.bound.driver.mayWrite()
	}
	return k
}

// offloads are the features behind a word, all that the kernel knows and those that the driver lets change, and whether each is on.
func (h *host) offloads(nic, name string) (all, changeable map[string]bool, err error) {
	states, err := h.bound.driver.features(nic)
	if err != nil {
		return nil, nil, err
	}
	all, changeable = map[string]bool{}, map[string]bool{}
	for _, feature := range offloadFeatures[name] {
		state, known := states[feature]
		if !known {
			continue
		}
		all[feature] = state.Active
		if state.Available && !state.NeverChanged {
			changeable[feature] = state.Active
		}
	}
	return all, changeable, nil
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

func (h *host) offloadKeys(nic string) []string {
	if _, err := h.bound.driver.features(nic); err != nil {
		return nil
	}
	return keysOf("nic/"+nic+"/offload/", namesOf(offloadFeatures))
}
