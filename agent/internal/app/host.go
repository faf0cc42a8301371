package app

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"millionrps/agent/internal/control"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/runner"
)

// settling is how long a tool that does not answer is asked again: its file may be there before the libraries that it needs.
const settling = time.Minute

// host is what is known of this host. It is read again when a load generator came, went or was replaced.
type host struct {
	// named are the tools of the command line; any other is looked for on the PATH.
	named map[string]loadgen.Driver
	file  *hostconfig.File
	// backends are the services that can be started for a run. One that is installed later is found by the next life.
	backends []facts.Tool
	// version is the agent's, and that of its own load generator.
	version string
	log     *slog.Logger

	mu    sync.Mutex
	facts facts.Facts
	tools map[string]runner.Tool
	// files are those of the tools when they were read; unsettled that this has to be done again.
	files     string
	unsettled bool
}

func readHost(named map[string]loadgen.Driver, file *hostconfig.File, backends backendChoice, version string, log *slog.Logger) (*host, error) {
	h := &host{named: named, file: file, backends: backends.facts(log), version: version, log: log}
	drivers := h.drivers()
	if err := h.read(drivers, filesOf(drivers)); err != nil {
		return nil, err
	}
	var nics []string
	for _, nic := range h.facts.NICs {
		nics = append(nics, nic.Name)
	}
	for _, name := range file.Config().Unknown(nics) {
		log.Warn("the configuration file states the bandwidth of a NIC that this host does not have", "nic", name, "nics", nics)
	}
	return h, nil
}

// drivers returns drivers for the tools that were named, the tools on the PATH, and volley.
func (h *host) drivers() []loadgen.Driver {
	var drivers []loadgen.Driver
	for _, name := range loadgen.Names() {
		driver := h.named[name]
		if driver == nil && name == loadgen.VolleyName {
			driver = loadgen.NewVolley()
		}
		if driver == nil {
			if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) {
				driver, _ = loadgen.New(name, []string{path})
			}
		}
		if driver != nil {
			drivers = append(drivers, driver)
		}
	}
	return drivers
}

