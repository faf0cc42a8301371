package sampler

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// frequencySource reads what clock each CPU runs at, where the kernel offers it (show_scaling_cur_freq, drivers/cpufreq/cpufreq.c). On x86
// before Linux 5.18 and with some drivers a reading interrupts the CPU to look at its counters, hence the slow cadence.
type frequencySource struct {
	root   string
	buffer *[]byte
	cpus   []int
	files  []heldFile
	hertz  []int64
}

// read begins anew when a CPU's file is gone with the CPU.
func (s *frequencySource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		changed = s.discover()
	}
	if err = s.readAll(); err != nil {
		changed = s.discover() || changed
		err = s.readAll()
	}
	return changed, err
}

func (s *frequencySource) discover() (changed bool) {
	text, _ := os.ReadFile(joinRoot(s.root, "/sys/devices/system/cpu/online"))
	online, _ := cpulist.Parse(strings.TrimSpace(string(text)))
	var cpus []int
	for _, cpu := range online {
		if _, err := os.Stat(joinRoot(s.root, frequencyFile(cpu))); err == nil {
			cpus = append(cpus, cpu)
		}
	}
	if slices.Equal(cpus, s.cpus) {
		return false
	}
	s.close()
	s.cpus, s.files = cpus, nil
	for _, cpu := range cpus {
		s.files = append(s.files, hold(s.root, frequencyFile(cpu)))
	}
	return true
}

func frequencyFile(cpu int) string {
	return fmt.Sprintf("/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", cpu)
}

func (s *frequencySource) readAll() error {
	s.hertz = s.hertz[:0]
	for i := range s.files {
		text, err := s.files[i].read(s.buffer)
		if err != nil {
			return err
		}
		hertz, err := parseKilohertz(text)
		if err != nil {
			return fmt.Errorf("%s line 1: %w", s.files[i].name, err)
		}
		s.hertz = append(s.hertz, hertz)
	}
	return nil
}

func parseKilohertz(text []byte) (hertz int64, err error) {
	kilohertz, ok := parseDecimal(bytes.TrimSuffix(text, []byte("\n")))
	if !ok || kilohertz > math.MaxInt32 {
		return 0, fmt.Errorf("%q is not a frequency in kHz", text)
	}
	return kilohertz * 1000, nil
}

func (s *frequencySource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		columns = append(columns, fmt.Sprintf("cpu/%d/frequencyHz", cpu))
	}
	return columns
}

func (s *frequencySource) values(values []int64) []int64 { return append(values, s.hertz...) }

func (s *frequencySource) close() {
	for i := range s.files {
		s.files[i].close()
	}
}
