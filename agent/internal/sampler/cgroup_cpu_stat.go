package sampler

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// throttling is what a CPU quota did: periods in which it was in force, those in which it ran out, and how long tasks waited for the next.
type throttling struct{ periods, throttledPeriods, throttledUs int64 }

// parseCPUStat reads cpu.stat of either version (cpu_extra_stat_show and cpu_cfs_stat_show, kernel/sched/core.c). A group without a quota to
// count has none of the lines.
func parseCPUStat(file string, text []byte) (sum throttling, err error) {
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
			sum.periods = value
		case "nr_throttled":
			sum.throttledPeriods = value
		case "throttled_usec":
			sum.throttledUs = value
		case "throttled_time": // nanoseconds, of version 1
			sum.throttledUs = value / 1000
		}
	}
	return sum, nil
}

// parseCgroupFolders finds in /proc/PID/cgroup where the files of the CPU controller may lie: first of version 1, which has it wherever it is
// mounted, then of version 2, mounted alone or beside.
func parseCgroupFolders(text string) (folders []string) {
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 || !strings.HasPrefix(fields[2], "/") {
			continue
		}
		own := path.Clean(fields[2])
		switch controllers := fields[1]; {
		case slices.Contains(strings.Split(controllers, ","), "cpu"):
			return []string{path.Join("/sys/fs/cgroup", controllers, own)}
		case fields[0] == "0" && controllers == "":
			folders = append(folders, path.Join("/sys/fs/cgroup", own), path.Join("/sys/fs/cgroup/unified", own))
		}
	}
	return folders
}

// cgroupSource sums over our own group, which those whom the agent starts share, and the groups above it: a quota on any of them holds up all
// below, and only the group that has it counts.
type cgroupSource struct {
	root   string
	buffer *[]byte
	files  []heldFile
	sum    throttling
}

func (s *cgroupSource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		changed = s.discover()
	}
	s.sum = throttling{}
	for i := range s.files {
		text, err := s.files[i].read(s.buffer)
		if err != nil {
			return changed, err
		}
		level, err := parseCPUStat(s.files[i].name, text)
		if err != nil {
			return changed, err
		}
		s.sum.periods += level.periods
		s.sum.throttledPeriods += level.throttledPeriods
		s.sum.throttledUs += level.throttledUs
	}
	return changed, nil
}

// discover goes from our group up to the mount.
func (s *cgroupSource) discover() (changed bool) {
	text, _ := os.ReadFile(joinRoot(s.root, "/proc/self/cgroup"))
	var names []string
	for _, folder := range parseCgroupFolders(string(text)) {
		for ; strings.HasPrefix(folder, "/sys/fs/cgroup"); folder = path.Dir(folder) {
			name := folder + "/cpu.stat"
			if stat, err := os.ReadFile(joinRoot(s.root, name)); err == nil && bytes.Contains(stat, []byte("nr_periods")) {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			break
		}
	}
	if slices.EqualFunc(names, s.files, func(name string, file heldFile) bool { return name == file.name }) {
		return false
	}
	s.close()
	s.files = nil
	for _, name := range names {
		s.files = append(s.files, hold(s.root, name))
	}
	return true
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
	return append(values, s.sum.periods, s.sum.throttledPeriods, s.sum.throttledUs)
}

func (s *cgroupSource) close() {
	for i := range s.files {
		s.files[i].close()
	}
}
