package sampler

import (
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

// frequencySource reads what clock each CPU runs at, where the kernel offers it (show_scaling_cur_freq, drivers/cpufreq/cpufreq.c). On x86
// before Linux 5.18 and with some drivers a reading interrupts the CPU to look at its counters, hence the slow cadence.
type frequencySource struct {
	fs     kernel.FS
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
	online, _ := s.fs.CPUs("/sys/devices/system/cpu/online")
	var cpus []int
	for _, cpu := range online {
		if s.fs.Exists(frequencyFile(cpu)) {
			cpus = append(cpus, cpu)
		}
	}
	if slices.Equal(cpus, s.cpus) {
		return false
	}
	s.close()
	s.cpus, s.files = cpus, nil
	for _, cpu := range cpus {
		s.files = append(s.files, hold(s.fs, frequencyFile(cpu)))
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
		hertz, err := kernel.ParseKilohertz(text)
		if err != nil {
			return fmt.Errorf("%s line 1: %w", s.files[i].name, err)
		}
		s.hertz = append(s.hertz, hertz)
	}
	return nil
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
