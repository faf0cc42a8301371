package doctor

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

type limitReading struct {
	cpus   int     // online
	limit  float64 // in CPUs; 0 for none
	folder string  // that states it, as this process sees it
}

// readLimit walks from this process's group upwards: the tightest limit holds. In a container the top of the tree is the container's own.
func readLimit(h host) limitReading {
	online, _ := cpulist.Parse(h.text(cpuFolder + "online"))
	r := limitReading{cpus: len(online)}
	for line := range strings.Lines(h.text("/proc/self/cgroup")) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		mount, read := "/sys/fs/cgroup", quotaV2
		if fields[1] != "" { // version 1 has a tree for each controller
			if fields[1] != "cpu" && fields[1] != "cpu,cpuacct" {
				continue
			}
			mount, read = "/sys/fs/cgroup/"+fields[1], quotaV1
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			folder := path.Join(mount, group)
			if limit := read(h, folder); limit > 0 && (r.limit == 0 || limit < r.limit) {
				r.limit, r.folder = limit, folder
			}
			if group == "/" {
				break
			}
		}
	}
	return r
}

// quotaV2 reads "max 100000" or "150000 100000": microseconds of CPU time in a period.
func quotaV2(h host, folder string) float64 {
	fields := strings.Fields(h.text(folder + "/cpu.max"))
	if len(fields) != 2 {
		return 0
	}
	return quota(fields[0], fields[1])
}

func quotaV1(h host, folder string) float64 {
	return quota(h.text(folder+"/cpu.cfs_quota_us"), h.text(folder+"/cpu.cfs_period_us"))
}

func quota(quotaUs, periodUs string) float64 {
	quota, quotaErr := strconv.ParseFloat(quotaUs, 64)
	period, periodErr := strconv.ParseFloat(periodUs, 64)
	if quotaErr != nil || periodErr != nil || quota <= 0 || period <= 0 {
		return 0
	}
	return quota / period
}

func cpuLimit(h host, _ Config) []Finding { return judgeLimit(readLimit(h)) }

var limitedUnit = regexp.MustCompile(`/([A-Za-z0-9@._-]+\.(?:service|slice|scope))$`)

func judgeLimit(r limitReading) []Finding {
	if r.limit == 0 || r.limit >= float64(r.cpus) {
		return fine("cpu-limit", fmt.Sprintf("No control group limits the agent and what it starts to less than %s.", several(r.cpus, "CPU")))
	}
	sentence := fmt.Sprintf("A control group limits the agent and what it starts to %s of %s", strconv.FormatFloat(r.limit, 'f', -1, 64), several(r.cpus, "CPU"))
	if unit := limitedUnit.FindStringSubmatch(r.folder); unit != nil {
		return one("cpu-limited", Warning, sentence+" ("+unit[1]+").", "sudo systemctl set-property --runtime "+unit[1]+" CPUQuota=")
	}
	return one("cpu-limited", Warning, sentence+", as for a container that was started with a limit of CPUs; start it without one.", "")
}

// cpuMask: a target confined to some CPUs by a run is one thing, an agent that never had the others another.
func cpuMask(h host, _ Config) []Finding {
	online, _ := cpulist.Parse(h.text(cpuFolder + "online"))
	for line := range strings.Lines(h.text("/proc/self/status")) {
		value, found := strings.CutPrefix(line, "Cpus_allowed_list:")
		if !found {
			continue
		}
		allowed, err := cpulist.Parse(strings.TrimSpace(value))
		if err != nil || len(allowed) >= len(online) {
			break
		}
		return one("cpu-confined", Warning, fmt.Sprintf("The agent may use only CPUs %s of %s, and so may what it starts.", allowed, online),
			fmt.Sprintf("taskset -apc %s %d", online, ownPID()))
	}
	return nil
}
