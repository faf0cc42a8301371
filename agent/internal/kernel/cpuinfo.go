package kernel

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// CPUInfo is what /proc/cpuinfo says of the first CPU.
type CPUInfo struct {
	Model      string
	X86        bool
	Hypervisor bool // CPUID says so; x86 only
}

// CPUInfo reads the first CPU's block alone: on a large host the file has hundreds of kilobytes, and some kernels measure each CPU's
// frequency to print it.
func (f FS) CPUInfo() (CPUInfo, error) {
	const block = 8 << 10
	file, err := os.Open(f.Path("/proc/cpuinfo"))
	if err != nil {
		return CPUInfo{}, err
	}
	defer func() { _ = file.Close() }()
	text := make([]byte, block)
	n, _ := io.ReadFull(file, text)
	return parseCPUInfo(string(text[:n])), nil
}

func parseCPUInfo(text string) (info CPUInfo) {
	text, _, _ = strings.Cut(text, "\n\n")
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		fields[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	info.X86 = fields["vendor_id"] != ""
	info.Hypervisor = slices.Contains(strings.Fields(fields["flags"]), "hypervisor")
	info.Model = fields["model name"]
	if info.Model == "" && fields["CPU part"] != "" {
		info.Model = armModel(fields["CPU implementer"], fields["CPU part"])
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
