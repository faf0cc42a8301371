// Package sampler reads a host's raw counters once a second, or up to ten times, at a cost that a benchmark does not notice.
//
// A sample is one row of numbers. What the numbers are is the layout: an ordered list of column names, which never changes. When the set of
// columns does (a CPU, an interface or a queue comes or goes, a process tree is tracked), the next sample has another layout. So it has
// when a figure begins anew. Within a layout nothing but gauges (rssBytes, threads, processes, frequencyHz, backlogBytes, tcp/established, open, inUse, waiting, inFlight)
// and the kernel's own resets goes back. Units stand last in the names; times are microseconds.
//
//	cpu/<n>/{userUs,niceUs,systemUs,idleUs,iowaitUs,irqUs,softirqUs,stealUs}
//	cpu/<n>/frequencyHz ²
//	system/{contextSwitches,interrupts,processesCreated}
//	system/everySecondReadMonotonicUs ¹
//	nic/<name>/{rxBytes,rxPackets,rxErrors,rxDropped,txBytes,txPackets,txErrors,txDropped}
//	nic/<name>/allowance/{bwInExceeded,bwOutExceeded,ppsExceeded,conntrackExceeded,linklocalExceeded} ¹ of ENA, where the instance has them
//	nic/<name>/queue/<n>/{rxPackets,txPackets} ¹ where ethtool -S has them
//	nic/<name>/qdisc/{drops,requeues,overlimits,backlogBytes} ² of the root qdisc, which sums up those below it
//	interrupts/<irq>/<cpu>
//	softnet/<cpu>/{processed,dropped,timeSqueezed,receivedPacketSteering,flowLimited}
//	softirq/<cpu>/{netRx,netTx} ²
//	numa/<node>/{hit,miss,foreign,interleaveHit,localNode,otherNode} ²
//	cgroup/{periods,throttledPeriods,throttledUs} ¹ of our own group, which the target shares, and those above it
//	pressure/{cpu,memory,io}/someUs, pressure/{memory,io}/fullUs ¹ while some task waited for it, and all that were not idle
//	tcp/<counter> ¹
//	process/agent/cpuUs, process/others/readMonotonicUs ²
//	process/others/cpuUs ², process/kernelThreads/cpuUs ² where every process of the host can be seen
//	process/<role>/{cpuUs,systemUs,rssBytes,threads,processes}
//	process/target/worker/<i>/cpuUs, for each process in the order in which they began, at most 256
//	process/tool/thread/<i>/cpuUs ¹ for each thread, at most 256
//	process/<role>/{runDelayUs,runDelayReadMonotonicUs} ¹ that its threads waited for a CPU, summed; of 257 to 4,096 threads at the bounds of steps alone
//	target/{requestsStale,requestsTimeUs,firstRequestTimeUs}, target/worker/<n>/requests
//	target/{database,cache}/{size,open,inUse,waiting,asked,acquired,failed,waitUs,heldUs}, target/writes/{rows,commits},
//	target/downstream/{calls,attempts,timedOut,refused,unanswered,exhausted,inFlight}, of a server that has such backends
//	disk/<name>/{reads,readUs,writes,writeUs,busyUs,inFlight,flushes,flushUs} of the disk below the folder of TrackDisk
//	the columns of TrackFigures
//
// ¹ is read once a second, at system/everySecondReadMonotonicUs, and ² every five seconds, at process/others/readMonotonicUs, however often
// samples are taken; both at the bounds of a step. A rate of theirs is over the time between those times.
//
// Each kernel file has a Go file of its name, with what becomes of its figures; its parser is in internal/kernel.
package sampler

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// Config says where to read and what of.
type Config struct {
	Root string   // "/", or a folder with a captured /proc and /sys
	NICs []string // interfaces to count, with their IRQs; one that is not there now may come later
	// Supervisor is the process that keeps us and the other parts of our instance, by its pid in our own /proc; 0 where there is none.
	Supervisor int
}

// Layout names the values of a frame. Two frames with the same *Layout have the same columns.
type Layout struct {
	Columns []string
	Missing []string // why columns one might expect are not there: an error for each file that could not be read, and who cannot be seen
}

// Frame is one sample.
type Frame struct {
	Layout      *Layout
	TimeUs      int64   // since the epoch
	MonotonicUs int64   // since boot, suspended time included (CLOCK_BOOTTIME)
	Values      []int64 // one for each of Layout.Columns; reused by the next sample
}

