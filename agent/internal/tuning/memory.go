package tuning

import (
	"cmp"
	"fmt"
	"slices"

	"millionrps/agent/internal/kernel"
)

const hugePagesKey = "memory/transparent_hugepage"

func (p *planner) transparentHugePages(wanted string) error {
	if !slices.Contains([]string{"always", "madvise", "never"}, wanted) {
		return Refusal{fmt.Sprintf("Transparent huge pages are always, madvise or never, not %.80q.", wanted)}
	}
	p.ask(hugePagesKey, wanted, "when memory comes in large pages")
	return nil
}

// hugePagesKnob is the word in brackets: always [madvise] never.
func (h *host) hugePagesKnob(spot) knob {
	k := h.fileKnob("/sys/kernel/mm/transparent_hugepage/enabled", nil)
	read := k.read
	k.read = func() (string, error) {
		text, err := read()
		if missing(err) {
			return "", absentError{"this kernel has no transparent huge pages"}
		}
		return cmp.Or(kernel.Chosen(text), text), err // a made-up root has what was written
	}
	return k
}
