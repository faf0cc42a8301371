package facts

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
)

func TestParseCPUInfo(t *testing.T) {
	for _, test := range []struct {
		text string
		want cpuInfo
	}{
		{"", cpuInfo{}},
		{"nonsense", cpuInfo{}},
		{"vendor_id\t: GenuineIntel\nmodel name\t: Xeon\nflags\t: fpu sse\n\nmodel name\t: other\n", cpuInfo{model: "Xeon", isX86: true}},
		{"vendor_id : X\nmodel name : Y: Z\nflags : a hypervisor b\n", cpuInfo{model: "Y: Z", isX86: true, hypervisor: true}},
		{"processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n", cpuInfo{model: "Neoverse-V1"}},
		{"processor\t: 0\nCPU implementer\t: 0x61\nCPU part\t: 0x022\n", cpuInfo{model: "ARM implementer 0x61 part 0x022"}},
	} {
		if diff := cmp.Diff(test.want, parseCPUInfo(test.text), cmp.AllowUnexported(cpuInfo{})); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}

func FuzzParsers(f *testing.F) {
	f.Add("vendor_id\t: GenuineIntel\nmodel name\t: Xeon\nflags\t: fpu sse\n\nmodel name\t: other\n")
	f.Add("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n")
	f.Add("wrk debian/4.1.0-3build1 [epoll] Copyright (C) 2012 Will Glozer")
	f.Fuzz(func(t *testing.T, text string) {
		_ = parseCPUInfo(text)
		if found := parseVersion([]byte(text)); found != "" && !strings.Contains(text, found) {
			t.Errorf("version %q is not in the text", found)
		}
	})
}

func TestPlatform(t *testing.T) {
	for _, test := range []struct {
		vendor, product       string
		cpu                   cpuInfo
		virtualisation, cloud string
		missing               int
	}{
		{"Amazon EC2", "c6in.8xlarge", cpuInfo{isX86: true, hypervisor: true}, "amazon", "c6in.8xlarge", 0},
		{"Amazon EC2", "c7g.metal", cpuInfo{}, "none", "c7g.metal", 0},
		{"Amazon EC2", "m7i.metal-24xl", cpuInfo{isX86: true}, "none", "m7i.metal-24xl", 0},
		{"QEMU", "Standard PC (Q35 + ICH9, 2009)", cpuInfo{isX86: true, hypervisor: true}, "qemu", "", 0},
		{"Microsoft Corporation", "Virtual Machine", cpuInfo{isX86: true, hypervisor: true}, "microsoft", "", 0},
		{"LENOVO", "20XW", cpuInfo{isX86: true}, "none", "", 0},
		{"", "", cpuInfo{isX86: true, hypervisor: true}, "vm-other", "", 0},
		{"", "", cpuInfo{}, "", "", 1},
	} {
		root := t.TempDir()
		write(t, filepath.Join(root, "sys/devices/virtual/dmi/id/sys_vendor"), test.vendor+"\n")
		write(t, filepath.Join(root, "sys/devices/virtual/dmi/id/product_name"), test.product+"\n")
		h := &host{FS: kernel.At(root)}
		virtualisation, cloud := h.platform(test.cpu)
		if virtualisation != test.virtualisation || cloud != test.cloud || len(h.missing) != test.missing {
			t.Errorf("%s %s: %q, %q, missing %q", test.vendor, test.product, virtualisation, cloud, h.missing)
		}
	}
}
