package doctor

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/kernel/cpulist"
)

const cpuFolder = "/sys/devices/system/cpu/"

// pace is what a governor does with the clock of its CPUs.
type pace int

const (
	highest pace = iota
	followsLoad
	lowest
	fixed
)

// choosing are drivers whose CPUs choose their speed themselves: powersave is only what they lean to. With any other it is the lowest speed
// (cpufreq_gov_powersave_limits, drivers/cpufreq/cpufreq_powersave.c).
var choosing = []string{"intel_pstate", "amd-pstate-epp"}

func paceOf(governor, driver string) pace {
	switch {
	case governor == "performance":
		return highest
	case governor == "userspace":
		return fixed
	case governor == "powersave" && !slices.Contains(choosing, driver):
		return lowest
	}
	return followsLoad
}

// governed is the CPUs of each governor, by what it does.
type governed map[pace]map[string]cpulist.List

// readGovernors is empty where the kernel does not set clock speeds. A CPU that is offline has no file to read.
func readGovernors(h host) governed {
	all := governed{}
	for _, file := range h.matches(cpuFolder + "cpu[0-9]*/cpufreq/scaling_governor") {
		number, _, _ := strings.Cut(strings.TrimPrefix(file, cpuFolder+"cpu"), "/")
		cpu, err := strconv.Atoi(number)
		name := h.Peek(file)
		if err != nil || name == "" {
			continue
		}
		p := paceOf(name, h.Peek(path.Dir(file)+"/scaling_driver"))
		if all[p] == nil {
			all[p] = map[string]cpulist.List{}
		}
		all[p][name] = append(all[p][name], cpu)
	}
	return all
}

func governor(h host, _ Config) []Finding {
	all := readGovernors(h)
	if len(all) == 0 {
		return fine("cpu-governor", "The kernel does not set the CPUs' clock speed here; firmware or a hypervisor does.")
	}
	var found []Finding
	for _, p := range slices.Sorted(maps.Keys(all)) {
		found = append(found, judgeGovernors(p, all[p])...)
	}
	return found
}

func judgeGovernors(p pace, cpus map[string]cpulist.List) []Finding {
	const code = "cpu-governor-not-performance"
	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(cpus)) {
		slices.Sort(cpus[name])
		names = append(names, fmt.Sprintf("%s on CPUs %s", name, cpus[name]))
	}
	sentence := fmt.Sprintf("The CPU governor is %s", english.WordSeries(names, "and"))
	mend := setFile("performance", cpuFolder+"cpu*/cpufreq/scaling_governor")
	switch p {
	case highest:
		return fine("cpu-governor", sentence+".")
	case lowest:
		return one(code, Warning, sentence+": they stay at their lowest speed, whatever the load.", mend)
	case fixed:
		return one(code, Note, sentence+": they stay at the speed that a program set, whatever the load.", mend)
	}
	return one(code, Warning, sentence+": the clock follows the load, so the first seconds and light steps are measured at lower speeds.", mend)
}

// turbo is switched by one of two files, the one with the opposite sense being intel_pstate's.
func turbo(h host, _ Config) []Finding {
	const pstate, boost = cpuFolder + "intel_pstate/no_turbo", cpuFolder + "cpufreq/boost"
	on, mend := false, ""
	if value, ok := h.Number(pstate); ok {
		on, mend = value == 0, setFile("1", pstate)
	} else if value, ok := h.Number(boost); ok {
		on, mend = value != 0, setFile("0", boost)
	} else {
		return fine("cpu-turbo", "The kernel has no switch for turbo here.")
	}
	if on {
		return one("cpu-turbo-on", Note, "Turbo is on: the clock depends on heat and on how many cores are busy. Off, figures are lower and steadier.", mend)
	}
	return one("cpu-turbo-off", Note, "Turbo is off: figures are steadier, and lower than these CPUs can reach.", "")
}
