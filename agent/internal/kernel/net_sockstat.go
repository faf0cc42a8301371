package kernel

import (
	"strconv"
	"strings"
)

// TimeWait is how many TCP sockets are in TIME-WAIT; 0 when that cannot be read.
func (f FS) TimeWait() int { return parseTimeWait(f.Peek("/proc/net/sockstat")) }

// parseTimeWait reads "TCP: inuse 7 orphan 0 tw 12 alloc 9 mem 1" of /proc/net/sockstat (sockstat_seq_show, net/ipv4/proc.c), which counts
// IPv6, too.
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
