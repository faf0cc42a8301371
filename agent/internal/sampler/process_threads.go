package sampler

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"millionrps/agent/internal/kernel"
)

// threadColumns is the CPU time of each thread of a tree, numbered in the order in which they were seen and, among those seen together, began.
// Threads are looked for once a second, if anything was forked; one that has ended has no column any more.
type threadColumns struct {
	threads     []*thread // ascending by number
	fresh       []*thread
	next        int
	listedForks int64
	tids        []int
}

// thread is held by its schedstat, which counts nanoseconds (proc_pid_schedstat, fs/proc/base.c).
type thread struct {
	pid, tid, number int
	startTicks       int64
	fd               int
	cpuUs            int64
	ended            bool
}

func (c *threadColumns) read(table *processTable, tree *processTree, refresh scope) (changed bool) {
	for _, t := range c.threads {
		t.read(table.buffer)
		changed = changed || t.ended
	}
	c.threads = slices.DeleteFunc(c.threads, func(t *thread) bool {
		if t.ended {
			closeFile(t.fd)
		}
		return t.ended
	})
	if refresh == everything || c.listedForks != table.listedForks {
		c.listedForks = table.listedForks
		changed = c.discover(table, tree) || changed
	}
	return changed
}

func (t *thread) read(buffer *[]byte) {
	text, err := readWhole(t.fd, buffer)
	if err == nil {
		var counted kernel.Schedstat
		if counted, err = kernel.ParseSchedstat(text); err == nil {
			t.cpuUs = max(t.cpuUs, counted.RanNs/1000)
		}
	}
	t.ended = err != nil
}

func (c *threadColumns) discover(table *processTable, tree *processTree) (changed bool) {
	for _, p := range tree.members {
		if p.ended || c.next+len(c.fresh) >= mostParts {
			continue
		}
		c.tids = table.listTasks(p.pid, c.tids[:0])
		for _, tid := range c.tids {
			if c.next+len(c.fresh) < mostParts && !c.knows(tid) {
				if t, ok := table.openThread(p.pid, tid); ok {
					c.fresh = append(c.fresh, t)
				}
			}
		}
	}
	slices.SortFunc(c.fresh, func(a, b *thread) int {
		return cmp.Or(cmp.Compare(a.startTicks, b.startTicks), cmp.Compare(a.tid, b.tid))
	})
	for _, t := range c.fresh {
		t.number = c.next
		c.next++
		c.threads = append(c.threads, t)
	}
	changed = len(c.fresh) > 0
	c.fresh = c.fresh[:0]
	return changed
}

func (c *threadColumns) knows(tid int) bool {
	return slices.ContainsFunc(c.threads, func(t *thread) bool { return t.tid == tid })
}

// openThread reads a thread that is new to us; ok is false when it has ended meanwhile, or the kernel keeps no schedstat.
func (t *processTable) openThread(pid, tid int) (_ *thread, ok bool) {
	var stat kernel.PIDStat
	text, err := t.readTask(pid, tid, "/stat\x00")
	if err != nil || kernel.ParsePIDStat(text, &stat) != nil {
		return nil, false
	}
	fd, err := openForReading(t.folder, t.taskPath(pid, tid, "/schedstat\x00"))
	if err != nil {
		return nil, false
	}
	found := &thread{pid: pid, tid: tid, startTicks: stat.StartTicks, fd: fd}
	found.read(t.buffer)
	if found.ended {
		closeFile(fd)
	}
	return found, !found.ended
}

// listTasks gives the threads of a process, none when it has ended.
func (t *processTable) listTasks(pid int, tids []int) []int {
	t.path = append(strconv.AppendInt(t.path[:0], int64(pid), 10), "/task\x00"...)
	folder, err := openForReading(t.folder, t.path)
	if err != nil {
		return tids
	}
	defer closeFile(folder)
	for {
		n, err := listSome(folder, *t.buffer)
		if n == 0 || err != nil {
			return tids
		}
		tids = kernel.AppendPIDs(tids, (*t.buffer)[:n])
	}
}

// readTask reads a file of a thread; its name ends in a zero byte.
func (t *processTable) readTask(pid, tid int, name string) ([]byte, error) {
	fd, err := openForReading(t.folder, t.taskPath(pid, tid, name))
	if err != nil {
		return nil, err
	}
	defer closeFile(fd)
	return readWhole(fd, t.buffer)
}

func (t *processTable) readStatus(pid int) (kernel.PIDStatus, error) {
	text, err := t.readTask(pid, pid, "/status\x00")
	if err != nil {
		return kernel.PIDStatus{}, err
	}
	return kernel.ParsePIDStatus(text)
}

func (t *processTable) taskPath(pid, tid int, name string) []byte {
	t.path = append(strconv.AppendInt(t.path[:0], int64(pid), 10), "/task/"...)
	t.path = append(strconv.AppendInt(t.path, int64(tid), 10), name...)
	return t.path
}

func (c *threadColumns) columns(role string, columns []string) []string {
	if c == nil {
		return columns
	}
	for _, t := range c.threads {
		columns = append(columns, fmt.Sprintf("process/%s/thread/%d/cpuUs", role, t.number))
	}
	return columns
}

func (c *threadColumns) values(values []int64) []int64 {
	if c == nil {
		return values
	}
	for _, t := range c.threads {
		values = append(values, t.cpuUs)
	}
	return values
}

func (c *threadColumns) close() {
	for _, t := range c.threads {
		closeFile(t.fd)
	}
	c.threads = nil
}
