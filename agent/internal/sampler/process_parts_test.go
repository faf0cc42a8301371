package sampler

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// runThread makes a thread of a process that runs on a CPU.
func (h *processHost) runThread(pid, tid, startTicks int, ranNanoseconds int64) {
	folder := filepath.Join(h.root, fmt.Sprintf("proc/%d/task/%d", pid, tid))
	line := strings.TrimSuffix(fakeStatBegun(tid, 1, "x", 0, 0, 0, startTicks), "\n")
	writeFile(h.t, folder+"/stat", line+strings.Repeat(" 0", 10)+" 5 0 0\n") // the 5 is field 39
	writeFile(h.t, folder+"/schedstat", fmt.Sprintf("%d 7 8\n", ranNanoseconds))
}

func TestWorkersAreNumberedInTheOrderInWhichTheyBegan(t *testing.T) {
	host := newProcessHost(t)
	begin := func(pid, parent, userTicks, startTicks int) {
		host.forks++
		writeFile(t, host.statFile(pid), fakeStatBegun(pid, parent, "x", 0, userTicks, 0, startTicks))
		writeFile(t, filepath.Join(host.root, "proc/stat"), fakeHost{cpus: 1, forks: host.forks}.stat())
	}
	begin(500, 1, 1, 10)
	begin(400, 500, 3, 30) // the pids have wrapped
	begin(600, 500, 2, 20)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	expect(t, sample(t, s), map[string]int64{
		"process/target/worker/0/cpuUs": ticks(1), "process/target/worker/1/cpuUs": ticks(2), "process/target/worker/2/cpuUs": ticks(3),
	})
	host.end(600)
	begin(300, 500, 4, 40)
	after := sample(t, s)
	expect(t, after, map[string]int64{
		"process/target/worker/0/cpuUs": ticks(1), "process/target/worker/2/cpuUs": ticks(3), "process/target/worker/3/cpuUs": ticks(4),
	})
	if _, ok := after["process/target/worker/1/cpuUs"]; ok {
		t.Error("a worker that is gone still has its column")
	}
}

func TestATargetThatForksAllTheTimeStopsMakingLayouts(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 1, 0)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	for child := range mostParts + 10 {
		host.fork(1000+child, 500, 1, 0)
		if child > 0 {
			host.end(1000 + child - 1)
		}
		sample(t, s)
	}
	before, _ := s.Sample()
	for child := range 5 {
		host.fork(2000+child, 500, 1, 0)
		if after, err := s.Sample(); err != nil || after.Layout != before.Layout {
			t.Fatalf("another layout, or an error: %v", err)
		}
	}
}

func TestThreadsOfTheToolHaveColumns(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.runThread(500, 500, 7, 1_000_000)
	host.runThread(500, 501, 9, 3_000_000)
	host.runThread(500, 502, 8, 2_000_000)
	s := openFake(t, host.root)
	if err := s.Track("tool", 500); err != nil {
		t.Fatal(err)
	}
	elapse(s, time.Second)
	expect(t, sample(t, s), map[string]int64{
		"process/tool/thread/0/cpuUs": 1000, "process/tool/thread/1/cpuUs": 2000, "process/tool/thread/2/cpuUs": 3000,
	})
	writeFile(t, filepath.Join(host.root, "proc/500/task/501/schedstat"), "4000000 1 1\n")
	writeFile(t, filepath.Join(host.root, "proc/500/task/502/schedstat"), "") // it ends
	remove(t, filepath.Join(host.root, "proc/500/task/502"))
	host.fork(503, 1, 0, 0)
	host.runThread(500, 504, 12, 5_000_000)
	expect(t, sample(t, s), map[string]int64{"process/tool/thread/2/cpuUs": 3000}) // a moment later nothing is looked at
	elapse(s, time.Second)
	after := sample(t, s)
	expect(t, after, map[string]int64{
		"process/tool/thread/0/cpuUs": 1000, "process/tool/thread/2/cpuUs": 4000, "process/tool/thread/3/cpuUs": 5000,
	})
	if _, ok := after["process/tool/thread/1/cpuUs"]; ok {
		t.Error("a thread that is gone still has its column")
	}
	checkNoAllocations(t, s)
}

func TestAnObservationSaysWhereThreadsRan(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 2)
	host.fork(501, 500, 20, 0)
	status := func(pid int, list string) {
		writeFile(t, filepath.Join(host.root, fmt.Sprintf("proc/%d/task/%d/status", pid, pid)), "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t"+list+"\n")
	}
	status(500, "0-7")
	status(501, "2,5")
	host.runThread(500, 500, 7, 1_000)
	host.runThread(501, 501, 7, 0)
	host.runThread(501, 502, 7, 2_000)
	s := openFake(t, host.root)
	if _, err := s.ObserveProcesses("target", 0); err == nil {
		t.Error("observed a tree that is not tracked")
	}
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	observe := func() string {
		seen, err := s.ObserveProcesses("target", 80)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, p := range seen.Processes {
			text += fmt.Sprintf("%d: worker %d, %d threads on %s, ran on %q, %d µs, %v\n", p.PID, p.Worker, p.Threads, p.AllowedCPUs, p.RanOnCPUs.String(), p.CPUUs, p.Established)
		}
		return text
	}
	if got, want := observe(), "500: worker 0, 1 threads on 0-7, ran on \"5\", 120000 µs, <nil>\n501: worker 1, 2 threads on 2,5, ran on \"5\", 200000 µs, <nil>\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	host.runThread(500, 500, 7, 9_000)
	if got, want := observe(), "500: worker 0, 1 threads on 0-7, ran on \"5\", 120000 µs, <nil>\n501: worker 1, 2 threads on 2,5, ran on \"\", 200000 µs, <nil>\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Two real servers share a port.
func TestAnObservationCountsConnectionsByProcess(t *testing.T) {
	port := freePort(t)
	command := exec.Command("/bin/sh", "-c", `"$0" & "$0" & wait`, ownBinary(t))
	command.Env = append(command.Environ(), fmt.Sprintf("%s=%d", serveAsHelper, port))
	command.SysProcAttr = &unix.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = unix.Kill(-command.Process.Pid, unix.SIGKILL)
		_ = command.Wait()
	})
	s := openReal(t)
	if err := s.Track("target", command.Process.Pid); err != nil {
		t.Fatal(err)
	}
	const connections = 60
	waitForListeners(t, s, port, 2)
	clients := dialAll(t, port, connections)
	var seen Observation
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var err error
		if seen, err = s.ObserveProcesses("target", port); err != nil {
			t.Fatal(err)
		}
		if sumEstablished(seen) == connections {
			break
		}
	}
	if got := sumEstablished(seen); got != connections || len(seen.Processes) != 3 {
		t.Fatalf("%d connections of %d processes, want %d of the shell and two servers", got, len(seen.Processes), connections)
	}
	for i, p := range seen.Processes {
		servers := i > 0 // the shell has neither connections nor a queue
		if (*p.Established > 0) != servers || (len(p.AcceptQueues) == 1) != servers || p.Worker != i || len(p.AllowedCPUs) == 0 {
			t.Errorf("process %d: %+v with %d connections", i, p, *p.Established)
		}
	}
	for _, client := range clients {
		_ = client.Close()
	}
}

func sumEstablished(seen Observation) (sum int) {
	for _, p := range seen.Processes {
		if p.Established == nil {
			return -1
		}
		sum += *p.Established
	}
	return sum
}