// read keeps only tools that answer when asked for their version; others could not be started.
func (h *host) read(drivers []loadgen.Driver, files string) error {
	commands := facts.Tools{}
	var own []facts.Tool
	for _, driver := range drivers {
		if driver.Name() == loadgen.VolleyName { // which is us
			own = append(own, facts.Tool{Name: driver.Name(), Path: driver.Path(), Version: h.version})
			continue
		}
		commands[driver.Name()] = driver.VersionCommand()
	}
	read, err := facts.Read("/", commands)
	if err != nil {
		return err
	}
	read.Tools = append(own, read.Tools...)
	config := h.file.Config()
	if fault := h.file.Fault(); fault != nil {
		read.ConfigurationFault = inEffect(fault)
		read.Missing = append(read.Missing, read.ConfigurationFault) // where an API looks that is older than the field of its own
	}
	for i, nic := range read.NICs {
		if bandwidth, stated := config.BandwidthBitsPerSecond[nic.Name]; stated {
			read.NICs[i].BandwidthBitsPerSecond = &bandwidth
		}
	}
	h.identify(&read)
	read.ListeningPorts = config.ListeningPorts
	for port, declared := range config.Listening {
		if declared.Declared {
			read.IdentifiedPorts = append(read.IdentifiedPorts, port)
		}
	}
	slices.Sort(read.IdentifiedPorts)
	read.Addresses = config.Addresses
	read.Secrets = slices.Sorted(maps.Keys(config.Secrets))
	read.Backends = h.backends
	for _, name := range slices.Sorted(maps.Keys(config.Targets)) {
		t := config.Targets[name]
		target := facts.Target{Name: name, Port: t.Port, HealthPath: t.HealthPath, Profiles: t.Pprof != "", Identified: t.Identity.Declared}
		for _, p := range t.Parameters {
			target.Parameters = append(target.Parameters, facts.Parameter(p))
		}
		if s := t.Source; s != nil {
			target.Source = &facts.Source{Repository: s.Shown(), Branch: s.Branch, TimeoutSeconds: int(s.Timeout.Seconds())}
		}
		read.Targets = append(read.Targets, target)
	}
	for _, reason := range read.Missing {
		h.log.Info("not known of this host", "reason", reason)
	}
	versions := map[string]string{}
	for _, tool := range read.Tools {
		versions[tool.Name] = tool.Version
	}
	tools, unsettled := map[string]runner.Tool{}, false
	for _, driver := range drivers {
		if version := versions[driver.Name()]; version != "" {
			tools[driver.Name()] = runner.Tool{Driver: driver, Version: version}
		} else if time.Since(changedAt(driver)) < settling {
			unsettled = true
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.facts, h.tools, h.files, h.unsettled = read, tools, files, unsettled
	return nil
}

// identify hashes this program and the tools. A script is identified by its own file, without the files that it
// loads.
func (h *host) identify(read *facts.Facts) {
	own, err := identity.HashFile("/proc/self/exe")
	if err != nil {
		read.Missing = append(read.Missing, fmt.Sprintf("the agent's own program: %v", err))
	}
	read.AgentSHA256 = own.SHA256
	for i, tool := range read.Tools {
		if tool.Name == loadgen.VolleyName {
			read.Tools[i].SHA256 = own.SHA256
			continue
		}
		file, err := identity.HashFile(tool.Path)
		if err != nil {
			read.Missing = append(read.Missing, fmt.Sprintf("the program of %s: %v", tool.Name, err))
		}
		read.Tools[i].SHA256 = file.SHA256
	}
}

// inEffect says what a fault of the configuration file means.
func inEffect(fault error) string {
	return strings.TrimSuffix(fault.Error(), ".") + ": what it said before stays in effect"
}

// lookAgain costs a few stats as long as neither a tool nor the configuration file changed.
func (h *host) lookAgain() (changed bool) {
	drivers := h.drivers()
	files := filesOf(drivers)
	reread := h.rereadFile()
	toolsChanged := files != h.files
	if !toolsChanged && !h.unsettled && !reread {
		return false
	}
	if err := h.read(drivers, files); err != nil {
		h.log.Error("the host could not be read again", "error", err)
		return false
	}
	if toolsChanged {
		h.log.Info("the load generators changed", "tools", h.known().Tools)
	}
	return true
}

func (h *host) rereadFile() (changed bool) {
	if !h.file.Refresh() {
		return false
	}
	path, _ := h.file.Path()
	if fault := h.file.Fault(); fault != nil {
		h.log.Error("the configuration file changed and is not in effect", "file", path, "reason", inEffect(fault))
	} else {
		h.log.Info("the configuration file was read again", "file", path)
	}
	return true
}

func (h *host) tool(name string) (runner.Tool, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	tool, ok := h.tools[name]
	return tool, ok
}

func (h *host) known() facts.Facts {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.facts
}

// filesOf tells any replacement of a tool's file. An inode's number may be given to the file that replaces it, its change time not.
func filesOf(drivers []loadgen.Driver) string {
	var files strings.Builder
	for _, driver := range drivers {
		fmt.Fprintf(&files, "%s %s", driver.Name(), driver.Path())
		if info, err := os.Stat(driver.Path()); err == nil {
			stat := info.Sys().(*syscall.Stat_t)
			fmt.Fprintf(&files, " %d %d %d", stat.Ino, info.Size(), stat.Ctim.Nano())
		}
		files.WriteByte('\n')
	}
	return files.String()
}

func changedAt(driver loadgen.Driver) time.Time {
	info, err := os.Stat(driver.Path())
	if err != nil {
		return time.Time{}
	}
	return time.Unix(info.Sys().(*syscall.Stat_t).Ctim.Unix())
}

// Facts prints what this host is.
func Facts(to io.Writer, version string) error {
	file, err := hostconfig.Open("")
	if err != nil {
		return UsageError{err}
	}
	h, err := readHost(nil, file, findBackends(file.Config(), nil), version, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return writeJSON(to, control.FactsOf(h.known()))
}
