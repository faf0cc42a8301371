package sampler

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// fakeProcess is what a process file tells, times in ticks.
type fakeProcess struct{ pid, parent, user, system, waitedUser, waitedSystem int }

func (h *processHost) tell(p fakeProcess) {
	writeFile(h.t, h.statFile(p.pid), fakeStatWaited(p.pid, p.parent, "x", 0, p.user, p.system, p.waitedUser, p.waitedSystem, 7))
}

func TestWhatAParentWaitedForCountsOnce(t *testing.T) {
	type step struct {
		ended            []int
		forked           []fakeProcess
		told             []fakeProcess
		more, moreSystem int // ticks than at first
	}
	root := func(waitedUser, waitedSystem int) fakeProcess {
		return fakeProcess{500, 1, 10, 0, waitedUser, waitedSystem}
	}
	child := func(waitedUser, waitedSystem int) fakeProcess {
		return fakeProcess{501, 500, 18, 2, waitedUser, waitedSystem}
	}
	grandchild := func(parent int) fakeProcess { return fakeProcess{502, parent, 36, 4, 0, 0} }
	told := func(all ...fakeProcess) []fakeProcess { return all }
	for name, steps := range map[string][]step{
		"children that no sample saw": {
			{told: told(root(930, 905)), more: 35, moreSystem: 5},
			{more: 35, moreSystem: 5},
			{told: told(root(932, 908)), more: 40, moreSystem: 8},
		},
		"what a child used after it was seen": {
			{ended: []int{502}, told: told(child(40, 5)), more: 5, moreSystem: 1},
		},
		"a child that was gone just after its parent was read": {
			{ended: []int{502}},
			{told: told(child(36, 4))},
			{told: told(child(39, 5)), more: 4, moreSystem: 1},
		},
		"a child with what it had waited for": {
			{ended: []int{502}, told: told(child(44, 4)), more: 8},
			{ended: []int{501}, told: told(root(900+21+44, 900+2+4)), more: 8 + 3},
		},
		"a child and its own at once": {
			{ended: []int{501, 502}, told: told(root(900+18+40, 900+2+4)), more: 4},
		},
		"a child and its own, missed by a listing": {
			{ended: []int{501, 502}, forked: told(fakeProcess{600, 500, 1, 0, 0, 0}), told: told(root(900+18+36, 900+2+4)), more: 1},
			{ended: []int{600}, told: told(root(900+18+36+6, 900+2+4)), more: 6},
		},
		"a new process that has waited already": {
			{forked: told(fakeProcess{600, 500, 1, 1, 3, 2}), more: 7, moreSystem: 3},
		},
		"an orphan that init waits for": {
			{ended: []int{501}, told: told(grandchild(1), root(918, 902))},
			{ended: []int{502}},
			{told: told(root(928, 902)), more: 10},
		},
		"an orphan that the root waits for": {
			{ended: []int{501}, told: told(grandchild(500), root(918, 902))},
			{ended: []int{502}, told: told(root(918+37, 902+4)), more: 1},
		},
		"an orphan that ends at once with its parent": {
			{ended: []int{501, 502}, told: told(root(918, 902))},
			{},
			{told: told(root(928, 902)), more: 8}, // 2 ticks might be rounding
		},
		"children that nobody waits for, as SIGCHLD is ignored": {
			{ended: []int{501, 502}},
			{},
			{told: told(root(950, 900)), more: 48},
		},
		"a root that is being buried": {
			{told: told(fakeProcess{pid: 500})},
			{ended: []int{500}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			host := newProcessHost(t)
			for _, p := range []fakeProcess{root(900, 900), child(0, 0), grandchild(501)} {
				host.fork(p.pid, p.parent, 0, 0)
				host.tell(p)
			}
			s := openFake(t, host.root)
			if err := s.Track("target", 500); err != nil {
				t.Fatal(err)
			}
			want := func(more, moreSystem int) {
				t.Helper()
				expect(t, sample(t, s), map[string]int64{
					"process/target/cpuUs": ticks(10 + 20 + 40 + int64(more)), "process/target/systemUs": ticks(2 + 4 + int64(moreSystem)),
				})
			}
			want(0, 0) // not what the root had waited for before
			for _, step := range steps {
				for _, pid := range step.ended {
					host.end(pid)
				}
				for _, p := range step.forked {
					host.fork(p.pid, p.parent, 0, 0)
				}
				for _, p := range append(step.forked, step.told...) {
					host.tell(p)
				}
				want(step.more, step.moreSystem)
			}
		})
	}
}

// A tracked server whose children all live long enough to be seen has nothing unseen, however the kernel's figure is cut.
func TestRoundingDoesNotAddUp(t *testing.T) {
	var w waitedFor
	var exactUs, unseenUs int64
	for range 10_000 {
		const eachUs = 13_700
		exactUs += eachUs
		w.newUs += eachUs
		w.read(exactUs / tickUs * tickUs)
		unseenUs += w.count()
	}
	if unseenUs > waitedRoundingUs {
		t.Errorf("%d µs were seen, and %d µs more were not", exactUs, unseenUs)
	}
}

// modelKernel forks, runs, ends and waits at random.
type modelKernel struct {
	host      *processHost
	random    *rand.Rand
	living    []*modelProcess // init first, then the root
	pids      []int           // that were ever given
	usedTicks int             // by the root and all its descendants
}

