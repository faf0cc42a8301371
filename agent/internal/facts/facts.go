// Package facts reads once what a host is: its CPUs, memory, kernel, interfaces and the load tools on it.
//
// Each file of the package reads one region of /proc or /sys below a root folder, which a test points at a captured tree. What only a
// system call can answer (addresses, ethtool) is asked when the root is the machine's own. Nothing here needs privileges, and nothing
// that cannot be read is an error: it is left out, and Missing says why.
package facts

import (
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/privileges"
)

// Facts describe one host. Zero values mean unknown, except where a field says otherwise.
type Facts struct {
	HostName              string
	CPUModel              string
	CPUs                  int // online, logical
	OnlineCPUs            cpulist.List
	Cores                 int // physical, of the online CPUs
	Sockets               int
	NUMANodes             []NUMANode
	MemoryBytes           int64
	Kernel                string // release, as uname -r
	KernelVersion         string // build, as uname -v
	Architecture          string // as uname -m
	BootID                string
	SoftirqAccountedApart Answer
	ClockSource           string
	Virtualisation        string // as systemd-detect-virt names it: amazon, kvm, none, vm-other ...
	InstanceType          string // of Amazon EC2, from DMI
	NICs                  []NIC  // loopback last
	Tools                 []Tool // by name
	Targets               []Target
	ListeningPorts        []int    // whose listener may be a target
	IdentifiedPorts       []int    // of those, the ones of which is declared what tells their targets apart
	Addresses             []string // origins without an agent that it may load
	AgentSHA256           string
	Secrets               []string // names of those in the configuration file
	Backends              []Tool   // services that can be started for a run; the caller adds them
	ConfigurationFault    string   // why what the configuration file says now is not in effect; "" where it is
	Privileges            []privileges.Privilege
	Missing               []string
}

// Target is a target of the host's configuration file. The caller that read that file adds targets, ports and
// secrets; Read does not.
type Target struct {
	Name       string
	Port       int
	HealthPath string
	// Profiles says that it states where its profiles are.
	Profiles bool
	// Identified says that it states which files tell its runs apart.
	Identified bool
	Parameters []Parameter
	// Source is what its program is built from; nil where that is there.
	Source *Source
}

// Source is where a target's commits are.
type Source struct {
	// Repository has no password.
	Repository, Branch string
	TimeoutSeconds     int
}

// Parameter is what runs may choose of a target.
type Parameter struct {
	Name    string
	Values  []string
	Default string
}

// Answer is yes, no or unknown.
type Answer string

// The answers there are.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// Read describes the host below root. The error is for a root that is no host at all.
func Read(root string, tools Tools) (Facts, error) {
	if stat, err := os.Stat(filepath.Join(root, "proc")); err != nil || !stat.IsDir() {
		return Facts{}, fmt.Errorf("reading facts: %s has no proc folder", root)
	}
	versions := make(chan toolResults, 1)
	go func() { versions <- readTools(tools, toolTimeout) }()

	h := &host{FS: kernel.At(root), missing: []string{}}
	facts := Facts{
		HostName:      h.text("/proc/sys/kernel/hostname"),
		Kernel:        h.text("/proc/sys/kernel/osrelease"),
		KernelVersion: h.text("/proc/sys/kernel/version"),
		BootID:        h.text("/proc/sys/kernel/random/boot_id"),
		ClockSource:   h.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
		Architecture:  h.architecture(),
		MemoryBytes:   h.memoryBytes(),
		OnlineCPUs:    h.cpus("/sys/devices/system/cpu/online"),
		NUMANodes:     h.numaNodes(),
		Privileges:    privileges.Held(h.FS),
	}
	facts.CPUs = len(facts.OnlineCPUs)
	facts.Cores, facts.Sockets = h.topology(facts.OnlineCPUs)
	facts.SoftirqAccountedApart = h.softirqAccountedApart(facts.Kernel)
	cpu := h.cpuInfo()
	facts.CPUModel = cpu.Model
	facts.Virtualisation, facts.InstanceType = h.platform(cpu)
	facts.NICs = h.nics()

	results := <-versions
	facts.Tools = results.found
	facts.Missing = append(h.missing, results.missing...)
	return facts, nil
}

// host is a root folder and what it turned out to lack.
type host struct {
	kernel.FS
	missing []string
}

// text is the content of a file that every host should have; "" if it is missing.
func (h *host) text(name string) string {
	text, err := h.Text(name)
	if err != nil {
		h.lacks("%s: %v", name, reason(err))
	}
	return text
}

func (h *host) lacks(why string, arguments ...any) {
	h.missing = append(h.missing, fmt.Sprintf(why, arguments...))
}

// reason leaves out the path, which depends on the root.
func reason(err error) error {
	if pathError, ok := err.(*os.PathError); ok {
		return pathError.Err
	}
	return err
}

func (h *host) cpus(name string) cpulist.List {
	text := h.text(name)
	list, err := cpulist.Parse(text)
	if err != nil {
		h.lacks("%s: %v", name, err)
	}
	return list
}
