// Package perf samples what the CPUs of this host run, whatever program that is, the kernel included: by perf events of the kernel, many times a
// second on each CPU, with the stack of each sample. What comes is a profile that pprof reads. Samples of a CPU that idles are dropped.
//
// The clock is the kernel's own timer (cpu-clock) and no counter of the CPU, so that it is there in virtual machines too and figures of
// hosts compare. It cannot interrupt where the kernel has switched interrupts off: such time shows where it switches them on again.
//
// Stacks are walked by frame pointers. Programs that were built without them have stacks that end early, or lack callers.
package perf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// Hertz is how often each CPU is sampled for runs: not in step with what happens a hundred times a second.
const Hertz = 99

// drainEvery is short enough for the buffers: at 99 samples of 1 KB a second they hold two seconds.
const drainEvery = 500 * time.Millisecond

// Sampled is a profile in pprof's format, with what there is to say of it.
type Sampled struct {
	Encoded []byte
	// Note has sentences on how it was taken and what it lacks.
	Note string
	// Processes is how many were seen to run.
	Processes int
}

// Samples are what was taken, as addresses.
type Samples struct {
	stacks *stacks
	how    taking
}

// Capture samples each CPU so many times a second, for so long, or until the context ends, which is its error then. The error goes on after
// "could not be taken: ".
func Capture(ctx context.Context, span time.Duration, hertz int) (*Samples, error) {
	s, err := open(hertz)
	if err != nil {
		return nil, err
	}
	defer s.close()
	began := time.Now()
	if err := s.enable(); err != nil {
		return nil, err
	}
	if err := s.drainFor(ctx, span); err != nil {
		return nil, err
	}
	s.disable()
	s.drain()
	s.stacks.lookAgain()
	return &Samples{s.stacks, taking{began: began, span: time.Since(began), hertz: hertz, cpus: len(s.events), lost: s.lost, withoutIdle: s.withoutIdle}}, nil
}

// Profile names every address. That takes some tenths of a second of CPU time, which nobody should have to share who is measured.
func (s *Samples) Profile() (Sampled, error) { return s.stacks.sampled(s.how) }

// Check says why this process may not sample here: nil when it may. Nothing is sampled.
func Check() error {
	cpus, err := onlineCPUs()
	if err != nil {
		return err
	}
	fd, err := openEvent(cpus[0], Hertz, withoutIdle(kernel.At("/")))
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

// session is a sampling of all CPUs.
type session struct {
	events      []*event
	stacks      *stacks
	lost        uint64
	withoutIdle bool
}

// event is what one CPU is sampled by.
type event struct {
	fd, cpu int
	ring    *ring
}

func open(hertz int) (*session, error) {
	cpus, err := onlineCPUs()
	if err != nil {
		return nil, err
	}
	idle := withoutIdle(kernel.At("/"))
	s := &session{stacks: newStacks(), withoutIdle: idle != 0}
	for _, cpu := range cpus {
		fd, err := openEvent(cpu, hertz, idle)
		if err != nil {
			s.close()
			return nil, err
		}
		e := &event{fd: fd, cpu: cpu}
		s.events = append(s.events, e)
		if e.ring, err = mapRing(fd); err != nil {
			s.close()
			return nil, fmt.Errorf("the buffer of CPU %d: %w", cpu, err)
		}
	}
	return s, nil
}

func onlineCPUs() ([]int, error) {
	cpus, err := kernel.At("/").CPUs("/sys/devices/system/cpu/online")
	if err == nil && len(cpus) == 0 {
		err = errors.New("there are none")
	}
	if err != nil {
		return nil, fmt.Errorf("which CPUs are online is not known: %w", err)
	}
	return cpus, nil
}

// openEvent opens a stopped event on one CPU, for all processes.
func openEvent(cpu, hertz int, idle uint64) (fd int, err error) {
	attr := unix.PerfEventAttr{
		Type:        unix.PERF_TYPE_SOFTWARE,
		Config:      unix.PERF_COUNT_SW_CPU_CLOCK,
		Size:        uint32(unix.PERF_ATTR_SIZE_VER5),
		Sample:      uint64(hertz),
		Sample_type: sampleType,
		Bits:        unix.PerfBitDisabled | unix.PerfBitFreq | unix.PerfBitComm | unix.PerfBitCommExec | idle,
	}
	fd, err = unix.PerfEventOpen(&attr, -1, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return -1, refusal(kernel.At("/"), err)
	}
	return fd, nil
}

// Refusal is why this process may not sample, with what would help.
type Refusal struct {
	Sentence string
	// Filter says that a filter of system calls stands in the way, Right that CAP_PERFMON is missing.
	Filter, Right bool
}

func (r Refusal) Error() string { return r.Sentence }

// refusal explains an error of perf_event_open. A kernel whose perf events are forbidden answers EACCES; filters of services answer EPERM, those
// of containers that or ENOSYS.
func refusal(fs kernel.FS, err error) error {
	level, known := fs.Sysctl("kernel.perf_event_paranoid")
	status, _ := fs.PIDStatus("self")
	right := level > 0 && !mayObserve(status.Effective)
	denied, unknown := errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSYS) || errors.Is(err, os.ErrNotExist)
	switch {
	case known && status.Filtered && (unknown || errors.Is(err, unix.EPERM)):
		return filtered(right)
	case denied && !known:
		return errors.New("this kernel, or the container's system call filter, has no perf events; run the agent outside of the container, or let its filter pass perf_event_open")
	case denied && right:
		return Refusal{fmt.Sprintf("the kernel lets nobody sample a whole host without CAP_PERFMON here (kernel.perf_event_paranoid is %d); give the agent CAP_PERFMON, or set kernel.perf_event_paranoid to 0", level), false, true}
	case denied:
		return errors.New("the kernel refuses it although the agent has the right: CAP_PERFMON does not count in a user namespace, as of a rootless container, and a security module such as SELinux may forbid it")
	case unknown:
		return errors.New("this kernel was built without perf events (CONFIG_PERF_EVENTS); use one that has them")
	case errors.Is(err, unix.EMFILE):
		return errors.New("there are too few file descriptors for one on each CPU; raise the limit of open files of the agent")
	}
	return fmt.Errorf("perf_event_open: %w", err)
}

