package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/fakeroot"
)

// startOnMadeUp runs a faulty agent on a made-up host until the test ends. What stands in before is what starts it.
func startOnMadeUp(t *testing.T, api *apitest.API, root, data string, before []string, flags ...string) *life {
	t.Helper()
	arguments := append([]string{faultyBinary, "run", "--url", api.URL, "--data", data, "--name", "host-a", "--server-binary", serverBinary}, flags...)
	arguments = append(before, arguments...)
	l := &life{Cmd: exec.Command(arguments[0], arguments[1:]...), t: t, log: &lockedBuffer{}, exited: make(chan struct{})}
	l.Env = append(os.Environ(), joinTokenVariable+"="+apitest.JoinToken, "MILLIONRPS_HOST_ROOT="+root)
	l.Stderr = l.log
	l.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	l.run()
	return l
}

// smallDisk has the data folder be a file system of its own, which nobody but the agent sees.
func smallDisk(data string, mebibytes int) []string {
	return []string{"unshare", "--mount", "sh", "-c", fmt.Sprintf(`mount -t tmpfs -o size=%dm,mode=700 none "$0" && exec "$@"`, mebibytes), data}
}

// fill leaves no room in a folder, until the file is removed. What it wrote before stays.
func fill(t *testing.T, folder string) (ballast string) {
	t.Helper()
	ballast = filepath.Join(folder, "ballast")
	file, err := os.OpenFile(ballast, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, piece := range [][]byte{make([]byte, 1<<16), make([]byte, 1)} {
		for err = nil; err == nil; {
			_, err = file.Write(piece)
		}
		if !errors.Is(err, unix.ENOSPC) {
			t.Fatal(err)
		}
	}
	return ballast
}

func TestAFullDiskKeepsNoHostFromBeingPutBack(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can mount a small file system")
	}
	api, data, host := apitest.New(t), t.TempDir(), &madeUp{t: t, root: fakeroot.ENA128(t)}
	before := host.files()
	agent := startOnMadeUp(t, api, host.root, data, smallDisk(data, 24), fakeTool(t, "exec sleep 60"))
	api.Hellos(1)
	b := newBench(t, api)
	nic, mtu := "eth0", int64(1400)
	b.wish = &contract.HostTuning{Nic: &nic, MtuBytes: &mtu}
	target := b.startTarget()
	drive := b.drive(target, contract.Measure, 60)
	if maps.Equal(host.files(), before) {
		t.Fatal("nothing was tuned")
	}
	deadline := time.Now().Add(10 * time.Second)
	for len(childrenOf(agent.Process.Pid)) < 2 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	disk := fmt.Sprintf("/proc/%d/root%s", agent.Process.Pid, data)
	ballast := fill(t, disk)

	// The room that is kept is for ends, not for more work, once what a file has beyond its last page is used up.
	var last string
	for range 40 {
		last = b.drive(target, contract.Measure, 60)
	}
	if late := b.Outcome(last); late.Failure == nil || late.Failure.Code != "journal-unwritable" {
		t.Errorf("%+v was taken on a full disk", late)
	}
	b.mustSucceed(b.stop())
	restored, err := b.mustSucceed(b.restore()).Result.AsRestoredResult()
	if err != nil || !restored.Restore.Matches || len(restored.Restore.Knobs) == 0 {
		t.Errorf("%+v, %v", restored, err)
	}
	if now := host.files(); !maps.Equal(now, before) {
		t.Error("the host is not as it was")
	}
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted {
		t.Errorf("the step is %+v", outcome)
	}

	// What cannot be reported is not asked for again and again.
	fill(t, disk)
	polls := api.Calls("poll")
	refused := b.prepare()
	time.Sleep(2 * time.Second)
	if asked := api.Calls("poll") - polls; asked > 15 {
		t.Errorf("%d polls in 2 s", asked)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	b.Outcome(refused)
	again := newBench(t, api)
	again.startTarget()
	again.mustSucceed(again.stop())
	again.mustSucceed(again.restore())
}
