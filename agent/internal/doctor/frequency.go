package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/kernel/cpulist"
)

const cpuFolder = "/sys/devices/system/cpu/"

// governors are the CPUs of each governor; empty where the kernel does not set clock speeds. A CPU that is offline has no file to read.
func governors(h host) map[string]cpulist.List {
	byName := map[string]cpulist.List{}
	for _, file := range h.matches(cpuFolder + "cpu[0-9]*/cpufreq/scaling_governor") {
		number, _, _ := strings.Cut(strings.TrimPrefix(file, cpuFolder+"cpu"), "/")
		cpu, err := strconv.Atoi(number)
		if name := h.Peek(file); err == nil && name != "" {
			byName[name] = append(byName[name], cpu)
		}
	}
	for _, cpus := range byName {
		slices.Sort(cpus)
	}
	return byName
}

func governor(h host, _ Config) []Finding {
	const best = "performance"
	byName := governors(h)
	if len(byName) == 0 {
		return fine("cpu-governor", "The kernel does not set the CPUs' clock speed here; firmware or a hypervisor does.")
	}
	slow := []string{}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if name != best {
			slow = append(slow, fmt.Sprintf("%s on CPUs %s", name, byName[name]))
		}
	}
	if len(slow) == 0 {
		return fine("cpu-governor", fmt.Sprintf("The CPU governor is performance on CPUs %s.", byName[best]))
	}
	sentence := fmt.Sprintf("The CPU governor is %s: the clock follows the load, so the first seconds and light steps are measured at lower speeds.", english.WordSeries(slow, "and"))
	return one("cpu-governor-not-performance", Warning, sentence, setFile(best, cpuFolder+"cpu*/cpufreq/scaling_governor"))
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
