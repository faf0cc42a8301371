package tuning

import (
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// fileKnob is a file whose text is the value.
func (h *host) fileKnob(name string, same func(a, b string) bool) knob {
	f := h.bound.files
	return knob{
		path:     name,
		read:     func() (string, error) { return f.read(name) },
		write:    func(value string) error { return f.write(name, value) },
		mayWrite: func() error { return f.mayWrite(name) },
		same:     same,
	}
}

// sameFields ignores how numbers are separated: the kernel prints tabs.
func sameFields(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// sameMask ignores leading zeros.
func sameMask(a, b string) bool {
	x, errX := cpulist.ParseMask(a)
	y, errY := cpulist.ParseMask(b)
	return errX == nil && errY == nil && slices.Equal(x, y) || a == b
}

func sameList(a, b string) bool {
	x, errX := cpulist.Parse(a)
	y, errY := cpulist.Parse(b)
	return errX == nil && errY == nil && slices.Equal(x, y) || a == b
}
