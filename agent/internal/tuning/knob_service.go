package tuning

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// stoppable are the services whose work moves what was tuned, or comes at the wrong moment.
var stoppable = []string{"irqbalance", "cron", "crond", "tuned", "thermald"}

// States of a service. A unit of systemd is stopped; where none is, the processes of that name are paused instead, so that nothing has to be
// started again with guessed arguments.
const (
	serviceAbsent  = "absent"
	serviceRunning = "running"
	serviceStopped = "stopped"
	servicePaused  = "paused"
)

// noteUnit tells another life that systemd has the service; any other note lists the paused processes.
const noteUnit = "unit"

func (h *host) serviceKnob(name, note string) (knob, bool) {
	if !slices.Contains(stoppable, name) {
		return knob{}, false
	}
	if note == noteUnit || note == "" && h.ofSystemd(name) {
		return h.unitKnob(name), true
	}
	return h.processesKnob(name, note), true
}

// ofSystemd is also true where systemd does not answer: its services are not paused behind its back.
func (h *host) ofSystemd(name string) bool {
	u := h.unit(name)
	return u.loaded || u.err != nil
}

func (h *host) unitKnob(name string) knob {
	return knob{
		path: "systemctl stop " + name,
		read: func() (string, error) {
			u := h.unit(name)
			switch {
			case u.err != nil:
				return "", u.err
			case !u.loaded:
				return serviceAbsent, nil
			case u.active:
				return serviceRunning, nil
			}
			return serviceStopped, nil
		},
		write: func(value string) error {
			verb := "start"
			if value == serviceStopped {
				verb = "stop"
			}
			h.forget()
			_, err := h.bound.systemctl(verb, name+".service")
			return err
		},
		mayWrite: func() error { return nil }, // polkit decides, and says so only when it is asked
		note:     func() string { return noteUnit },
	}
}

// processesKnob pauses the processes of a name that the note lists, and lets them go on. One that began after the note was written, as cron's do
// for each job, is not paused: nobody would know that it has to go on.
func (h *host) processesKnob(name, note string) knob {
	return knob{
		path: "kill -STOP " + name,
		read: func() (string, error) { return stateOf(h.processesOf(name)), nil },
		write: func(value string) error {
			noted, err := parseProcesses(note)
			if err != nil {
				return err
			}
			if value == servicePaused {
				return h.signalAll(noted, unix.SIGSTOP)
			}
			return h.signalAll(noted, unix.SIGCONT)
		},
		mayWrite: func() error { return h.signalAll(h.processesOf(name), 0) },
		note: func() string {
			return formatProcesses(slices.DeleteFunc(h.processesOf(name), func(p process) bool { return p.paused() }))
		},
	}
}

func stateOf(processes []process) string {
	if len(processes) == 0 {
		return serviceAbsent
	}
	for _, p := range processes {
		if !p.paused() {
			return serviceRunning
		}
	}
	return servicePaused
}

// signalAll reaches only processes that still are who they were.
func (h *host) signalAll(processes []process, signal syscall.Signal) error {
	if h.bound.signal == nil {
		return absentError{"the processes of a captured host cannot be reached"}
	}
	h.forget()
	for _, p := range processes {
		if now, ok := h.process(p.pid); !ok || now.start != p.start {
			continue
		}
		if err := h.bound.signal(p.pid, signal); err != nil && err != unix.ESRCH {
			return fmt.Errorf("process %d: %w", p.pid, err)
		}
	}
	return nil
}

func formatProcesses(processes []process) string {
	words := make([]string, len(processes))
	for i, p := range processes {
		words[i] = fmt.Sprintf("%d@%d", p.pid, p.start)
	}
	return strings.Join(words, " ")
}

func parseProcesses(note string) ([]process, error) {
	var processes []process
	for word := range strings.FieldsSeq(note) {
		pid, start, _ := strings.Cut(word, "@")
		number, err := strconv.ParseUint(pid, 10, 31)
		ticks, errStart := strconv.ParseUint(start, 10, 64)
		if err != nil || errStart != nil || number < 2 {
			return nil, fmt.Errorf("%q names no paused process", word)
		}
		processes = append(processes, process{pid: int(number), start: ticks})
	}
	return processes, nil
}
