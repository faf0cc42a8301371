package tuning

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/tuning/systemd"
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

func (p *planner) stopServices() error {
	for i, name := range p.wanted.StopServices {
		if !slices.Contains(stoppable, name) {
			return Refusal{fmt.Sprintf("%.80q is not among the services that a run may stop: %s.", name, strings.Join(stoppable, ", "))}
		}
		if slices.Contains(p.wanted.StopServices[:i], name) {
			continue
		}
		key := "service/" + name
		value, why := servicePaused, "its processes are paused, and go on when everything was put back"
		if p.h.ofSystemd(name) {
			value, why = serviceStopped, "it is started again when everything was put back"
		}
		change := p.ask(key, value, why)
		// A service that is not there, or not running, needs no stopping.
		if change.Before != nil && *change.Before != serviceRunning {
			change.Status, change.Reason, change.Why = Unchanged, "", "it is not running"
			change.Asked = change.Before
		}
	}
	return nil
}

func (h *host) serviceKnob(at spot) knob {
	if at.note == noteUnit || at.note == "" && h.ofSystemd(at.name) {
		return h.unitKnob(at.name)
	}
	return h.processesKnob(at.name, at.note)
}

func serviceKeys(*host, string) []string { return keysOf("service/", stoppable) }

// ofSystemd is also true where systemd does not answer: its services are not paused behind its back.
func (h *host) ofSystemd(name string) bool {
	u := h.unit(name)
	return u.Loaded || u.Err != nil
}

// unit asks systemd for all stoppable services at once, the first time.
func (h *host) unit(name string) systemd.Unit {
	if h.bound.systemctl == nil {
		return systemd.Unit{}
	}
	if h.units == nil {
		h.units = map[string]systemd.Unit{}
		arguments := []string{"show", "--property=Id,LoadState,ActiveState"}
		for _, service := range stoppable {
			arguments = append(arguments, service+".service")
		}
		text, err := h.bound.systemctl(arguments...)
		if err == nil {
			h.units = systemd.Units(text)
		}
		for _, service := range stoppable {
			if _, ok := h.units[service]; !ok {
				h.units[service] = systemd.Unit{Err: err}
			}
		}
	}
	return h.units[name]
}

func (h *host) unitKnob(name string) knob {
	return knob{
		path: "systemctl stop " + name,
		read: func() (string, error) {
			u := h.unit(name)
			switch {
			case u.Err != nil:
				return "", u.Err
			case !u.Loaded:
				return serviceAbsent, nil
			case u.Active:
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

// processesKnob pauses the processes of a name that the note lists, and lets them go on. One that began after the note was written, as
// cron's do for each job, is not paused: the note would not say that it has to go on.
func (h *host) processesKnob(name, note string) knob {
	return knob{
		path: "kill -STOP " + name,
		read: func() (string, error) {
			found := h.processesOf(name)
			if unseen := h.Unseen(); len(found) == 0 && unseen != "" {
				return "", absentError{"whether it runs cannot be seen " + unseen}
			}
			return stateOf(found), nil
		},
		write: func(value string) error {
			noted, err := parseProcesses(note)
			if err != nil {
				return err
			}
			// Root restores from a journal that the service's user may write to: no other process is paused by it.
			noted = slices.DeleteFunc(noted, func(p process) bool { now, ok := h.process(p.pid); return ok && now.name != name })
			if value != servicePaused {
				return h.signalAll(noted, unix.SIGCONT)
			}
			if err := h.signalAll(noted, unix.SIGSTOP); err != nil {
				return err
			}
			h.awaitPaused(noted)
			return nil
		},
		mayWrite: func() error { return h.signalAll(h.processesOf(name), 0) },
		note: func() string {
			return formatProcesses(slices.DeleteFunc(h.processesOf(name), func(p process) bool { return p.paused }))
		},
	}
}

func stateOf(processes []process) string {
	if len(processes) == 0 {
		return serviceAbsent
	}
	if slices.ContainsFunc(processes, func(p process) bool { return !p.paused }) {
		return serviceRunning
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

// The kernel stops a process when that next has a CPU, or leaves a call that nothing interrupts: until then it may still move an interrupt.
const pauseWithin, pauseLookEvery = 2 * time.Second, time.Millisecond

// awaitPaused returns when none of the processes runs any more, and after pauseWithin in any case: what still runs then, readBack says.
func (h *host) awaitPaused(processes []process) {
	runs := func(p process) bool {
		now, ok := h.process(p.pid)
		return ok && now.start == p.start && !now.paused
	}
	for until := time.Now().Add(pauseWithin); slices.ContainsFunc(processes, runs) && time.Now().Before(until); {
		time.Sleep(pauseLookEvery)
	}
	h.forget()
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
