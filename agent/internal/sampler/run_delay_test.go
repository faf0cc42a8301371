package sampler

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// waitThread makes a thread that waited for a CPU; one that had no turn is not counted.
func (h *processHost) waitThread(pid, tid int, waitedUs int64, turns int) {
	folder := filepath.Join(h.root, fmt.Sprintf("proc/%d/task/%d", pid, tid))
	writeFile(h.t, folder+"/stat", fakeStatBegun(tid, 1, "x", 0, 0, 0, 7))
	writeFile(h.t, folder+"/schedstat", fmt.Sprintf("%d %d %d\n", 9000*turns, 1000*waitedUs, turns))
}

// hasThreads makes the process say that it has so many.
func (h *processHost) hasThreads(pid, threads int) {
	text, err := os.ReadFile(h.statFile(pid))
	if err != nil {
		h.t.Fatal(err)
	}
	head, tail, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(tail)
	fields[17] = fmt.Sprint(threads) // num_threads, field 20
	writeFile(h.t, h.statFile(pid), head+") "+strings.Join(fields, " ")+"\n")
}

func TestRunDelayIsWhatTheThreadsOfATreeWaitedSinceTheyWereTracked(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.fork(501, 500, 10, 0)
	host.waitThread(500, 500, 1000, 1)
	host.waitThread(500, 510, 2000, 1)
	host.waitThread(501, 501, 4000, 1)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	delay := func(want int64) {
		t.Helper()
		elapse(s, time.Second)
		expect(t, sample(t, s), map[string]int64{"process/target/runDelayUs": want})
	}
	delay(0) // what they had waited before
	host.waitThread(500, 500, 1100, 2)
	host.waitThread(501, 501, 4020, 2)
	delay(120)
	remove(t, filepath.Join(host.root, "proc/500/task/510")) // what it had waited stays
	host.waitThread(500, 511, 7, 1)                          // and one that began counts in full
	delay(127)
	host.waitThread(500, 511, 3, 1) // another thread by the same number
	delay(130)
	host.end(500)
	host.end(501)
	first := boundary(t, s)
	elapse(s, time.Second)
	after := boundary(t, s)
	expect(t, after, map[string]int64{"process/target/runDelayUs": 130})
	if first["process/target/runDelayReadMonotonicUs"] != after["process/target/runDelayReadMonotonicUs"] {
		t.Error("threads that are gone were asked again")
	}
}

func TestThreadsThatNobodyCountsHaveNoRunDelay(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.waitThread(500, 500, 0, 0)
	s := openFake(t, host.root)
	if err := s.Track("tool", 500); err != nil {
		t.Fatal(err)
	}
	if _, ok := boundary(t, s)["process/tool/runDelayUs"]; ok {
		t.Error("a delay of 0 was made up")
	}
	host.waitThread(500, 500, 50, 1)
	elapse(s, time.Second)
	expect(t, sample(t, s), map[string]int64{"process/tool/runDelayUs": 0})
}

func TestManyThreadsAreAskedAtTheBoundsOfStepsAlone(t *testing.T) {
	host := newProcessHost(t)
	host.fork(500, 1, 10, 0)
	host.hasThreads(500, delaysEverySecond+1)
	host.waitThread(500, 500, 10, 1)
	s := openFake(t, host.root)
	if err := s.Track("target", 500); err != nil {
		t.Fatal(err)
	}
	begin := boundary(t, s)
	host.waitThread(500, 500, 30, 2)
	elapse(s, time.Second)
	between := sample(t, s)
	end := boundary(t, s)
	expect(t, between, map[string]int64{
		"process/target/runDelayUs": 0, "process/target/runDelayReadMonotonicUs": begin["process/target/runDelayReadMonotonicUs"],
	})
	expect(t, end, map[string]int64{"process/target/runDelayUs": 20})
	if end["process/target/runDelayReadMonotonicUs"] <= begin["process/target/runDelayReadMonotonicUs"] {
		t.Error("it was not read at the end")
	}
	host.hasThreads(500, delaysMost+1)
	if _, ok := boundary(t, s)["process/target/runDelayUs"]; ok {
		t.Error("more threads than can be asked have a figure")
	}
}

// Two loops on one CPU each wait for half of the time.
func TestARealTreeWaitsForABurner(t *testing.T) {
	s := openReal(t)
	spin := func() int {
		command := exec.Command("sh", "-c", "while :; do :; done")
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
		var allowed, one unix.CPUSet
		if err := unix.SchedGetaffinity(0, &allowed); err != nil {
			t.Fatal(err)
		}
		for cpu := 0; one.Count() == 0; cpu++ {
			if allowed.IsSet(cpu) {
				one.Set(cpu)
			}
		}
		if err := unix.SchedSetaffinity(command.Process.Pid, &one); err != nil {
			t.Fatal(err)
		}
		return command.Process.Pid
	}
	target := spin()
	spin()
	if err := s.Track("target", target); err != nil {
		t.Fatal(err)
	}
	begin := boundary(t, s)
	if _, counted := begin["process/target/runDelayUs"]; !counted {
		t.Skip("this kernel does not count how long threads wait")
	}
	time.Sleep(time.Second)
	end := boundary(t, s)
	rose := func(column string) int64 { return end[column] - begin[column] }
	waited, read, ran := rose("process/target/runDelayUs"), rose("process/target/runDelayReadMonotonicUs"), rose("process/target/cpuUs")
	if waited < read/4 || waited+ran < read*8/10 || waited+ran > read*12/10 {
		t.Errorf("it waited %d µs and ran %d of %d", waited, ran, read)
	}
	if _, kept := end["pressure/cpu/someUs"]; kept && rose("pressure/cpu/someUs") < read/2 {
		t.Errorf("some task waited for a CPU for %d of %d µs", rose("pressure/cpu/someUs"), read)
	}
}
