package fakeroot

import (
	"fmt"

	"millionrps/agent/internal/kernel/cpulist"
)

const cpuFolder = "sys/devices/system/cpu/"

func (h Host) writeCPUs(f *files) {
	all := cpulist.List(list(0, h.CPUs)).String()
	for _, name := range []string{"online", "possible", "present"} {
		f.write(cpuFolder+name, "%s\n", all)
	}
	f.write(cpuFolder+"offline", "\n")
	f.write(cpuFolder+"isolated", "\n")
	f.write(cpuFolder+"smt/active", "%d\n", map[bool]int{true: 1}[h.Siblings])
	f.write(cpuFolder+"vulnerabilities/spectre_v2", "Mitigation: Enhanced IBRS; IBPB: conditional; RSB filling\n")
	f.write(cpuFolder+"vulnerabilities/meltdown", "Not affected\n")
	for cpu := range h.CPUs {
		folder := fmt.Sprintf("%scpu%d/topology/", cpuFolder, cpu)
		siblings := cpulist.List{cpu}
		core := cpu
		if h.Siblings {
			core = cpu % (h.CPUs / 2)
			siblings = cpulist.List{core, core + h.CPUs/2}
		}
		f.write(folder+"thread_siblings_list", "%s\n", siblings)
		f.write(folder+"core_cpus_list", "%s\n", siblings)
		f.write(folder+"core_id", "%d\n", core)
		f.write(folder+"physical_package_id", "%d\n", h.nodeOf(cpu))
	}
}

// nodeOf splits the cores evenly; siblings share a node.
func (h Host) nodeOf(cpu int) int {
	cores := h.CPUs
	if h.Siblings {
		cores /= 2
	}
	return cpu % cores * h.Nodes / cores
}

func (h Host) cpusOf(node int) cpulist.List {
	cpus := cpulist.List{}
	for cpu := range h.CPUs {
		if h.nodeOf(cpu) == node {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

func (h Host) writeNodes(f *files) {
	const folder = "sys/devices/system/node/"
	nodes := cpulist.List(list(0, h.Nodes)).String()
	for _, name := range []string{"online", "possible", "has_cpu"} {
		f.write(folder+name, "%s\n", nodes)
	}
	for node := range h.Nodes {
		own := fmt.Sprintf("%snode%d/", folder, node)
		cpus := h.cpusOf(node)
		f.write(own+"cpulist", "%s\n", cpus)
		f.write(own+"cpumap", "%s\n", h.mask(cpus...))
		f.write(own+"numastat", "numa_hit %d\nnuma_miss 20\nnuma_foreign 30\ninterleave_hit 40\nlocal_node 50\nother_node 60\n", 1000+node)
	}
}

// writeFrequencies makes a policy for each CPU.
func (h Host) writeFrequencies(f *files) {
	governors := "performance powersave"
	switch h.Frequency {
	case NoFrequency:
		return
	case IntelPState:
		f.write(cpuFolder+"intel_pstate/no_turbo", "0\n")
		f.write(cpuFolder+"intel_pstate/status", "active\n")
	case ACPICPUFreq:
		f.write(cpuFolder+"cpufreq/boost", "1\n")
		governors = "conservative ondemand userspace powersave performance schedutil"
	}
	for cpu := range h.CPUs {
		policy := fmt.Sprintf("%scpufreq/policy%d/", cpuFolder, cpu)
		f.link(fmt.Sprintf("%scpu%d/cpufreq", cpuFolder, cpu), policy)
		f.write(policy+"affected_cpus", "%d\n", cpu)
		f.write(policy+"scaling_driver", "%s\n", h.Frequency)
		f.write(policy+"scaling_governor", "powersave\n")
		f.write(policy+"scaling_available_governors", "%s\n", governors)
		f.write(policy+"scaling_cur_freq", "%d\n", 2_900_000+cpu)
		f.write(policy+"scaling_min_freq", "800000\n")
		f.write(policy+"scaling_max_freq", "3500000\n")
		f.write(policy+"cpuinfo_min_freq", "800000\n")
		f.write(policy+"cpuinfo_max_freq", "3500000\n")
	}
}
