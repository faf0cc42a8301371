package sampler

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// process is one process of the host. What it is (parent, kernel thread, tree) is read once, when it is first seen.
type process struct {
	pid          int
	parent       int // when first seen; 1 later, should the parent end first
	startTicks   int64
	kernelThread bool
	tree         *processTree // nil: in no tracked tree
	fresh        bool         // its tree is not yet decided
	ofInstance   bool         // the supervisor, or descends from it and not by way of us
	ended        bool
	cpuUs        int64 // as last seen; never falls
	name         string
	boundaryUs   int64 // cpuUs at the last boundary
	member       memberFigures
	reaper       *process // of a member: its parent when last read, who may wait for it
}

// processTable knows every process of the host, so that the CPU of those in no tree is a sum and not a remainder.
// Listing /proc costs 0.4 µs a process and a look at a new process 7 µs; neither happens unless something was forked meanwhile.
type processTable struct {
	folder int // /proc itself, held open
	self   int // our own process in that /proc; 0 when it is not there
	// supervisor keeps the parts of our instance, us among them; 0 when we were started alone.
	supervisor int
	hasClocks  bool // pids in this /proc are ours to ask clock_gettime about
	buffer     *[]byte

	known       []*process // ascending by pid
	merged      []*process
	fresh       []*process
	gone        []*process
	pids        []int
	path        []byte
	listedForks int64

	otherUs         int64 // sums over processes that have ended
	kernelThreadsUs int64

	others otherUse
}

func openProcessTable(fs kernel.FS, buffer *[]byte) (*processTable, error) {
	folder, err := unix.Open(fs.Path("/proc"), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening /proc: %w", err)
	}
	table := &processTable{folder: folder, buffer: buffer, listedForks: -1}
	// self leads to our pid as that /proc numbers it, which another PID namespace's does differently.
	if name, err := os.Readlink(fs.Path("/proc/self")); err == nil {
		table.self, _ = strconv.Atoi(name)
	}
	if fs.Own() && table.self == os.Getpid() {
		_, err := processClockUs(table.self)
		table.hasClocks = err == nil
	}
	return table, nil
}

// list finds new processes and retires those that are gone. forks is the kernel's count of forks, read before: when it is the same as
// last time, no new process can be there.
func (t *processTable) list(forks int64) error {
	if err := t.readPids(); err != nil {
		return err
	}
	t.listedForks = forks
	t.merged = t.merged[:0]
	at := 0
	for _, pid := range t.pids {
		for ; at < len(t.known) && t.known[at].pid < pid; at++ {
			t.gone = append(t.gone, t.known[at])
		}
		if at < len(t.known) && t.known[at].pid == pid && !t.known[at].ended {
			t.merged = append(t.merged, t.known[at])
			at++
		} else if p, ok := t.look(pid); ok { // where the known one has ended, this is a later process with its pid
			t.merged = append(t.merged, p)
			t.fresh = append(t.fresh, p)
		}
	}
	t.gone = append(t.gone, t.known[at:]...)
	t.retireGone()
	t.known, t.merged = t.merged, t.known
	clear(t.merged)
	for _, p := range t.fresh {
		t.place(p)
	}
	clear(t.fresh)
	t.fresh = t.fresh[:0]
	return nil
}

// readPids lists the numeric names of /proc. The kernel gives them in ascending order; a captured tree on disk may not.
func (t *processTable) readPids() error {
	if err := rewind(t.folder); err != nil {
		return fmt.Errorf("listing /proc: %w", err)
	}
	t.pids = t.pids[:0]
	for {
		n, err := listSome(t.folder, *t.buffer)
		if err != nil {
			return fmt.Errorf("listing /proc: %w", err)
		}
		if n == 0 {
			break
		}
		t.pids = kernel.AppendPIDs(t.pids, (*t.buffer)[:n])
	}
	slices.Sort(t.pids)
	return nil
}

