package tuning

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// openFilesLimit sets both limits of the programs that the agent starts. Raising the hard one takes a capability.
func (p *planner) openFilesLimit(files int) error {
	if files < 1 {
		return Refusal{fmt.Sprintf("A limit of %d open files is not possible.", files)}
	}
	if p.h.bound.limits == nil {
		p.notHere(openFilesKey, "a captured host has no processes to limit")
		return nil
	}
	now, err := p.h.bound.limits.OpenFiles()
	if err != nil {
		return err
	}
	soft := uint64(files)
	asked := unix.Rlimit{Cur: soft, Max: soft} // Go programs raise the soft limit to the hard one when they start
	change := p.ask(openFilesKey, formatLimit(asked), "open files of the processes that the agent starts, soft:hard")
	if change.Status == ToChange && asked.Max > now.Max && p.h.bound.mayRaiseLimit() != nil {
		change.fail(errHardLimit)
	}
	return nil
}

// Limits are those of open files of programs that are started. Whoever starts them can also lower the hard limit, and take that back.
type Limits interface {
	OpenFiles() (unix.Rlimit, error)
	SetOpenFiles(unix.Rlimit) error
}

var errHardLimit = absentError{"it is above the hard limit, which the agent may not raise (EPERM): that takes root, CAP_SYS_RESOURCE, or LimitNOFILE in its unit file"}

func mayRaiseLimit() error { return lacksCapability(unix.CAP_SYS_RESOURCE) }

const infinity = "infinity"

const openFilesKey = "limits/nofile"

// endsWithAgent is for what no other life has to put back, and nothing but this agent has.
func endsWithAgent(key string) bool { return key == openFilesKey }

// openFilesKnob is soft:hard of the processes that the agent starts. It ends with the agent, so that another life has nothing to put back.
func (h *host) openFilesKnob(spot) knob {
	if h.bound.limits == nil {
		return unreachable(absentError{"a captured host has no processes to limit"})
	}
	return knob{
		path: "prlimit --nofile",
		read: func() (string, error) {
			limit, err := h.bound.limits.OpenFiles()
			return formatLimit(limit), err
		},
		write: func(value string) error {
			limit, err := parseLimit(value)
			if err != nil {
				return err
			}
			err = h.bound.limits.SetOpenFiles(limit)
			if most, unknown := strconv.ParseUint(h.Peek("/proc/sys/fs/nr_open"), 10, 64); err != nil && unknown == nil && limit.Max > most {
				return absentError{fmt.Sprintf("no limit may be above fs.nr_open, which is %d", most)}
			}
			if errors.Is(err, unix.EPERM) {
				return errHardLimit
			}
			return err
		},
		mayWrite: func() error { return nil },
	}
}

func formatLimit(limit unix.Rlimit) string {
	word := func(n uint64) string {
		if n == unix.RLIM_INFINITY {
			return infinity
		}
		return strconv.FormatUint(n, 10)
	}
	return word(limit.Cur) + ":" + word(limit.Max)
}

func parseLimit(text string) (unix.Rlimit, error) {
	number := func(word string) (uint64, error) {
		if word == infinity {
			return unix.RLIM_INFINITY, nil
		}
		return strconv.ParseUint(word, 10, 64)
	}
	soft, hard, _ := strings.Cut(text, ":")
	cur, errSoft := number(soft)
	most, errHard := number(hard)
	if err := errors.Join(errSoft, errHard); err != nil {
		return unix.Rlimit{}, fmt.Errorf("the limit %q is not soft:hard: %w", text, err)
	}
	return unix.Rlimit{Cur: cur, Max: most}, nil
}
