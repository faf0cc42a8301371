package volley

import (
	"fmt"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
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
	// Where it cannot be read, connecting will tell.
	if ports, ok := (kernel.FS{}).LocalPorts(); ok && o.Connections > ports.Width() {
		return fmt.Errorf("%d connections to one address need more ports than the %d of net.ipv4.ip_local_port_range; ask for at most as many, widen the range, or use several clients", o.Connections, ports.Width())
	}
	return nil
}
