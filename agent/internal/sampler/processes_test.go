package sampler

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// processHost is a fake root with processes that a test starts and ends.
type processHost struct {
	t     *testing.T
	root  string
	forks int
}

// newProcessHost has only init, with 10 + 20 ticks.
func newProcessHost(t *testing.T) *processHost {
	host := &processHost{t: t, root: t.TempDir()}
	fakeHost{cpus: 1}.write(t, host.root)
	for i := range 10 { // no kernel threads here
		host.end(10 + i)
	}
	return host
}

func (h *processHost) run(pid, parent, userTicks, systemTicks int) {
	writeFile(h.t, h.statFile(pid), fakeStat(pid, parent, "x", 0, userTicks, systemTicks))
}

func (h *processHost) fork(pid, parent, userTicks, systemTicks int) {
	h.run(pid, parent, userTicks, systemTicks)
	h.forks++
	h.countForks()
}

func (h *processHost) countForks() {
	writeFile(h.t, filepath.Join(h.root, "proc/stat"), fakeHost{cpus: 1, forks: h.forks}.stat())
}

// end empties the file before it deletes it: unlike one of /proc, a held file on disk outlives its name.
func (h *processHost) end(pid int) {
	if _, err := os.Stat(h.statFile(pid)); err == nil {
		writeFile(h.t, h.statFile(pid), "")
	}
	remove(h.t, filepath.Dir(h.statFile(pid)))
}

func (h *processHost) statFile(pid int) string {
	return filepath.Join(h.root, fmt.Sprintf("proc/%d/stat", pid))
}

// ticks is that many ticks in microseconds.
// tickUs is what /proc/PID/stat is cut to.
const tickUs = 10_000

func ticks(n int64) int64 { return n * tickUs }

func TestATreeIsARootAndAllItsDescendants(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 1)
	host.fork(400, 500, 20, 2) // a child may have the lower pid
	host.fork(600, 400, 40, 4)
	host.fork(700, 1, 80, 8)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	expect(t, boundary(t, s), map[string]int64{
		"process/target/cpuUs":     ticks(10 + 1 + 20 + 2 + 40 + 4),
		"process/target/systemUs":  ticks(1 + 2 + 4),
		"process/target/processes": 3,
		"process/target/threads":   3,
		"process/target/rssBytes":  3 * 25 * pageBytes,
		"process/others/cpuUs":     ticks(30 + 80 + 8),
	})
}

func TestSeveralProcessesCanBeOneTree(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.fork(501, 500, 20, 0)
	host.fork(600, 1, 40, 0)
	host.fork(700, 1, 80, 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500, 600); err != nil {
		t.Fatal(err)
	}
	expect(t, boundary(t, s), map[string]int64{
		"process/target/cpuUs": ticks(70), "process/target/processes": 3, "process/others/cpuUs": ticks(30 + 80),
	})
	if err := s.Track("target", 500, 9999); err == nil {
		t.Error("a process that is not there was tracked")
	}
}

func TestCPUTimeOfMembersThatEndedStays(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.fork(501, 500, 20, 5)
	host.fork(700, 1, 80, 0)
	s := openFake(t, host.root)
	if err := s.Track("tool", 500); err != nil {
		t.Fatal(err)
	}
	sample(t, s)
	host.end(501)
	expect(t, sample(t, s), map[string]int64{"process/tool/cpuUs": ticks(35), "process/tool/systemUs": ticks(5), "process/tool/processes": 1})
	host.fork(502, 500, 1, 0) // makes the table retire 501
	host.end(700)
	expect(t, boundary(t, s), map[string]int64{"process/tool/cpuUs": ticks(36), "process/tool/processes": 2, "process/others/cpuUs": ticks(30 + 80)})
	host.end(500)
	host.end(502)
	for range 2 { // the whole tree is gone; its columns are not
		expect(t, boundary(t, s), map[string]int64{"process/tool/cpuUs": ticks(36), "process/tool/processes": 0, "process/tool/rssBytes": 0})
	}
}

