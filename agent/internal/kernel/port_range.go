package kernel

import (
	"strconv"
	"strings"
)

// PortRange is from where connections that a host opens get their local ports, both ends included.
type PortRange struct{ First, Last int }

// Width is how many ports there are.
func (r PortRange) Width() int { return r.Last - r.First + 1 }

// LocalPorts are those of net.ipv4.ip_local_port_range.
func (f FS) LocalPorts() (PortRange, bool) {
	return parsePortRange(f.Peek("/proc/sys/net/ipv4/ip_local_port_range"))
}

// parsePortRange reads "32768\t60999".
func parsePortRange(text string) (r PortRange, ok bool) {
	words := strings.Fields(text)
	if len(words) != 2 {
		return r, false
	}
	first, firstErr := strconv.Atoi(words[0])
	last, lastErr := strconv.Atoi(words[1])
	if firstErr != nil || lastErr != nil || first < 0 || last < first {
		return r, false
	}
	return PortRange{first, last}, true
}
