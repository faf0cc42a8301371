package tuning

import (
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits are those of the processes that this one starts.
type limits interface {
	openFiles() (unix.Rlimit, error)
	setOpenFiles(unix.Rlimit) error
	// mayRaise is why the hard limit cannot be raised.
	mayRaise() error
}

// Limits are those of open files of programs that are started. Whoever starts them can also lower the hard limit, and take that back.
type Limits interface {
	OpenFiles() (unix.Rlimit, error)
	SetOpenFiles(unix.Rlimit) error
}

type givenLimits struct{ Limits }

func (g givenLimits) openFiles() (unix.Rlimit, error)      { return g.OpenFiles() }
func (g givenLimits) setOpenFiles(limit unix.Rlimit) error { return g.SetOpenFiles(limit) }
func (givenLimits) mayRaise() error                        { return lacksCapability(unix.CAP_SYS_RESOURCE) }

var errHardLimit = absentError{"it is above the hard limit, which the agent may not raise (EPERM): that takes root, CAP_SYS_RESOURCE, or LimitNOFILE in its unit file"}

// childLimits speaks to the kernel past Go's syscall package. Go raises its own soft limit to one less than the hard one when it starts, and
// gives children the limit that it found, for as long as it sees its own value (rlimit.go and exec_linux.go of package syscall). Any other
// value, which Go takes for somebody else's wish, is passed on; and with its own value back, children get what they got before.
type childLimits struct{}

// startLimits are what this process had, and what it passed on, when it was first asked.
type startLimits struct{ own, passedOn unix.Rlimit }

var limitsAtStart = sync.OnceValues(func() (startLimits, error) {
	var own unix.Rlimit
	if err := prlimit(nil, &own); err != nil {
		return startLimits{}, err
	}
	if own.Cur == own.Max-1 {
		if passedOn, err := limitsOfAChild(); err == nil {
			return startLimits{own, passedOn}, nil
		}
	}
	return startLimits{own, own}, nil
})

// limitsOfAChild starts one that prints its own: what Go passes on is not told otherwise.
func limitsOfAChild() (unix.Rlimit, error) {
	text, err := exec.Command("cat", "/proc/self/limits").Output()
	if err != nil {
		return unix.Rlimit{}, err
	}
	return parseLimits(string(text))
}

// parseLimits takes the line of open files out of /proc/PID/limits (proc_pid_limits, fs/proc/base.c).
func parseLimits(text string) (unix.Rlimit, error) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "Max open files"); ok {
			if words := strings.Fields(rest); len(words) >= 2 {
				return parseLimit(strings.ReplaceAll(words[0]+":"+words[1], "unlimited", infinity))
			}
		}
	}
	return unix.Rlimit{}, errors.New("/proc/self/limits has no line of open files")
}

func (childLimits) openFiles() (unix.Rlimit, error) {
	start, err := limitsAtStart()
	if err != nil {
		return unix.Rlimit{}, err
	}
	var now unix.Rlimit
	if err := prlimit(nil, &now); err != nil || now != start.own {
		return now, err
	}
	return start.passedOn, nil
}

func (childLimits) setOpenFiles(limit unix.Rlimit) error {
	start, err := limitsAtStart()
	if err != nil {
		return err
	}
	if limit == start.passedOn {
		limit = start.own
	}
	return prlimit(&limit, nil)
}

func (childLimits) mayRaise() error { return lacksCapability(unix.CAP_SYS_RESOURCE) }

func prlimit(limit, before *unix.Rlimit) error {
	_, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, unix.RLIMIT_NOFILE,
		uintptr(unsafe.Pointer(limit)), uintptr(unsafe.Pointer(before)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

const infinity = "infinity"

const openFilesKey = "limits/nofile"

// openFilesKnob is soft:hard of the processes that the agent starts. It ends with the agent, so that another life has nothing to put back.
func (h *host) openFilesKnob() knob {
	if h.bound.limits == nil {
		return absentKnob("a captured host has no processes to limit")
	}
	return knob{
		path: "prlimit --nofile",
		read: func() (string, error) {
			limit, err := h.bound.limits.openFiles()
			return formatLimit(limit), err
		},
		write: func(value string) error {
			limit, err := parseLimit(value)
			if err != nil {
				return err
			}
			err = h.bound.limits.setOpenFiles(limit)
			if most, unknown := strconv.ParseUint(h.peek("/proc/sys/fs/nr_open"), 10, 64); err != nil && unknown == nil && limit.Max > most {
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
