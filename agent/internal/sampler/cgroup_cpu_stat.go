package sampler

import (
	"fmt"
	"strings"

	"millionrps/agent/internal/kernel"
)

// cgroupSource sums over our own group, which the agent's children share, and the groups above it. A quota on any of them holds up all
// below, and only the group that has it counts.
type cgroupSource struct {
	heldFiles
	sum kernel.Throttling
}

func (s *cgroupSource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		changed = s.discover()
	}
	s.sum = kernel.Throttling{}
	return changed, s.each(func(name string, text []byte) error {
		level, err := kernel.ParseCPUStat(name, text)
		s.sum.Periods += level.Periods
		s.sum.ThrottledPeriods += level.ThrottledPeriods
		s.sum.ThrottledUs += level.ThrottledUs
		return err
	})
}

// discover goes from our group up to the mount.
func (s *cgroupSource) discover() (changed bool) {
	var names []string
	for _, group := range kernel.CPUGroups(s.fs.Groups("self")) {
		for _, level := range group.Upwards() {
			if stat := s.fs.Peek(level.StatFile()); strings.Contains(stat, "nr_periods") {
				names = append(names, level.StatFile())
			}
		}
		if len(names) > 0 {
			break
		}
	}
	return s.hold(names)
}

func (s *cgroupSource) columns(columns []string) []string {
	if len(s.files) == 0 {
		return columns
	}
	for _, name := range []string{"periods", "throttledPeriods", "throttledUs"} {
		columns = append(columns, fmt.Sprintf("cgroup/%s", name))
	}
	return columns
}

func (s *cgroupSource) values(values []int64) []int64 {
	if len(s.files) == 0 {
		return values
	}
	return append(values, s.sum.Periods, s.sum.ThrottledPeriods, s.sum.ThrottledUs)
}
