package loadgen

import "fmt"

// workers are those asked, or all CPUs but two, which the rest of the host has.
func (l Load) workers() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return max(1, l.CPUs-2)
}

// deal is the most workers, up to the number asked for, that share the connections evenly. autocannon, wrk and wrk2 open floor(connections
// / workers) in each (autocannon: lib/manager.js, wrk: src/wrk.c), so 50 over 3 would be 48. A number that was asked for is met at least by
// half or refused; a default becomes what divides.
func deal(tool, worker string, l Load) (int, error) {
	limit := min(l.workers(), l.Connections)
	workers := limit
	for l.Connections%workers != 0 {
		workers--
	}
	if l.Workers == 0 || 2*workers >= limit {
		return workers, nil
	}
	below := l.Connections / limit * limit
	return 0, fmt.Errorf("%s opens the same number of connections in every %s, and %d cannot be shared out evenly to %d %ss; "+
		"ask for %d or %d connections", tool, worker, l.Connections, limit, worker, below, below+limit)
}
