package kernel

// Throttling is what a CPU quota did: periods in which it was in force, those in which it ran out, and how long tasks waited for the next.
type Throttling struct{ Periods, ThrottledPeriods, ThrottledUs int64 }

// ParseCPUStat reads cpu.stat of either version (cpu_extra_stat_show and cpu_cfs_stat_show, kernel/sched/core.c); the error gives the name of
// the file. A group without a quota to count has none of the lines.
func ParseCPUStat(file string, text []byte) (sum Throttling, err error) {
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		name, rest := cutField(line)
		value, _, ok := cutDecimal(rest)
		if len(name) > 0 && !ok {
			return sum, malformed(file, number, "%s has no number", name)
		}
		switch string(name) {
		case "nr_periods":
			sum.Periods = value
		case "nr_throttled":
			sum.ThrottledPeriods = value
		case "throttled_usec":
			sum.ThrottledUs = value
		case "throttled_time": // nanoseconds, of version 1
			sum.ThrottledUs = value / 1000
		}
	}
	return sum, nil
}
