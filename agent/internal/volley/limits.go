package volley

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// filesBeside are the open files that no connection is: standard streams, epoll, what the runtime holds.
const filesBeside = 64

// enoughFor raises the limit of open files and says what there is too little of.
func enoughFor(o *Options) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("reading the limit of open files: %w", err)
	}
	if limit.Cur < limit.Max {
		raised := unix.Rlimit{Cur: limit.Max, Max: limit.Max}
		if unix.Setrlimit(unix.RLIMIT_NOFILE, &raised) == nil {
			limit = raised
		}
	}
	if most := int64(limit.Cur) - filesBeside - int64(o.Loops); int64(limit.Cur) > 0 && int64(o.Connections) > most {
		return fmt.Errorf("%d connections need more open files than the hard limit of %d; ask for at most %d, or raise it (ulimit -Hn, LimitNOFILE=)", o.Connections, limit.Max, max(0, most))
	}
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if err != nil {
		return nil // Where it cannot be read, connecting will tell.
	}
	if ports := portsIn(string(text)); ports > 0 && o.Connections > ports {
		return fmt.Errorf("%d connections to one address need more ports than the %d of net.ipv4.ip_local_port_range; ask for at most as many, widen the range, or use several clients", o.Connections, ports)
	}
	return nil
}

// portsIn reads "32768\t60999"; 0 when it says something else.
func portsIn(text string) int {
	words := strings.Fields(text)
	if len(words) != 2 {
		return 0
	}
	first, err1 := strconv.Atoi(words[0])
	last, err2 := strconv.Atoi(words[1])
	if err1 != nil || err2 != nil || last < first {
		return 0
	}
	return last - first + 1
}

// allowedCPUs are those of this process's affinity mask.
func allowedCPUs() (cpus []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("reading which CPUs may be used: %w", err)
	}
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
