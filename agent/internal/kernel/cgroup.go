package kernel

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// groups is where control groups are mounted.
const groups = "/sys/fs/cgroup"

// Group is a control group of a process (proc_cgroup_show, kernel/cgroup/cgroup.c).
type Group struct {
	Controllers []string // none in version 2
	Path        string   // below its hierarchy, as /system.slice/ssh.service
	version2    bool
}

// Groups are those of a process, by its number or as self; none when they cannot be read.
func (f FS) Groups(pid string) []Group {
	return parseGroups(f.Peek("/proc/" + pid + "/cgroup"))
}

// parseGroups reads /proc/PID/cgroup: a line for each hierarchy, "4:cpu,cpuacct:/path", or "0::/path" for version 2.
func parseGroups(text string) (found []Group) {
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) != 3 || !strings.HasPrefix(fields[2], "/") {
			continue
		}
		group := Group{Path: path.Clean(fields[2]), version2: fields[0] == "0" && fields[1] == ""}
		if fields[1] != "" {
			group.Controllers = strings.Split(fields[1], ",")
		}
		found = append(found, group)
	}
	return found
}

// CPUGroup is a folder of the CPU controller for a process.
type CPUGroup struct {
	Folder   string
	mount    string
	version2 bool
}

// CPUGroups is where the CPU controller may have its files: of version 1, which has it wherever that is mounted, or else of version 2,
// mounted alone or beside.
func CPUGroups(of []Group) (found []CPUGroup) {
	for _, group := range of {
		switch {
		case slices.Contains(group.Controllers, "cpu"):
			mount := path.Join(groups, strings.Join(group.Controllers, ","))
			return []CPUGroup{{path.Join(mount, group.Path), mount, false}}
		case group.version2:
			for _, mount := range []string{groups, path.Join(groups, "unified")} {
				found = append(found, CPUGroup{path.Join(mount, group.Path), mount, true})
			}
		}
	}
	return found
}

// Upwards is the group and those above it, up to the mount: a quota on any of them holds up all below.
func (g CPUGroup) Upwards() []CPUGroup {
	way := []CPUGroup{g}
	for g.Folder != g.mount {
		g.Folder = path.Dir(g.Folder)
		way = append(way, g)
	}
	return way
}

// StatFile is what its quota did, for ParseCPUStat.
func (g CPUGroup) StatFile() string { return g.Folder + "/cpu.stat" }

// Quota is how many CPUs the group may use; 0 for any number. Version 2 writes "max 100000" or "150000 100000", microseconds of CPU time in
// a period; version 1 has a file for each.
func (f FS) Quota(g CPUGroup) float64 {
	if !g.version2 {
		return quotaOf(f.Peek(g.Folder+"/cpu.cfs_quota_us"), f.Peek(g.Folder+"/cpu.cfs_period_us"))
	}
	quota, period, _ := strings.Cut(f.Peek(g.Folder+"/cpu.max"), " ")
	return quotaOf(quota, period)
}

func quotaOf(quotaUs, periodUs string) float64 {
	quota, quotaErr := strconv.ParseFloat(quotaUs, 64)
	period, periodErr := strconv.ParseFloat(periodUs, 64)
	if quotaErr != nil || periodErr != nil || quota <= 0 || period <= 0 {
		return 0
	}
	return quota / period
}
