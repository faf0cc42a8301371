package tuning

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// knob is a single value of the kernel. It is made from its key alone, so that another life can put back what this one changed.
type knob struct {
	key  string
	path string
	// read returns the value as it is, errors as they come; absentError where a host has no such thing.
	read  func() (string, error)
	write func(value string) error
	// mayWrite is why a write would be refused, as far as that is known without one.
	mayWrite func() error
	// same compares what was asked with what reads back: the kernel has its own way to write a value.
	same func(a, b string) bool
	// note is what another life needs to put the knob back besides its value; empty for most.
	note func() string
}

// knob finds the value that a key means; note is what the journal kept for it. A key from a journal is trusted no more than any input: it
// leads only to what the table of settings knows.
func (h *host) knob(key, note string) (knob, error) {
	_, kind, at, ok := lookUp(key)
	if !ok {
		return knob{}, fmt.Errorf("%q is no key of a setting", key)
	}
	at.note = note
	k := kind.knob(h, at)
	if at.nic != "" {
		k = h.untilGone(k, at.nic)
	}
	k.key = key
	if k.same == nil {
		k.same = func(a, b string) bool { return a == b }
	}
	if k.note == nil {
		k.note = func() string { return "" }
	}
	return k, nil
}

// untilGone makes every error of an interface that is no longer there say so.
func (h *host) untilGone(k knob, nic string) knob {
	return k.explained(func(err error) error {
		if err != nil && !h.Exists(nicFolder(nic)) {
			return goneError{nic}
		}
		return err
	})
}

// explained has every error of a knob pass through a function, nil too.
func (k knob) explained(explain func(error) error) knob {
	read, write, mayWrite := k.read, k.write, k.mayWrite
	k.read = func() (string, error) { value, err := read(); return value, explain(err) }
	k.write = func(value string) error { return explain(write(value)) }
	k.mayWrite = func() error { return explain(mayWrite()) }
	return k
}

// fileKnob is a file whose text is the value.
func (h *host) fileKnob(name string, same func(a, b string) bool) knob {
	f := h.bound.files
	return knob{
		path: name,
		read: func() (string, error) {
			text, err := os.ReadFile(h.Path(name))
			return strings.TrimSuffix(string(text), "\n"), err
		},
		write:    func(value string) error { return f.write(name, value) },
		mayWrite: func() error { return f.mayWrite(name) },
		same:     same,
	}
}

// unreachable is one that always answers with the same error: that a host does not have it, or not any more.
func unreachable(err error) knob {
	return knob{
		read:     func() (string, error) { return "", err },
		write:    func(string) error { return err },
		mayWrite: func() error { return err },
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