// filtered: whoever passes the filter still needs the right.
func filtered(right bool) Refusal {
	sentence := "the system call filter of the agent's service or container refuses perf_event_open; let it pass that (in a drop-in of the service: SystemCallFilter=perf_event_open)"
	if right {
		sentence += ", and give the agent CAP_PERFMON or set kernel.perf_event_paranoid to 0"
	}
	return Refusal{sentence, true, right}
}

// mayObserve: CAP_SYS_ADMIN includes CAP_PERFMON, which kernels before 5.8 lack (include/uapi/linux/capability.h).
func mayObserve(capabilities uint64) bool {
	const sysAdmin, perfmon = 1 << 21, 1 << 38
	return capabilities&(sysAdmin|perfmon) != 0
}

func (s *session) enable() error {
	for _, e := range s.events {
		if err := unix.IoctlSetInt(e.fd, unix.PERF_EVENT_IOC_ENABLE, 0); err != nil {
			return fmt.Errorf("starting on CPU %d: %w", e.cpu, err)
		}
	}
	return nil
}

func (s *session) disable() {
	for _, e := range s.events {
		_ = unix.IoctlSetInt(e.fd, unix.PERF_EVENT_IOC_DISABLE, 0)
	}
}

func (s *session) drainFor(ctx context.Context, span time.Duration) error {
	end := time.NewTimer(span)
	tick := time.NewTicker(drainEvery)
	defer end.Stop()
	defer tick.Stop()
	for {
		select {
		case <-end.C:
			return nil
		case <-tick.C:
			s.drain()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (s *session) drain() {
	for _, e := range s.events {
		e.ring.read(func(r record) {
			switch r.kind {
			case recordSample:
				if sample, ok := parseSample(r.body); ok {
					s.stacks.add(sample)
				} else {
					s.lost++
				}
			case recordLost:
				s.lost += parseLost(r.body)
			case recordComm:
				if pid, exec := parseComm(r); exec {
					s.stacks.forget(pid)
				}
			}
		})
	}
}

func (s *session) close() {
	for _, e := range s.events {
		e.ring.close()
		_ = unix.Close(e.fd)
	}
}