type modelProcess struct {
	pid, startTicks   int
	parent            *modelProcess
	used, waited      int
	ignores, subreaps bool
}

func TestWhatIsCountedNeverFallsAndIsNeverMoreThanWasUsed(t *testing.T) {
	for name, kind := range map[string]struct{ leavesOnly, ignoring, subreaping bool }{
		"every child is waited for":          {leavesOnly: true},
		"orphans go to init":                 {},
		"orphans go to the root":             {subreaping: true},
		"some parents ignore their children": {ignoring: true, subreaping: true},
	} {
		t.Run(name, func(t *testing.T) {
			var all, counted int64
			for seed := range uint64(4) {
				k := &modelKernel{host: newProcessHost(t), random: rand.New(rand.NewPCG(seed, 1))}
				init := &modelProcess{pid: 1}
				root := &modelProcess{pid: 500, parent: init, startTicks: 1, subreaps: kind.subreaping}
				k.living = []*modelProcess{init, root}
				k.tell(root)
				s := openFake(t, k.host.root)
				if err := s.Track("target", 500); err != nil {
					t.Fatal(err)
				}
				before := int64(0)
				look := func() {
					now := sample(t, s)["process/target/cpuUs"]
					if now < before || now > ticks(int64(k.usedTicks)) {
						t.Fatalf("seed %d: %d ticks after %d, of %d", seed, now/tickUs, before/tickUs, k.usedTicks)
					}
					before = now
				}
				for range 30 {
					for range k.random.IntN(12) {
						k.doSomething(kind.leavesOnly, kind.ignoring)
					}
					look()
				}
				look()
				all, counted = all+ticks(int64(k.usedTicks)), counted+before
			}
			t.Logf("%.1f %% of %d ticks were counted", 100*float64(counted)/float64(all), all/tickUs)
			if kind.leavesOnly && counted != all {
				t.Errorf("%d of %d ticks were counted", counted/tickUs, all/tickUs)
			}
		})
	}
}

func (k *modelKernel) tell(p *modelProcess) {
	writeFile(k.host.t, k.host.statFile(p.pid), fakeStatWaited(p.pid, p.parent.pid, "x", 0, p.used, 0, p.waited, 0, p.startTicks))
}

func (k *modelKernel) doSomething(leavesOnly, ignoring bool) {
	at := 1 + k.random.IntN(len(k.living)-1)
	p := k.living[at]
	switch doing := k.random.IntN(10); {
	case doing < 3:
		k.fork(p, ignoring)
	case doing < 7:
		used := k.random.IntN(50)
		p.used += used
		k.usedTicks += used
		k.tell(p)
	case at > 1 && !(leavesOnly && slices.ContainsFunc(k.living, func(child *modelProcess) bool { return child.parent == p })):
		k.end(p)
	}
}

// fork gives the child whichever pid is free: it may be lower than its parent's.
func (k *modelKernel) fork(p *modelProcess, ignoring bool) {
	for {
		pid := 501 + k.random.IntN(9000)
		if slices.Contains(k.pids, pid) {
			continue
		}
		k.pids = append(k.pids, pid)
		child := &modelProcess{pid: pid, parent: p, startTicks: len(k.pids), ignores: ignoring && k.random.IntN(3) == 0}
		k.living = append(k.living, child)
		k.tell(child)
		k.host.forks++
		k.host.countForks()
		return
	}
}

// end is waited for at once.
func (k *modelKernel) end(p *modelProcess) {
	k.living = slices.DeleteFunc(k.living, func(one *modelProcess) bool { return one == p })
	k.host.end(p.pid)
	heir := p.parent
	for heir.parent != nil && !heir.subreaps {
		heir = heir.parent
	}
	for _, child := range k.living {
		if child.parent == p {
			child.parent = heir
			k.tell(child)
		}
	}
	if p.parent.pid != 1 && !p.parent.ignores {
		p.parent.waited += p.used + p.waited
		k.tell(p.parent)
	}
}

// A shell runs one short child after the other, so that most are gone before the next sample.
func TestChildrenThatComeAndGoBetweenSamplesCount(t *testing.T) {
	s := openReal(t)
	const children = "read go; for n in 1 2 3 4 5 6 7 8 9 10 11 12; do (i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done); done; echo done; read end"
	command := exec.Command("sh", "-c", children)
	input, inputErr := command.StdinPipe()
	output, outputErr := command.StdoutPipe()
	if err := errors.Join(inputErr, outputErr, command.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	if err := s.Track("target", command.Process.Pid); err != nil {
		t.Fatal(err)
	}
	before := sample(t, s)["process/target/cpuUs"]
	done := make(chan error)
	go func() {
		_, err := output.Read(make([]byte, 16))
		done <- err
	}()
	if _, err := input.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	for running := true; running; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		case <-time.After(100 * time.Millisecond):
			sample(t, s)
		}
	}
	seen := sample(t, s)["process/target/cpuUs"] - before
	stat, err := s.processes.table.readStat(command.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	// All has been waited for. Own and waited, user and system are cut to ticks.
	exact := stat.CPUUs() + stat.WaitedUserUs + stat.WaitedSystemUs
	t.Logf("%d µs of %d, of which the shell itself used %d", seen, exact, stat.CPUUs())
	if exact < 20*tickUs || seen < exact-before-4*tickUs || seen > exact+4*tickUs {
		t.Errorf("seen %d µs, used %d", seen, exact)
	}
}
