package tuning

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// knob is a single value of the kernel. It is made from its key alone, so that another life can put back what this one changed.
type knob struct {
	key  string
	path string
	// read returns the value as it is, errors as they come; absentError where a host has no such thing.
	read  func() (string, error)
	write func(value string) error
	// mayWrite is why a write would be refused, as far as that is known without one.
	mayWrite func() error
	// same compares what was asked with what reads back: the kernel has its own way to write a value.
	same func(a, b string) bool
	// note is what another life needs to put the knob back besides its value; empty for most.
	note func() string
}

var nicName = regexp.MustCompile(`^[^/:\s]{1,15}$`)

// isNICName keeps paths inside of /sys/class/net (dev_valid_name, net/core/dev.c).
func isNICName(name string) bool { return nicName.MatchString(name) && name != "." && name != ".." }

// knob finds the value that a key means; note is what the journal kept for it. A key from a journal is trusted no more than any input: it
// leads only to what this table knows.
func (h *host) knob(key, note string) (knob, error) {
	kind, rest, _ := strings.Cut(key, "/")
	var k knob
	ok := false
	switch kind {
	case "service":
		k, ok = h.serviceKnob(rest, note)
	case "nic":
		nic, rest, _ := strings.Cut(rest, "/")
		if isNICName(nic) {
			k, ok = h.nicKnob(nic, rest)
		}
	case "sysctl":
		k, ok = h.sysctlKnob(rest)
	case "cpu":
		k, ok = h.cpuKnob(rest)
	case "memory":
		k, ok = h.hugePagesKnob(), rest == "transparent_hugepage"
	case "limits":
		k, ok = h.openFilesKnob(), rest == "nofile"
	}
	if !ok {
		return knob{}, fmt.Errorf("%q is no key of a setting", key)
	}
	k.key = key
	if k.same == nil {
		k.same = func(a, b string) bool { return a == b }
	}
	if k.note == nil {
		k.note = func() string { return "" }
	}
	return k, nil
}

// nicKnob makes every error of an interface that is no longer there say so.
func (h *host) nicKnob(nic, rest string) (knob, bool) {
	k, ok := h.partOfNIC(nic, rest)
	if !ok {
		return k, false
	}
	explain := func(err error) error {
		if err != nil && !h.exists(nicFolder(nic)) {
			return goneError{nic}
		}
		return err
	}
	read, write, mayWrite := k.read, k.write, k.mayWrite
	k.read = func() (string, error) { value, err := read(); return value, explain(err) }
	k.write = func(value string) error { return explain(write(value)) }
	k.mayWrite = func() error { return explain(mayWrite()) }
	return k, true
}

func (h *host) partOfNIC(nic, rest string) (knob, bool) {
	part, name, _ := strings.Cut(rest, "/")
	switch part {
	case "mtu":
		return h.mtuKnob(nic), name == ""
	case "channels":
		return h.channelsKnob(nic, name), slices.Contains(channelKinds, name)
	case "offload":
		return h.offloadKnob(nic, name), offloadFeatures[name] != nil
	case "coalesce":
		return h.coalesceKnob(nic, name), coalesceFields[name] != nil
	case "irq":
		action, ok := strings.CutSuffix(name, "/affinity")
		return h.affinityKnob(nic, action), ok && action != ""
	}
	return h.queueKnob(nic, part, name)
}

// queueKnob is a file of a receive or transmit queue: rx-3/rps_cpus.
func (h *host) queueKnob(nic, queue, name string) (knob, bool) {
	direction, number, _ := strings.Cut(queue, "-")
	if n, err := strconv.ParseUint(number, 10, 16); err != nil || number != strconv.FormatUint(n, 10) {
		return knob{}, false
	}
	file := fmt.Sprintf("%s/queues/%s/%s", nicFolder(nic), queue, name)
	switch direction + " " + name {
	case "rx rps_cpus":
		return h.fileKnob(file, sameMask), true
	case "rx rps_flow_cnt":
		return h.fileKnob(file, sameFields), true
	case "tx xps_cpus":
		return h.steeringKnob(nic, file), true
	}
	return knob{}, false
}

// rank orders knobs by what resets what: queues before everything that belongs to a queue, services outside of it all. See rankService.
func rank(key string) int {
	part := func(piece string) bool { return strings.Contains(key, piece) }
	switch {
	case strings.HasPrefix(key, "service/"):
		return rankService
	case part("/channels/"):
		return rankChannels
	case part("/coalesce/"), part("/offload/"), strings.HasSuffix(key, "/mtu"):
		return rankDevice
	case part("/irq/"):
		return 3
	case part("/rps_cpus"):
		return 4
	case key == flowEntriesKey:
		return 5
	case part("/rps_flow_cnt"):
		return 6
	case part("/xps_cpus"):
		return 7
	case strings.HasPrefix(key, "sysctl/"):
		return 8
	case strings.HasPrefix(key, "cpu/"):
		return 9
	case strings.HasPrefix(key, "memory/"):
		return 10
	}
	return 11
}

// Services are stopped first and started last: irqbalance moves interrupts within seconds, so that nothing may be tuned or verified while it
// runs. Changing the number of queues resets everything that belongs to one, and any change of the device may.
const (
	rankService = iota
	rankChannels
	rankDevice
)