func TestWhatChildrenUsedAfterTheLastSampleShowsWhenTheirParentHasEnded(t *testing.T) {
	s := openReal(t)
	// The parent waits for both children. No sample sees them run.
	command := exec.Command("sh", "-c", "read go; burn() { i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; }; (burn) & (burn) & wait")
	start, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Track("tool", command.Process.Pid); err != nil {
		t.Fatal(err)
	}
	before := boundary(t, s)["process/tool/cpuUs"]
	_ = start.Close()
	for err = unix.EINTR; err == unix.EINTR; {
		err = unix.Waitid(unix.P_PID, command.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
	}
	used := boundary(t, s)["process/tool/cpuUs"] - before
	_ = command.Wait()
	rusage := command.ProcessState.SysUsage().(*syscall.Rusage)
	exact := time.Duration(rusage.Utime.Nano() + rusage.Stime.Nano()).Microseconds()
	if exact < 20*tickUs || used < exact-before-6*tickUs || used > exact+2*tickUs {
		t.Errorf("seen %d µs, used %d", used, exact)
	}
	if after := boundary(t, s)["process/tool/cpuUs"]; after < before+used {
		t.Errorf("it fell from %d to %d µs", before+used, after)
	}
}

func TestAForkShowsInTheNextSample(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	sample(t, s)
	host.fork(501, 500, 7, 0)
	host.fork(502, 501, 7, 0)
	expect(t, sample(t, s), map[string]int64{"process/target/cpuUs": ticks(24), "process/target/processes": 3})
}

func TestAMemberStaysWhenItsParentEnds(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.fork(501, 500, 7, 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	host.end(500)
	host.run(501, 1, 9, 0) // the kernel gave it to init
	host.fork(502, 501, 1, 0)
	sample(t, s)
	expect(t, boundary(t, s), map[string]int64{"process/target/cpuUs": ticks(10 + 9 + 1), "process/target/processes": 2})
}

func TestAPidUsedAgainIsAnotherProcess(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.fork(700, 1, 30, 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	sample(t, s)
	for _, pid := range []int{500, 700} {
		host.forks++
		writeFile(t, host.statFile(pid), fakeStatBegun(pid, 1, "other", 0, 2, 0, 99))
	}
	for range 3 { // noticed, retired, counted under its own name
		boundary(t, s)
	}
	expect(t, boundary(t, s), map[string]int64{
		"process/target/cpuUs":     ticks(10),
		"process/target/processes": 0,
		"process/others/cpuUs":     ticks(30 + 30 + 2 + 2),
	})
}

func TestTheNearestTrackedAncestorOwnsAProcess(t *testing.T) {
	for _, order := range [][]string{{"outer", "inner"}, {"inner", "outer"}} {
		t.Run(strings.Join(order, " then "), func(t *testing.T) {
			host := newProcessHost(t)
			host.fork(500, 1, 1, 0)
			host.fork(501, 500, 2, 0)
			host.fork(502, 501, 4, 0)
			s := openFake(t, host.root)
			for _, role := range order {
				if err := s.Track(role, map[string]int{"outer": 500, "inner": 501}[role]); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, boundary(t, s), map[string]int64{"process/outer/cpuUs": ticks(1), "process/inner/cpuUs": ticks(2 + 4)})
		})
	}
}

func TestTrackingBeginsANewLayout(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 1, 0)
	s := openFake(t, host.root)
	layouts := map[*Layout]bool{}
	for _, step := range []func(){
		func() {},
		func() { _ = s.Track("tool", 500) },
		func() { _ = s.Track("tool", 500) }, // again: the figures begin anew
		func() { s.Untrack("tool") },
	} {
		step()
		frame, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		if layouts[frame.Layout] {
			t.Errorf("layout %d is one we had", len(layouts))
		}
		layouts[frame.Layout] = true
	}
	values := boundary(t, s)
	if _, ok := values["process/tool/cpuUs"]; ok {
		t.Error("process/tool is still there")
	}
	expect(t, values, map[string]int64{"process/others/cpuUs": ticks(30 + 1 - 2)})
}

func TestATreeThatIsLetGoIsNoBurstOfSomebodyElses(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 400, 300)
	s := openFake(t, host.root)
	if err := s.Track("tool", 500); err != nil {
		t.Fatal(err)
	}
	tracked := boundary(t, s)["process/others/cpuUs"]
	s.Untrack("tool")
	if after := boundary(t, s)["process/others/cpuUs"]; after != tracked {
		t.Errorf("others jumped from %d to %d µs", tracked, after)
	}
}

func TestTrackRefusesWhatIsNoTree(t *testing.T) {
	host := newProcessHost(t)
	link(t, "500", filepath.Join(host.root, "proc/self"))
	host.fork(500, 1, 1, 0)
	s := openFake(t, host.root)
	for role, pid := range map[string]int{"target": 999, "others": 1, "agent": 1, "kernelThreads": 1, "": 1, "a/b": 1, "ourselves": 500} {
		if err := s.Track(role, pid); err == nil {
			t.Errorf("Track(%q, %d) worked", role, pid)
		}
	}
	expect(t, boundary(t, s), map[string]int64{"process/others/cpuUs": ticks(30)}) // init, but not ourselves
}

// In a container, 0 would be told of a neighbour that fills the host.
func TestOthersThatCannotBeSeenAreNotTold(t *testing.T) {
	for namespace, seen := range map[string]bool{"pid:[4026531836]": true, "pid:[4026532561]": false} {
		host := newProcessHost(t)
		link(t, namespace, filepath.Join(host.root, "proc/self/ns/pid"))
		host.fork(500, 1, 5, 0)
		s := openFake(t, host.root)
		frame, err := s.SampleBoundary()
		if err != nil {
			t.Fatal(err)
		}
		values := byColumn(t, frame)
		for column, want := range map[string]bool{
			"process/others/cpuUs": seen, "process/kernelThreads/cpuUs": seen, "process/others/readMonotonicUs": true, "process/agent/cpuUs": true,
		} {
			if _, told := values[column]; told != want {
				t.Errorf("in %s: %s is there: %v", namespace, column, told)
			}
		}
		if said := strings.Join(frame.Layout.Missing, ""); said == "" != seen || !seen && !strings.Contains(said, "cannot be seen from this container") {
			t.Errorf("in %s: %q is missing", namespace, said)
		}
	}
}

// Real processes: a shell with a child, both burning CPU.
func TestARealTreeIsMeasuredFinerThanATick(t *testing.T) {
	s := openReal(t)
	if !s.processes.table.hasClocks {
		t.Skip("this kernel does not let us read the CPU clocks of other processes")
	}
	command := exec.Command("sh", "-c", "while :; do :; done & while :; do :; done")
	command.SysProcAttr = &unix.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Skip(err)
	}
	kill := func() {
		_ = unix.Kill(-command.Process.Pid, unix.SIGKILL)
		_ = command.Wait()
	}
	t.Cleanup(func() {
		if command.ProcessState == nil {
			kill()
		}
	})
	if err := s.Track("tool", command.Process.Pid); err != nil {
		t.Fatal(err)
	}
	before := boundary(t, s)
	var after map[string]int64
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		after = sample(t, s)
		if after["process/tool/processes"] == 2 && after["process/tool/cpuUs"] > 300_000 {
			break
		}
	}
	if after["process/tool/cpuUs"] <= before["process/tool/cpuUs"] || after["process/tool/processes"] != 2 {
		t.Fatalf("before %d µs, after %d µs of %d processes", before["process/tool/cpuUs"], after["process/tool/cpuUs"], after["process/tool/processes"])
	}
	var ticksUs int64
	for _, p := range s.processes.trees[0].members {
		stat, err := s.processes.table.readStat(p.pid)
		if err != nil {
			t.Fatal(err)
		}
		ticksUs += stat.CPUUs()
	}
	// Ticks are read later, and are cut: two processes × user and system × 10 ms at most below.
	if figure := after["process/tool/cpuUs"]; ticksUs < figure-4*tickUs || ticksUs > figure+20*tickUs {
		t.Errorf("the clocks say %d µs and the ticks %d µs", figure, ticksUs)
	}
	kill()
	end := boundary(t, s)
	for deadline := time.Now().Add(10 * time.Second); end["process/tool/processes"] > 0 && time.Now().Before(deadline); {
		end = sample(t, s) // the child is init's to wait for, in its own time
	}
	if end["process/tool/cpuUs"] < after["process/tool/cpuUs"] || end["process/tool/processes"] != 0 {
		t.Errorf("after the end: %d µs of %d processes", end["process/tool/cpuUs"], end["process/tool/processes"])
	}
}

func TestOthersGrowWithAnUntrackedProcess(t *testing.T) {
	s := openReal(t)
	if unseen := s.processes.unseen; unseen != "" {
		t.Skip("other processes cannot be seen", unseen)
	}
	before := boundary(t, s)
	command := exec.Command("sh", "-c", "while :; do :; done")
	if err := command.Start(); err != nil {
		t.Skip(err)
	}
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	const want = 50_000
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		if boundary(t, s)["process/others/cpuUs"] >= before["process/others/cpuUs"]+want {
			return
		}
	}
	t.Errorf("others did not grow by %d µs", want)
}
