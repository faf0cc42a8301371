package kernel

import (
	"bytes"
	"fmt"
)

// PressureFiles are those of pressure stall information, by what tasks waited for. A kernel without it, or one started with psi=0, has none
// that can be read.
var PressureFiles = [...]struct{ Resource, File string }{
	{"cpu", "/proc/pressure/cpu"},
	{"memory", "/proc/pressure/memory"},
	{"io", "/proc/pressure/io"},
}

// Pressure is for how long, since the machine started, some task waited for a resource, and for how long all that were not idle did at once.
type Pressure struct{ SomeUs, FullUs int64 }

// ParsePressure reads one of PressureFiles (psi_show, kernel/sched/psi.c). Before Linux 5.13 that of the CPU has no line of full, which then
// is -1; after, it is there and always 0, as it means nothing for a whole machine.
func ParsePressure(file string, text []byte) (Pressure, error) {
	found := Pressure{SomeUs: -1, FullUs: -1}
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		kind, _ := cutField(line)
		_, total, _ := bytes.Cut(line, []byte("total="))
		us, _, ok := cutDecimal(total)
		if !ok {
			return found, malformed(file, number, "no total")
		}
		switch string(kind) {
		case "some":
			found.SomeUs = us
		case "full":
			found.FullUs = us
		}
	}
	if found.SomeUs < 0 {
		return found, fmt.Errorf("%s: no line begins with some", file)
	}
	return found, nil
}
