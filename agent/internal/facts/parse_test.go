package facts

import (
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/kernel"
)

func FuzzVersions(f *testing.F) {
	f.Add("wrk debian/4.1.0-3build1 [epoll] Copyright (C) 2012 Will Glozer")
	f.Fuzz(func(t *testing.T, text string) {
		if found := parseVersion([]byte(text)); found != "" && !strings.Contains(text, found) {
			t.Errorf("version %q is not in the text", found)
		}
	})
}

func TestPlatform(t *testing.T) {
	for _, test := range []struct {
		vendor, product       string
		cpu                   kernel.CPUInfo
		virtualisation, cloud string
		missing               int
	}{
		{"Amazon EC2", "c6in.8xlarge", kernel.CPUInfo{X86: true, Hypervisor: true}, "amazon", "c6in.8xlarge", 0},
		{"Amazon EC2", "c7g.metal", kernel.CPUInfo{}, "none", "c7g.metal", 0},
		{"Amazon EC2", "m7i.metal-24xl", kernel.CPUInfo{X86: true}, "none", "m7i.metal-24xl", 0},
		{"QEMU", "Standard PC (Q35 + ICH9, 2009)", kernel.CPUInfo{X86: true, Hypervisor: true}, "qemu", "", 0},
		{"Microsoft Corporation", "Virtual Machine", kernel.CPUInfo{X86: true, Hypervisor: true}, "microsoft", "", 0},
		{"LENOVO", "20XW", kernel.CPUInfo{X86: true}, "none", "", 0},
		{"", "", kernel.CPUInfo{X86: true, Hypervisor: true}, "vm-other", "", 0},
		{"", "", kernel.CPUInfo{}, "", "", 1},
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
