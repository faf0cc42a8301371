package doctor

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// portsDefault is the width of the kernel's default range, 32768 to 60999.
const portsDefault = 28_232

type portsReading struct {
	first, last int
	// busiest is the far end to which most local ports of the range are taken: a port is taken for one far end only.
	busiest  netip.AddrPort
	taken    int
	timeWait int // of those
	// timeWaitAll is of the whole host, which costs memory.
	timeWaitAll int
}

func readPorts(h host) (r portsReading, ok bool) {
	fields := strings.Fields(h.text("/proc/sys/net/ipv4/ip_local_port_range"))
	if len(fields) != 2 {
		return r, false
	}
	var firstErr, lastErr error
	r.first, firstErr = strconv.Atoi(fields[0])
	r.last, lastErr = strconv.Atoi(fields[1])
	if firstErr != nil || lastErr != nil || r.last < r.first {
		return r, false
	}
	r.timeWaitAll = parseTimeWait(h.text("/proc/net/sockstat"))
	taken, waiting := map[netip.AddrPort]int{}, map[netip.AddrPort]int{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		eachConnection(h.path(table), func(c connection) {
			if c.localPort < r.first || c.localPort > r.last {
				return
			}
			taken[c.far]++
			if c.timeWait {
				waiting[c.far]++
			}
		})
	}
	if len(taken) > 0 {
		r.busiest = slices.MaxFunc(slices.SortedFunc(maps.Keys(taken), netip.AddrPort.Compare), func(a, b netip.AddrPort) int {
			return cmp.Compare(taken[a], taken[b])
		})
		r.taken, r.timeWait = taken[r.busiest], waiting[r.busiest]
	}
	return r, true
}

// parseTimeWait reads "TCP: inuse 7 orphan 0 tw 12 alloc 9 mem 1" of /proc/net/sockstat, which counts IPv6, too.
func parseTimeWait(sockstat string) int {
	for line := range strings.Lines(sockstat) {
		fields := strings.Fields(line)
		for i := 1; i+1 < len(fields) && fields[0] == "TCP:"; i += 2 {
			if fields[i] == "tw" {
				count, _ := strconv.Atoi(fields[i+1])
				return max(count, 0)
			}
		}
	}
	return 0
}

type connection struct {
	localPort int
	far       netip.AddrPort
	timeWait  bool
}

// eachConnection reads a table line by line: on a busy host it has tens of megabytes. Listeners are left out.
func eachConnection(path string, do func(connection)) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if c, ok := parseConnection(lines.Text()); ok {
			do(c)
		}
	}
}

// parseConnection reads the number, local address, remote address and state of a line (get_tcp4_sock, net/ipv4/tcp_ipv4.c).
func parseConnection(line string) (c connection, ok bool) {
	const timeWait, listen = "06", "0A"
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[3] == listen {
		return c, false
	}
	_, port, _ := strings.Cut(fields[1], ":")
	local, err := strconv.ParseUint(port, 16, 16)
	if err != nil {
		return c, false
	}
	c.localPort, c.timeWait = int(local), fields[3] == timeWait
	c.far, ok = parseAddress(fields[2])
	return c, ok
}

// parseAddress: each group of four bytes is printed as a number of the machine's byte order, which is little-endian wherever we run.
func parseAddress(text string) (netip.AddrPort, bool) {
	digits, port, _ := strings.Cut(text, ":")
	number, portErr := strconv.ParseUint(port, 16, 16)
	bytes, err := hex.DecodeString(digits)
	if err != nil || portErr != nil {
		return netip.AddrPort{}, false
	}
	for group := 0; group+4 <= len(bytes); group += 4 {
		slices.Reverse(bytes[group : group+4])
	}
	address, ok := netip.AddrFromSlice(bytes)
	return netip.AddrPortFrom(address.Unmap(), uint16(number)), ok
}

func ephemeralPorts(h host, _ Config) []Finding {
	r, ok := readPorts(h)
	if !ok {
		return one("ephemeral-ports-unknown", Note, "net.ipv4.ip_local_port_range cannot be read here.", "")
	}
	return judgePorts(r)
}

func judgePorts(r portsReading) []Finding {
	const widen = `sudo sysctl -w net.ipv4.ip_local_port_range="15000 65535"`
	width := r.last - r.first + 1
	share := float64(r.taken) / float64(width)
	taken := fmt.Sprintf("%s of the %s ephemeral ports are taken for connections to %s, %s of them in TIME-WAIT",
		grouped(r.taken), grouped(width), r.busiest, grouped(r.timeWait))
	switch {
	case share >= 0.9:
		return one("ephemeral-ports-exhausted", Problem, taken+": new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")
	case share >= 0.5:
		return one("ephemeral-ports-scarce", Warning, taken+"; when none is left, new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")
	case width < portsDefault:
		sentence := fmt.Sprintf("There are %s ephemeral ports (%d to %d): this host can have no more connections to one target.", grouped(width), r.first, r.last)
		return one("ephemeral-ports-few", Warning, sentence, widen)
	}
	sentence := fmt.Sprintf("There are %s ephemeral ports (%d to %d) for connections to one target; none is taken now.", grouped(width), r.first, r.last)
	if r.taken > 0 {
		sentence = fmt.Sprintf("There are %s ephemeral ports (%d to %d) for connections to one target; at most %s are taken now, to %s.",
			grouped(width), r.first, r.last, grouped(r.taken), r.busiest)
	}
	if r.timeWaitAll > 0 {
		sentence = strings.TrimSuffix(sentence, ".") + fmt.Sprintf(" (%s in TIME-WAIT on the whole host).", grouped(r.timeWaitAll))
	}
	return fine("ephemeral-ports", sentence)
}
