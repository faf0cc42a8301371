package sampler

import (
	"fmt"

	"millionrps/agent/internal/kernel"
)

// frequencySource reads what clock each CPU runs at, where the kernel offers it (show_scaling_cur_freq, drivers/cpufreq/cpufreq.c). On x86
// before Linux 5.18 and with some drivers a reading interrupts the CPU to look at its counters, hence the slow cadence.
type frequencySource struct {
	heldFiles
	cpus  []int
	hertz []int64
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
	s.cpus, changed = s.holdNumbered("/sys/devices/system/cpu/online", "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq")
	return changed
}

func (s *frequencySource) readAll() error {
	s.hertz = s.hertz[:0]
	return s.each(func(name string, text []byte) error {
		hertz, err := kernel.ParseKilohertz(text)
		if err != nil {
			return fmt.Errorf("%s line 1: %w", name, err)
		}
		s.hertz = append(s.hertz, hertz)
		return nil
	})
}

func (s *frequencySource) columns(columns []string) []string {
	for _, cpu := range s.cpus {
		columns = append(columns, fmt.Sprintf("cpu/%d/frequencyHz", cpu))
	}
	return columns
}

func (s *frequencySource) values(values []int64) []int64 { return append(values, s.hertz...) }
