package tuning

import (
	"errors"
	"io/fs"
	"strings"

	"golang.org/x/sys/unix"
)

// Parameters that are settings of their own.
const (
	flowEntries    = "net.core.rps_sock_flow_entries"
	flowEntriesKey = "sysctl/" + flowEntries
	busyPoll       = "net.core.busy_poll"
	busyRead       = "net.core.busy_read"
)

// sysctlKnob knows the parameters of the table and no other.
func (h *host) sysctlKnob(name string) (knob, bool) {
	_, known := sysctlRules[name]
	if !known && name != flowEntries && name != busyPoll && name != busyRead {
		return knob{}, false
	}
	k := h.fileKnob("/proc/sys/"+strings.ReplaceAll(name, ".", "/"), sameFields)
	read, write, mayWrite := k.read, k.write, k.mayWrite
	explain := func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return absentError{h.absence(name)}
		}
		return err
	}
	k.read = func() (string, error) { value, err := read(); return value, explain(err) }
	k.mayWrite = func() error { return explain(mayWrite()) }
	k.write = func(value string) error {
		err := write(value)
		if errors.Is(err, unix.ENOENT) && h.exists(k.path) { // the file is there, but no module of that name
			return absentError{"the kernel does not know " + value + ", or its module is not installed"}
		}
		return explain(err)
	}
	return k, true
}

// absence says why a host lacks a parameter. Parameters of net.core that belong to the whole host are not there in any network namespace but
// the first (netdev_max_backlog is the oldest of them: net_core_table, net/core/sysctl_net_core.c).
func (h *host) absence(name string) string {
	const witness = "/proc/sys/net/core/netdev_max_backlog"
	switch {
	case strings.HasPrefix(name, "net.netfilter."):
		return "the kernel module that tracks connections (nf_conntrack) is not loaded"
	case strings.HasPrefix(name, "net.") && !h.exists(witness):
		return "it belongs to the whole host and cannot be reached from the network namespace that the agent runs in"
	}
	return "this kernel does not have it"
}
