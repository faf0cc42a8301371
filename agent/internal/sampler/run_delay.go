package sampler

import (
	"fmt"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

const (
	// delaysEverySecond is how many threads of a tree are asked once a second how long they waited for a CPU. One takes some 3 µs; a tree of more
	// is asked at the bounds of steps alone.
	delaysEverySecond = 256
	// delaysMost is how many are asked at all: 10 ms of asking, at the bounds of a step.
	delaysMost = 4096
)

// runDelay is for how long the threads of a tree could have run and waited for a CPU, since the first reading. A thread that ended counts
// with what it had when last seen, so what it waited after that is missing; a thread that came and went between two readings is not in it.
type runDelay struct {
	threads map[int]delayOfThread
	tids    []int
	round   int

	sumNs  int64
	readUs int64 // since boot; 0 before the first reading that counts
}

type delayOfThread struct {
	waitedNs int64
	round    int // the last reading that it was in
}

// read says whether the columns came or went: they go where there are more threads than can be asked, or none is counted.
func (d *runDelay) read(table *processTable, tree *processTree, refresh scope) (changed bool) {
	before := d.readUs > 0
	most := delaysMost
	if refresh < everything {
		most = delaysEverySecond
	}
	if tree.threadCount == 0 { // it has ended, and nobody is left to ask
		return false
	}
	if tree.threadCount > int64(most) {
		if refresh < everything {
			return false
		}
		d.forget()
		return before
	}
	nowUs, err := clockUs(unix.CLOCK_BOOTTIME)
	if err == nil && d.ask(table, tree) {
		d.readUs = nowUs
	}
	return before != (d.readUs > 0)
}

// forget begins anew: what threads waited while nobody asked could not be told from what they had waited before.
func (d *runDelay) forget() { *d = runDelay{} }

// ask is false as long as no thread was seen to be counted.
func (d *runDelay) ask(table *processTable, tree *processTree) bool {
	if d.threads == nil {
		d.threads = map[int]delayOfThread{}
	}
	first := d.readUs == 0
	counted := !first
	d.round++
	for _, p := range tree.members {
		if p.ended {
			continue
		}
		d.tids = table.listTasks(p.pid, d.tids[:0])
		for _, tid := range d.tids {
			seen, err := table.readSchedstat(p.pid, tid)
			if err != nil {
				continue
			}
			counted = counted || seen.Counted()
			d.take(tid, seen.WaitedNs, first)
		}
	}
	for tid, thread := range d.threads {
		if thread.round != d.round {
			delete(d.threads, tid)
		}
	}
	return counted
}

// take adds what a thread waited since it was last seen; all of it for one that is new, and where its number now is another thread's.
func (d *runDelay) take(tid int, waitedNs int64, first bool) {
	known, ok := d.threads[tid]
	switch {
	case first:
	case !ok || waitedNs < known.waitedNs:
		d.sumNs += waitedNs
	default:
		d.sumNs += waitedNs - known.waitedNs
	}
	d.threads[tid] = delayOfThread{waitedNs: waitedNs, round: d.round}
}

func (t *processTable) readSchedstat(pid, tid int) (kernel.Schedstat, error) {
	text, err := t.readTask(pid, tid, "/schedstat\x00")
	if err != nil {
		return kernel.Schedstat{}, err
	}
	return kernel.ParseSchedstat(text)
}

func (d *runDelay) columns(role string, columns []string) []string {
	if d.readUs == 0 {
		return columns
	}
	for _, figure := range []string{"runDelayUs", "runDelayReadMonotonicUs"} {
		columns = append(columns, fmt.Sprintf("process/%s/%s", role, figure))
	}
	return columns
}

func (d *runDelay) values(values []int64) []int64 {
	if d.readUs == 0 {
		return values
	}
	return append(values, d.sumNs/1000, d.readUs)
}
