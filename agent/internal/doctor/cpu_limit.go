package doctor

import (
	"fmt"
	"os"
	"regexp"
	"strconv"

	"millionrps/agent/internal/kernel"
)

type limitReading struct {
	cpus   int     // online
	limit  float64 // in CPUs; 0 for none
	folder string  // that states it, as this process sees it
}

// readLimit walks from this process's group upwards: the tightest limit holds. In a container the top of the tree is the container's own.
func readLimit(h host) limitReading {
	online, _ := h.CPUs(cpuFolder + "online")
	r := limitReading{cpus: len(online)}
	for _, group := range kernel.CPUGroups(h.Groups("self")) {
		for _, level := range group.Upwards() {
			if limit := h.Quota(level); limit > 0 && (r.limit == 0 || limit < r.limit) {
				r.limit, r.folder = limit, level.Folder
			}
		}
	}
	return r
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
	online, _ := h.CPUs(cpuFolder + "online")
	status, err := h.PIDStatus("self")
	if allowed := status.AllowedCPUs; err == nil && len(allowed) > 0 && len(allowed) < len(online) {
		return one("cpu-confined", Warning, fmt.Sprintf("The agent may use only CPUs %s of %s, and so may what it starts.", allowed, online),
			fmt.Sprintf("taskset -apc %s %d", online, os.Getpid()))
	}
	return nil
}
