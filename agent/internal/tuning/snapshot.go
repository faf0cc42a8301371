package tuning

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/nicirq"
)

// Snapshot reads everything that can be tuned, and what else tells two hosts apart. What cannot be read is left out. Apart from top/, which is an
// observation, two snapshots of an untouched host are the same.
func (t *Tuner) Snapshot() Snapshot {
	s := &snapshot{h: t.host(), values: map[string]string{}}
	atUs := t.atUs()
	s.kernel()
	s.processors()
	nics := s.h.nics()
	for _, nic := range nics {
		s.nic(nic)
	}
	for _, kind := range kinds() {
		if !kind.ofNIC() {
			s.knobs(kind.keys(s.h, "")...)
			continue
		}
		for _, nic := range nics {
			s.knobs(kind.keys(s.h, nic)...)
		}
	}
	s.otherServices()
	s.file("memory/transparent_hugepage_defrag", "/sys/kernel/mm/transparent_hugepage/defrag")
	maps.Copy(s.values, t.busiest(s.h, atUs))
	return Snapshot{TakenAtUs: atUs, Values: s.values}
}

// snapshot is one under way.
type snapshot struct {
	h      *host
	values map[string]string
}

// file keeps a file's text, when it has one.
func (s *snapshot) file(key, name string) {
	if text := s.h.Peek(name); text != "" {
		s.values[key] = text
	}
}

// knobs keeps values by the keys that plans have.
func (s *snapshot) knobs(keys ...string) {
	for _, key := range keys {
		if k, err := s.h.knob(key, ""); err == nil {
			if value, err := k.read(); err == nil {
				s.values[key] = value
			}
		}
	}
}

func (s *snapshot) kernel() {
	s.file("kernel/release", "/proc/sys/kernel/osrelease")
	s.file("kernel/version", "/proc/sys/kernel/version")
	s.file("kernel/cmdline", "/proc/cmdline")
	s.file("kernel/clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource")
}

func (s *snapshot) processors() {
	for _, name := range []string{"online", "possible", "isolated", "nohz_full"} {
		s.file("cpu/"+name, cpuFolder+name)
	}
	s.file("cpu/smt", cpuFolder+"smt/active")
	s.file("cpu/idle_driver", cpuFolder+"cpuidle/current_driver")
	s.file("cpu/idle_governor", cpuFolder+"cpuidle/current_governor")
	for _, name := range s.h.Names(cpuFolder + "vulnerabilities") {
		s.file("cpu/mitigations/"+name, cpuFolder+"vulnerabilities/"+name)
	}
	cpus, err := s.h.cpus()
	if err != nil {
		return
	}
	for key, name := range map[string]string{
		"cpu/governor": "scaling_governor", "cpu/frequency_driver": "scaling_driver",
		"cpu/frequency_min_khz": "scaling_min_freq", "cpu/frequency_max_khz": "scaling_max_freq",
	} {
		s.alike(key, cpus.online, func(cpu int) string { return s.h.Peek(fmt.Sprintf("%scpu%d/cpufreq/%s", cpuFolder, cpu, name)) })
	}
}

// alike joins the CPUs that have the same value: performance 0-127.
func (s *snapshot) alike(key string, cpus cpulist.List, read func(cpu int) string) {
	groups := map[string]cpulist.List{}
	for _, cpu := range cpus {
		if value := read(cpu); value != "" {
			groups[value] = append(groups[value], cpu)
		}
	}
	if len(groups) == 0 {
		return
	}
	words := make([]string, 0, len(groups))
	for value, list := range groups {
		words = append(words, value+" "+list.String())
	}
	slices.Sort(words)
	s.values[key] = strings.Join(words, ", ")
}

// otherServices are the names of those that systemd runs and no run may stop.
func (s *snapshot) otherServices() {
	var others []string
	for _, folder := range []string{"/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"} {
		for _, name := range s.h.Names(folder) {
			if service, ok := strings.CutSuffix(name, ".service"); ok && !slices.Contains(stoppable, service) {
				others = append(others, service)
			}
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		s.values["service/others"] = strings.Join(slices.Compact(others), ", ")
	}
}

// nic keeps what an interface is, and where its interrupts go.
func (s *snapshot) nic(nic string) {
	prefix := "nic/" + nic + "/"
	s.file(prefix+"operstate", nicFolder(nic)+"/operstate")
	s.file(prefix+"tx_queue_len", nicFolder(nic)+"/tx_queue_len")
	s.file(prefix+"gro_flush_timeout", nicFolder(nic)+"/gro_flush_timeout")
	s.file(prefix+"napi_defer_hard_irqs", nicFolder(nic)+"/napi_defer_hard_irqs")
	s.file(prefix+"numa_node", nicirq.Device(s.h.FS, nic)+"/numa_node")
	s.file(prefix+"speed_mbit", nicFolder(nic)+"/speed")
	s.driver(nic, prefix)
	rx, tx := s.h.NICQueues(nic)
	s.values[prefix+"queues"] = fmt.Sprintf("%d rx, %d tx", rx, tx)
	for _, named := range nameLines(nicirq.Discover(s.h.FS, nic)) {
		s.knobs(affinityKey(nic, named.name)) // also of lines that carry no packets, which are none of the kind's keys
		s.file(fmt.Sprintf("irq/%d/%s/effective", named.line.Number, named.line.Action),
			fmt.Sprintf("/proc/irq/%d/effective_affinity_list", named.line.Number))
	}
}

// driver keeps who drives an interface.
func (s *snapshot) driver(nic, prefix string) {
	if name := s.h.NICDriver(nic); name != "" {
		s.values[prefix+"driver"] = name
	}
	if info, err := s.h.bound.driver.info(nic); err == nil {
		for key, text := range map[string]string{"driver": info.Name, "firmware": info.Firmware} {
			if text != "" {
				s.values[prefix+key] = text
			}
		}
	}
}
