package facts

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// NUMANode is a node and its online CPUs; none for one that has only memory.
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

type cpuInfo struct {
	model      string
	isX86      bool
	hypervisor bool // CPUID says so; x86 only
}

// cpuInfo reads the first CPU's block alone: on a large host the file has hundreds of kilobytes, and some kernels measure each CPU's
// frequency to print it.
func (h *host) cpuInfo() cpuInfo {
	const block = 8 << 10
	file, err := os.Open(h.Path("/proc/cpuinfo"))
	if err != nil {
		h.lacks("CPU model: /proc/cpuinfo: %v", reason(err))
		return cpuInfo{}
	}
	defer func() { _ = file.Close() }()
	text := make([]byte, block)
	n, _ := io.ReadFull(file, text)
	info := parseCPUInfo(string(text[:n]))
	if info.model == "" {
		h.lacks("CPU model: /proc/cpuinfo does not name it")
	}
	return info
}

func parseCPUInfo(text string) (info cpuInfo) {
	text, _, _ = strings.Cut(text, "\n\n")
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		fields[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	info.isX86 = fields["vendor_id"] != ""
	info.hypervisor = slices.Contains(strings.Fields(fields["flags"]), "hypervisor")
	info.model = fields["model name"]
	if info.model == "" && fields["CPU part"] != "" {
		info.model = armModel(fields["CPU implementer"], fields["CPU part"])
	}
	return info
}

// armModel names what arm64 kernels print as numbers (arch/arm64/include/asm/cputype.h); these are the server cores in wide use.
func armModel(implementer, part string) string {
	names := map[string]string{
		"0x41 0xd08": "Cortex-A72", "0x41 0xd0c": "Neoverse-N1", "0x41 0xd40": "Neoverse-V1", "0x41 0xd49": "Neoverse-N2",
		"0x41 0xd4f": "Neoverse-V2", "0xc0 0xac3": "Ampere-1", "0xc0 0xac4": "Ampere-1a",
	}
	if name, ok := names[implementer+" "+part]; ok {
		return name
	}
	return fmt.Sprintf("ARM implementer %s part %s", implementer, part)
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
func (h *host) platform(cpu cpuInfo) (virtualisation, instanceType string) {
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
	case cpu.hypervisor:
		return "vm-other", ""
	case cpu.isX86:
		return "none", ""
	}
	h.lacks("virtualisation: neither DMI nor the CPU tells")
	return "", ""
}
