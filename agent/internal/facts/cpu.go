package facts

import (
	"fmt"
	"path/filepath"
	"strings"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
)

// NUMANode is a node with its online CPUs; a node with only memory has none.
type NUMANode struct {
	Node int
	CPUs cpulist.List
}

func (h *host) numaNodes() []NUMANode {
	nodes := []NUMANode{}
	for _, node := range h.cpus("/sys/devices/system/node/online") { // a list of nodes is written as one of CPUs
		nodes = append(nodes, NUMANode{Node: node, CPUs: h.cpus(fmt.Sprintf("/sys/devices/system/node/node%d/cpulist", node))})
	}
	return nodes
}

// topology counts distinct sibling sets and packages. core_cpus_list replaced thread_siblings_list in Linux 5.3; both are there since.
func (h *host) topology(online cpulist.List) (cores, sockets int) {
	siblings, packages := map[string]bool{}, map[string]bool{}
	for _, cpu := range online {
		folder := fmt.Sprintf("/sys/devices/system/cpu/cpu%d/topology", cpu)
		set := h.Peek(folder + "/thread_siblings_list")
		if set == "" {
			h.lacks("cores and sockets: %s cannot be read", folder)
			return 0, 0
		}
		siblings[set] = true
		packages[h.Peek(folder+"/physical_package_id")] = true
	}
	return len(siblings), len(packages)
}

func (h *host) memoryBytes() int64 {
	total := h.Meminfo().TotalBytes
	if total < 0 {
		h.lacks("memory: no MemTotal in /proc/meminfo")
	}
	return max(total, 0)
}

func (h *host) cpuInfo() kernel.CPUInfo {
	info, err := h.CPUInfo()
	switch {
	case err != nil:
		h.lacks("CPU model: /proc/cpuinfo: %v", reason(err))
	case info.Model == "":
		h.lacks("CPU model: /proc/cpuinfo does not name it")
	}
	return info
}

// architecture is uname's machine. The file came with Linux 6.1.
func (h *host) architecture() string {
	if name := h.Peek("/proc/sys/kernel/arch"); name != "" {
		return name
	}
	if h.Own() {
		return ownArchitecture()
	}
	h.lacks("architecture: no /proc/sys/kernel/arch")
	return ""
}

// platform tells virtualisation and instance type from DMI, which the firmware of every large cloud fills in.
func (h *host) platform(cpu kernel.CPUInfo) (virtualisation, instanceType string) {
	const dmi = "/sys/devices/virtual/dmi/id/"
	vendor, product := h.Peek(filepath.Join(dmi, "sys_vendor")), h.Peek(filepath.Join(dmi, "product_name"))
	if vendor == "Amazon EC2" {
		instanceType = product
		if strings.HasSuffix(product, ".metal") || strings.Contains(product, ".metal-") {
			return "none", instanceType
		}
		return "amazon", instanceType
	}
	for _, known := range []struct{ text, name string }{
		{"QEMU", "qemu"}, {"KVM", "kvm"}, {"Google", "google"}, {"VMware", "vmware"}, {"Xen", "xen"},
		{"Microsoft Corporation Virtual", "microsoft"}, {"innotek", "oracle"}, {"Parallels", "parallels"},
	} {
		if strings.Contains(vendor+" "+product, known.text) {
			return known.name, ""
		}
	}
	switch {
	case cpu.Hypervisor:
		return "vm-other", ""
	case cpu.X86:
		return "none", ""
	}
	h.lacks("virtualisation: neither DMI nor the CPU tells")
	return "", ""
}
