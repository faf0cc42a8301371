package kernel

// NUMACounters are the lines of numastat (node_read_numastat, drivers/base/node.c), in pages. Hit counts pages of this node that were
// wanted from it, miss those wanted from another node, foreign pages of other nodes that were wanted from this one.
var NUMACounters = [...]struct{ kernelName, Name string }{
	{"numa_hit", "hit"}, {"numa_miss", "miss"}, {"numa_foreign", "foreign"},
	{"interleave_hit", "interleaveHit"}, {"local_node", "localNode"}, {"other_node", "otherNode"},
}

// ParseNUMAStat reads /sys/devices/system/node/nodeN/numastat, whose name the error gives. NUMACounters are appended.
func ParseNUMAStat(file string, text []byte, counters []int64) ([]int64, error) {
	number := 0
	for at := range NUMACounters {
		var line []byte
		line, text = cutLine(text)
		number++
		name, rest := cutField(line)
		if string(name) != NUMACounters[at].kernelName {
			return counters, malformed(file, number, "no %s", NUMACounters[at].kernelName)
		}
		value, _, ok := cutDecimal(rest)
		if !ok {
			return counters, malformed(file, number, "%s has no number", name)
		}
		counters = append(counters, value)
	}
	return counters, nil
}
