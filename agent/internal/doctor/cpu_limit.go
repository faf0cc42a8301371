package doctor

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

type limitReading struct {
	whom   string
	cpus   int     // online
	limit  float64 // in CPUs; 0 for none
	folder string  // that states it, as this process sees it
}

// readLimit walks from the process's group upwards: the tightest limit holds. In a container the top of the tree is the container's own.
func readLimit(h host, s subject) limitReading {
	online, _ := h.CPUs(cpuFolder + "online")
	r := limitReading{whom: s.within(), cpus: len(online)}
	for _, group := range kernel.CPUGroups(h.Groups(s.proc)) {
		for _, level := range group.Upwards() {
			if limit := h.Quota(level); limit > 0 && (r.limit == 0 || limit < r.limit) {
				r.limit, r.folder = limit, level.Folder
			}
		}
	}
	return r
}

func cpuLimit(h host, c Config) []Finding { return judgeLimit(readLimit(h, subjectOf(h, c))) }

var limitedUnit = regexp.MustCompile(`/([A-Za-z0-9@._-]+\.(?:service|slice|scope))$`)

func judgeLimit(r limitReading) []Finding {
	if r.limit == 0 || r.limit >= float64(r.cpus) {
		return fine("cpu-limit", fmt.Sprintf("No control group limits %s and what it starts to less than %s.", r.whom, several(r.cpus, "CPU")))
	}
	sentence := fmt.Sprintf("A control group limits %s and what it starts to %s of %s", r.whom, strconv.FormatFloat(r.limit, 'f', -1, 64), several(r.cpus, "CPU"))
	if unit := limitedUnit.FindStringSubmatch(r.folder); unit != nil {
		return one("cpu-limited", Warning, sentence+" ("+unit[1]+").", "sudo systemctl set-property --runtime "+unit[1]+" CPUQuota=")
	}
	return one("cpu-limited", Warning, sentence+", as for a container that was started with a limit of CPUs; start it without one.", "")
}

// cpuMask: a target confined to some CPUs by a run is one thing, an agent that never had the others another.
func cpuMask(h host, c Config) []Finding {
	s := subjectOf(h, c)
	online, _ := h.CPUs(cpuFolder + "online")
	status, err := h.PIDStatus(s.proc)
	allowed := status.AllowedCPUs
	if err != nil || len(allowed) == 0 || len(allowed) >= len(online) {
		return nil
	}
	sentence := fmt.Sprintf("%s may use only CPUs %s of %s, and so may what it starts", s.name, allowed, online)
	most := cpusOfGroup(h, s.proc)
	switch {
	case len(most) == 0:
		most = online
	case slices.Equal(most, allowed): // a mask cannot be wider
		return one("cpu-confined", Warning, sentence+": its control group has no others (cpuset).", "")
	}
	return one("cpu-confined", Warning, sentence+".", fmt.Sprintf("sudo taskset -apc %s %s", most, s.number)+s.then)
}

// cpusOfGroup are those that the control group of a process lets it have; none where no group says so. The nearest group with the file counts:
// those below it have no controller of their own.
func cpusOfGroup(h host, proc string) cpulist.List {
	const root = "/sys/fs/cgroup"
	for _, group := range h.Groups(proc) {
		mount, file := root, "cpuset.cpus.effective"
		if slices.Contains(group.Controllers, "cpuset") { // version 1
			mount, file = path.Join(root, strings.Join(group.Controllers, ",")), "cpuset.effective_cpus"
		}
		for folder := path.Join(mount, group.Path); strings.HasPrefix(folder, root); folder = path.Dir(folder) {
			if cpus, err := h.CPUs(folder + "/" + file); err == nil && len(cpus) > 0 {
				return cpus
			}
		}
	}
	return nil
}
