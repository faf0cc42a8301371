package sampler

import "millionrps/agent/internal/kernel"

// pressureSource is for how long tasks of the whole machine waited for CPUs, memory and I/O. What all tasks together waited for a CPU means
// nothing for a whole machine, so it has no column.
type pressureSource struct {
	heldFiles
	found []kernel.Pressure
}

func (s *pressureSource) read(refresh scope) (changed bool, err error) {
	if refresh == everything {
		changed = s.discover()
	}
	s.found = s.found[:0]
	return changed, s.each(func(name string, text []byte) error {
		pressure, err := kernel.ParsePressure(name, text)
		s.found = append(s.found, pressure)
		return err
	})
}

func (s *pressureSource) discover() (changed bool) {
	var names []string
	for _, one := range kernel.PressureFiles {
		if s.fs.Exists(one.File) {
			names = append(names, one.File)
		}
	}
	return s.hold(names)
}

func (s *pressureSource) columns(columns []string) []string {
	for at, file := range s.files {
		resource := pressureOf(file.name)
		columns = append(columns, "pressure/"+resource+"/someUs")
		if s.hasFull(at) {
			columns = append(columns, "pressure/"+resource+"/fullUs")
		}
	}
	return columns
}

func (s *pressureSource) values(values []int64) []int64 {
	for at, pressure := range s.found {
		values = append(values, pressure.SomeUs)
		if s.hasFull(at) {
			values = append(values, pressure.FullUs)
		}
	}
	return values
}

func (s *pressureSource) hasFull(at int) bool {
	return s.found[at].FullUs >= 0 && s.files[at].name != kernel.PressureFiles[0].File
}

func pressureOf(file string) string {
	for _, one := range kernel.PressureFiles {
		if one.File == file {
			return one.Resource
		}
	}
	return file
}
