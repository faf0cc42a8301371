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
// What they used after that, and children that no sample saw, is told by the parent that waited for them: see waitedFor. Only children that
// ended unseen and that nobody waits for, as where SIGCHLD is ignored, are in no figure of the kernel.
type processTree struct {
	role    string
	roots   []*process // one, but of a server that others had started as several
	members []*process // parents before their children

	endedUs, endedSystemUs int64 // of members that ended, and of children that no sample saw

	workers *workerColumns // of the target
	threads *threadColumns // of the tool
	delay   runDelay

	cpuUs, systemUs, rssBytes, threadCount, processCount int64
}

// memberFigures is what is known of a process only while it is in a tree.
type memberFigures struct {
	fd       int // of /proc/PID/stat: it stands for this process, not for a later one with the same pid
	systemUs int64
	settled  bool // it ended, and its parent knows

	waited, waitedSystem waitedFor
}

func (m *memberFigures) close() {
	if m.fd >= 0 {
		closeFile(m.fd)
	}
	*m = memberFigures{fd: -1}
}

// settle tells the parent of a process that ended what it is known to have used. Where that parent ended too, any process above may have
// waited for the orphan. All of them are told, as what is counted late is better than what is counted twice.
func (p *process) settle() {
	if p.member.settled {
		return
	}
	p.member.settled = true
	usedUs, usedSystemUs := p.cpuUs+p.member.waited.known(), p.member.systemUs+p.member.waitedSystem.known()
	orphan := false
	for parent := p.reaper; parent != nil; parent = parent.reaper {
		orphan = orphan || parent.ended
		if parent.ended {
			continue
		}
		parent.member.waited.newUs += usedUs
		parent.member.waitedSystem.newUs += usedSystemUs
		if !orphan {
			return
		}
	}
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
		p.reaper = parent
		t.adopt(parent.tree, p)
	}
}

// parentOf returns nil also when the pid is by now a process that began later than p.
func (t *processTable) parentOf(p *process) *process { return t.parentBy(p.parent, p) }

func (t *processTable) parentBy(pid int, p *process) *process {
	parent := t.find(pid)
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
		t.join(tree, p)
	}
	for _, p := range tree.members { // children that came and went before are not counted
		t.readMember(tree, p)
		p.member.waited.begin()
		p.member.waitedSystem.begin()
	}
	return tree
}

// join adopts a process below the roots, its parents first.
func (t *processTable) join(tree *processTree, p *process) {
	if p.tree == tree || !t.descends(p, tree.roots) {
		return
	}
	if !slices.Contains(tree.roots, p) {
		t.join(tree, t.parentOf(p))
	}
	if p.pid == t.self {
		return
	}
	if p.tree != nil {
		p.tree.drop(p)
	}
	t.adopt(tree, p)
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
		p.tree, p.reaper = nil, nil
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

// readTrees brings the figures of the trees up to date. A parent is read before its children: what it has waited for by then is gone when the
// child is read, so that no sample has both.
func (t *processTable) readTrees(trees []*processTree) {
	for _, tree := range trees {
		tree.rssBytes, tree.threadCount, tree.processCount = 0, 0, 0
		for _, p := range tree.members {
			t.readMember(tree, p)
		}
	}
	for _, tree := range trees {
		for _, p := range tree.members {
			if p.ended {
				p.settle()
			}
		}
	}
	for _, tree := range trees {
		tree.sum()
	}
}

func (tree *processTree) sum() {
	for _, p := range tree.members {
		if !p.ended {
			tree.endedUs += p.member.waited.count()
			tree.endedSystemUs += p.member.waitedSystem.count()
		}
	}
	tree.cpuUs, tree.systemUs = tree.endedUs, tree.endedSystemUs
	for _, p := range tree.members {
		tree.cpuUs += p.cpuUs
		tree.systemUs += p.member.systemUs
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
	}
	p.member.waited.read(stat.WaitedUserUs + stat.WaitedSystemUs)
	p.member.waitedSystem.read(stat.WaitedSystemUs)
	if p.reaper == nil || p.reaper.pid != stat.Parent {
		if parent := t.parentBy(stat.Parent, p); parent != nil {
			p.reaper = parent
		}
	}
}

var pageBytes = int64(unix.Getpagesize())