// look reads a process that is new to us; ok is false when it has ended meanwhile.
func (t *processTable) look(pid int) (p *process, ok bool) {
	text, err := t.statText(pid)
	if err != nil {
		return nil, false
	}
	var stat kernel.PIDStat
	if err := kernel.ParsePIDStat(text, &stat); err != nil {
		return nil, false
	}
	p = newProcess(pid, &stat)
	p.name = printableName(stat.Name)
	return p, true
}

func newProcess(pid int, stat *kernel.PIDStat) *process {
	return &process{
		pid: pid, parent: stat.Parent, startTicks: stat.StartTicks, kernelThread: stat.KernelThread,
		fresh: true, cpuUs: stat.CPUUs(), member: memberFigures{fd: -1},
	}
}

func (t *processTable) readStat(pid int) (stat kernel.PIDStat, err error) {
	text, err := t.statText(pid)
	if err != nil {
		return stat, err
	}
	return stat, kernel.ParsePIDStat(text, &stat)
}

// statText is valid until the buffer is used again.
func (t *processTable) statText(pid int) (text []byte, err error) {
	fd, err := t.openStat(pid)
	if err != nil {
		return nil, err
	}
	defer closeFile(fd)
	return readWhole(fd, t.buffer)
}

// openStat opens PID/stat below /proc. The name is made by hand because unix.Openat allocates one.
func (t *processTable) openStat(pid int) (fd int, err error) {
	t.path = append(strconv.AppendInt(t.path[:0], int64(pid), 10), "/stat\x00"...)
	return openForReading(t.folder, t.path)
}

// find returns the process with this pid, or nil.
func (t *processTable) find(pid int) *process {
	at, found := slices.BinarySearchFunc(t.known, pid, func(p *process, pid int) int { return cmp.Compare(p.pid, pid) })
	if !found {
		return nil
	}
	return t.known[at]
}

// retireGone notes every end before it looks at one: whose parent is gone as well is an orphan.
func (t *processTable) retireGone() {
	for _, p := range t.gone {
		p.ended = true
	}
	for _, p := range t.gone {
		if p.tree != nil {
			p.settle()
		}
	}
	for _, p := range t.gone {
		t.retire(p)
	}
	clear(t.gone)
	t.gone = t.gone[:0]
}

// retire keeps the CPU time of a process that has ended.
func (t *processTable) retire(p *process) {
	switch {
	case p.tree != nil:
		p.tree.retire(p)
	case p.kernelThread:
		t.kernelThreadsUs += p.cpuUs
	case p.pid != t.self:
		t.otherUs += p.cpuUs
		t.others.ended(p)
	}
}

// readOthers brings the CPU time of every process outside the trees up to date and returns the two sums.
func (t *processTable) readOthers() (otherUs, kernelThreadsUs int64) {
	for _, p := range t.known {
		if p.tree != nil || p.pid == t.self {
			continue
		}
		t.readOther(p)
		if p.kernelThread {
			kernelThreadsUs += p.cpuUs
		} else {
			otherUs += p.cpuUs
		}
	}
	return t.otherUs + otherUs, t.kernelThreadsUs + kernelThreadsUs
}

// readOther keeps the last figure of a process that has ended, until a listing retires it. A clock that fell belongs to a later process
// with the same pid. A successor that has used more CPU by the time we look goes unnoticed; for that, all pids would have to be used up
// within five samples.
func (t *processTable) readOther(p *process) {
	if p.ended {
		return
	}
	if t.hasClocks {
		cpuUs, err := processClockUs(p.pid)
		p.ended = err != nil || cpuUs < p.cpuUs
		p.cpuUs = max(p.cpuUs, cpuUs)
		return
	}
	stat, err := t.readStat(p.pid)
	if err != nil || stat.StartTicks != p.startTicks {
		p.ended = true
		return
	}
	p.cpuUs = max(p.cpuUs, stat.CPUUs())
}

func (t *processTable) close() {
	for _, p := range t.known {
		p.member.close()
	}
	closeFile(t.folder)
}