// Sampler holds the kernel's files open. Its methods may be called from several goroutines; a frame's values belong to the caller until
// the next sample.
type Sampler struct {
	lock      sync.Mutex
	closed    bool
	buffer    []byte // the text of whichever file is being read
	sections  []*section
	nics      *netDevSource
	irqs      *interruptSource
	processes *processSource
	requests  *requestSource
	figures   *figureSource
	disk      *diskSource

	observing sync.Mutex // never taken while lock is held
	observer  observer
	observed  []byte // like buffer, for observations

	pace   pace
	layout *Layout
	values []int64
}

// Open opens what is to be read, and reads it once. It fails for an impossible interface name, and where root is no host.
func Open(config Config) (*Sampler, error) {
	s := &Sampler{buffer: make([]byte, 4*minimumReadBytes), observed: make([]byte, 4*minimumReadBytes)}
	for _, nic := range config.NICs {
		if nic == "" || nic == "." || nic == ".." || strings.ContainsAny(nic, "/: \t\n") { // dev_valid_name, net/core/dev.c
			return nil, fmt.Errorf("opening the sampler: %q cannot be an interface", nic)
		}
	}
	nics := slices.Clone(config.NICs)
	slices.Sort(nics)
	if err := s.openSections(kernel.At(config.Root), slices.Compact(nics)); err != nil {
		return nil, fmt.Errorf("opening the sampler: %w", err)
	}
	if table := s.processes.table; config.Root != "/" || table.self == os.Getpid() {
		table.supervisor = config.Supervisor
	}
	if _, err := s.SampleBoundary(); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("opening the sampler: %w", err)
	}
	if err := s.sections[0].err; err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("opening the sampler: %w", err)
	}
	return s, nil
}

// Track adds processes and their descendants, as one tree, as columns process/<role>/..., replacing what the role was before. The pids are of
// the /proc below Config.Root.
func (s *Sampler) Track(role string, pids ...int) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return errClosed
	}
	return s.processes.track(role, pids)
}

// Untrack removes the role's columns. The processes count under others again.
func (s *Sampler) Untrack(role string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.closed {
		s.processes.untrack(role)
	}
}

// TrackRequests adds the reference server's own request counters, read from its stats socket. The server need not be up yet. A path of more
// than 107 bytes is an error.
func (s *Sampler) TrackRequests(socket string) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return errClosed
	}
	return s.requests.track(socket)
}

// UntrackRequests removes the columns under target.
func (s *Sampler) UntrackRequests() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.closed {
		s.requests.untrack()
	}
}

// Sample reads everything once. Costly sources are refreshed once a second, or every five seconds, however often samples are taken, and
// repeated in between. A file that cannot be read costs its columns and is named in Layout.Missing; the error is for a sampler that was
// closed.
func (s *Sampler) Sample() (Frame, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.sample(everySample)
}

// SampleBoundary is Sample with everything refreshed, for the start and the end of a step.
func (s *Sampler) SampleBoundary() (Frame, error) {
	s.refreshFigures()
	s.lock.Lock()
	defer s.lock.Unlock()
	frame, err := s.sample(everything)
	if err == nil {
		s.processes.table.boundary(s.processes.othersReadUs)
	}
	return frame, err
}

// Close lets go of all files; later calls fail.
func (s *Sampler) Close() error {
	if err := s.closeSections(); err != nil {
		return err
	}
	s.observing.Lock() // an observation that runs still reads
	defer s.observing.Unlock()
	s.observer.table.close()
	return nil
}

func (s *Sampler) closeSections() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return errClosed
	}
	s.closed = true
	for _, section := range s.sections {
		section.close()
	}
	return nil
}

var errClosed = errors.New("the sampler is closed")

// sample refreshes what is due, and at least this much.
func (s *Sampler) sample(atLeast scope) (frame Frame, err error) {
	if s.closed {
		return Frame{}, errClosed
	}
	if frame.TimeUs, err = clockUs(unix.CLOCK_REALTIME); err != nil {
		return Frame{}, fmt.Errorf("reading the clock: %w", err)
	}
	if frame.MonotonicUs, err = clockUs(unix.CLOCK_BOOTTIME); err != nil {
		return Frame{}, fmt.Errorf("reading the clock since boot: %w", err)
	}
	refresh := max(atLeast, s.pace.due(frame.MonotonicUs))
	s.pace.refreshed(refresh, frame.MonotonicUs)
	s.requests.ask()
	if s.readSections(refresh) || s.layout == nil {
		s.layout = s.newLayout()
	}
	s.values = s.values[:0]
	for _, section := range s.sections {
		if section.err == nil {
			s.values = section.values(s.values)
		}
	}
	frame.Layout, frame.Values = s.layout, s.values
	return frame, nil
}
