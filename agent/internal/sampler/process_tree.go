package sampler

import (
	"cmp"
	"slices"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// processTree is a process and all its descendants. Membership is decided when a process is first seen and kept when its parent ends, so a
// daemon that detaches stays. One whose parents all came and went between two listings is not recognised; it counts under others.
//
// CPU time is that of every member since it began, plus what members that ended had when last seen, at most one sample before their end.
// What they used after that shows once the root is a zombie, in the CPU time of the children that it waited for.
type processTree struct {
	role    string
	roots   []*process // one, but of a server that others had started as several
	members []*process

	endedUs, endedSystemUs int64
	// wholeUs and wholeSystemUs are of the root, once it has ended, and all that it has waited for.
	wholeUs, wholeSystemUs int64

	workers *workerColumns // of the target
	threads *threadColumns // of the tool
	delay   runDelay

	cpuUs, systemUs, rssBytes, threadCount, processCount int64
}

// memberFigures is what is known of a process only while it is in a tree.
type memberFigures struct {
	fd       int // of /proc/PID/stat: it stands for this process, not for a later one with the same pid
	systemUs int64
}

func (m *memberFigures) close() {
	if m.fd >= 0 {
		closeFile(m.fd)
	}
	*m = memberFigures{fd: -1}
}

// place puts a process just seen into its parent's tree, and into its parent's instance.
func (t *processTable) place(p *process) {
	if !p.fresh {
		return
	}
	p.fresh = false
	p.ofInstance = p.pid == t.supervisor
	parent := t.parentOf(p)
	if parent == nil {
		return
	}
	t.place(parent)
	// What we start is the load, the target or a service behind it.
	p.ofInstance = p.ofInstance || parent.ofInstance && parent.pid != t.self
	if parent.tree != nil {
		t.adopt(parent.tree, p)
	}
}

// parentOf returns nil also when the pid is by now a process that began later than p.
func (t *processTable) parentOf(p *process) *process {
	parent := t.find(p.parent)
	if parent == nil || parent == p || parent.startTicks > p.startTicks {
		return nil
	}
	return parent
}

// track makes a tree of the processes and those of their descendants that belong to no tree further down. Ourselves are never part of one.
func (t *processTable) track(role string, roots []*process) *processTree {
	tree := &processTree{role: role, roots: roots}
	switch role {
	case targetRole:
		tree.workers = &workerColumns{}
	case toolRole:
		tree.threads = &threadColumns{}
	}
	for _, p := range t.known {
		if p.pid != t.self && t.descends(p, roots) {
			if p.tree != nil {
				p.tree.drop(p)
			}
			t.adopt(tree, p)
		}
	}
	return tree
}

// byStart lists the members that live, in the order in which they began.
func (tree *processTree) byStart() []treeMember {
	members := []treeMember{}
	for _, p := range tree.members {
		if !p.ended {
			members = append(members, treeMember{pid: p.pid, worker: tree.workers.numberOf(p), startTicks: p.startTicks})
		}
	}
	slices.SortFunc(members, func(a, b treeMember) int {
		return cmp.Or(cmp.Compare(a.startTicks, b.startTicks), cmp.Compare(a.pid, b.pid))
	})
	return members
}

func (t *processTable) descends(p *process, roots []*process) bool {
	for generations := 0; p != nil && generations < len(t.known); generations++ {
		if slices.Contains(roots, p) {
			return true
		}
		if p.tree != nil && slices.Contains(p.tree.roots, p) {
			return false
		}
		p = t.parentOf(p)
	}
	return false
}

func (t *processTable) adopt(tree *processTree, p *process) {
	fd, err := t.openStat(p.pid)
	if err != nil {
		p.ended = true
	}
	p.tree, p.member = tree, memberFigures{fd: fd}
	tree.members = append(tree.members, p)
	if tree.workers != nil {
		tree.workers.add(p)
	}
}

// untrack makes others of the members that still live. What the tree has used so far stays out of the others' sum: a tool that ends must
// not look like a burst of other work.
func (t *processTable) untrack(tree *processTree) {
	for _, p := range tree.members {
		t.otherUs -= p.cpuUs
		p.boundaryUs = p.cpuUs
		p.member.close()
		p.tree = nil
	}
	tree.members = nil
	if tree.threads != nil {
		tree.threads.close()
	}
}

func (tree *processTree) drop(p *process) {
	p.member.close()
	p.tree = nil
	tree.members = slices.DeleteFunc(tree.members, func(member *process) bool { return member == p })
	if tree.workers != nil {
		tree.workers.remove(p)
	}
}

func (tree *processTree) retire(p *process) {
	tree.endedUs += p.cpuUs
	tree.endedSystemUs += p.member.systemUs
	tree.drop(p)
}

func (t *processTable) readTree(tree *processTree) {
	tree.cpuUs, tree.systemUs = tree.endedUs, tree.endedSystemUs
	tree.rssBytes, tree.threadCount, tree.processCount = 0, 0, 0
	for _, p := range tree.members {
		t.readMember(tree, p)
		tree.cpuUs += p.cpuUs
		tree.systemUs += p.member.systemUs
	}
	if unseen := tree.wholeUs - tree.cpuUs; unseen > 0 {
		tree.endedUs += unseen
		tree.cpuUs += unseen
	}
	if unseen := tree.wholeSystemUs - tree.systemUs; unseen > 0 {
		tree.endedSystemUs += unseen
		tree.systemUs += unseen
	}
}

// readMember reads the clock before the file: when the file can still be read, the pid had not been given to anybody else by then.
func (t *processTable) readMember(tree *processTree, p *process) {
	if p.ended {
		return
	}
	var clockUs int64
	if t.hasClocks {
		clockUs, _ = processClockUs(p.pid)
	}
	var stat kernel.PIDStat
	text, err := readWhole(p.member.fd, t.buffer)
	if err == nil {
		err = kernel.ParsePIDStat(text, &stat)
	}
	if err != nil || stat.StartTicks != p.startTicks {
		p.ended = true
		return
	}
	p.cpuUs = max(p.cpuUs, clockUs, stat.CPUUs())
	p.member.systemUs = max(p.member.systemUs, stat.SystemUs)
	if !stat.Ended() {
		tree.rssBytes += stat.RSSPages * pageBytes
		tree.threadCount += stat.Threads
		tree.processCount++
	} else if len(tree.roots) == 1 && p == tree.roots[0] {
		tree.wholeSystemUs = stat.SystemUs + stat.WaitedSystemUs
		tree.wholeUs = stat.UserUs + stat.WaitedUserUs + tree.wholeSystemUs
	}
}

var pageBytes = int64(unix.Getpagesize())
