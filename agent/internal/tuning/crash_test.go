package tuning

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/kernel"
)

// killed is what a life that ends at a position panics with.
type killed struct{}

// liveUntil runs a life of the agent that is killed at a position, counted from 1 and passed before and after every write of the journal and of
// the kernel; false when it reached its end.
func (f *fakeHost) liveUntil(position int, life func(*Tuner)) bool {
	defer func() { f.crash = func() {} }()
	return killedAt(position, func(crash func()) {
		f.crash = crash
		life(f.open())
	})
}

func killedAt(position int, life func(crash func())) (died bool) {
	defer func() {
		if cause := recover(); cause != nil {
			if _, ok := cause.(killed); !ok {
				panic(cause)
			}
			died = true
		}
	}()
	passed := 0
	life(func() {
		if passed++; passed == position {
			panic(killed{})
		}
	})
	return false
}

// afterALife is what may differ once the processes that a life started are gone: their limit went with them.
func (f *fakeHost) afterALife() { f.limit = unix.Rlimit{Cur: 1024, Max: 524288} }

func TestAKillAtEveryWriteIsPutBack(t *testing.T) {
	for name, test := range map[string]struct {
		root    func(testing.TB) string
		request Request
		stride  int // of the larger host, a sample of the positions: each costs a second
	}{
		"ENA with 32 CPUs":   {func(tb testing.TB) string { return fakeroot.ENA(tb, 32) }, everything(), 23},
		"virtio with 8 CPUs": {fakeroot.Virtio8, everythingVirtio(), 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeHost(t, test.root(t))
			before := f.state()
			killed := 0
			for position := 1; ; position += test.stride {
				died := f.liveUntil(position, func(tuner *Tuner) {
					_, _ = tuner.Apply(context.Background(), "run-1", test.request)
					tuner.Restore()
				})
				f.afterALife()
				heir := f.open()
				restore(t, heir)
				f.expectState(before)
				restore(t, heir) // twice is harmless
				if t.Failed() {
					t.Fatalf("killed at position %d", position)
				}
				if !died {
					break
				}
				killed++
			}
			t.Logf("%d positions killed, %d restored identical", killed, killed)
			if killed < 10 {
				t.Errorf("only %d positions", killed)
			}
		})
	}
}

// A life that restores what a dead one left may itself be killed, at every write, again and again.
func TestAKillAtEveryWriteOfTheRestoreIsPutBack(t *testing.T) {
	f := newFakeHost(t, fakeroot.Virtio8(t))
	before := f.state()
	for position := 1; ; position++ {
		apply(t, f.open(), everythingVirtio())
		f.afterALife()
		died := f.liveUntil(position, func(tuner *Tuner) { tuner.Restore() })
		restore(t, f.open())
		f.expectState(before)
		if t.Failed() {
			t.Fatalf("killed at position %d", position)
		}
		if !died {
			return
		}
	}
}

func everythingVirtio() Request {
	request := everything()
	request.TargetCPUs, request.Wanted.NICQueues = "4-7", ptr(5)
	return request
}

func TestATornLineOfTheJournalIsForgiven(t *testing.T) {
	f := virtio(t)
	before := f.state()
	request := Request{Wanted: Wanted{MTUBytes: ptr(1400), TransparentHugePages: ptr("never")}}
	apply(t, f.open(), request)
	tuned := f.state()
	whole, err := os.ReadFile(f.journal)
	if err != nil {
		t.Fatal(err)
	}
	// Whatever is missing at the end was never synced, so that nothing was written because of it.
	for length := 0; length < len(whole); length += 5 {
		if err := os.WriteFile(f.journal, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(string(whole[:length]), "\n")
		if got := restore(t, f.open()); (got.RunID == "run-1") != (lines > 1) {
			t.Errorf("%d bytes, %d lines: %+v", length, lines, got)
		}
	}
	if err := os.WriteFile(f.journal, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if tuned["/proc/sys/net/core/somaxconn"] == "" {
		t.Error("nothing was compared")
	}
	restore(t, f.open())
	f.expectState(before)
}

func TestAJournalOfAnotherBootIsDiscarded(t *testing.T) {
	f := virtio(t)
	apply(t, f.open(), Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	if err := f.kernel.rootFiles.write("/proc/sys/kernel/random/boot_id", "another"); err != nil {
		t.Fatal(err)
	}
	tuned := f.state()
	if got := restore(t, f.open()); got.RunID != "" {
		t.Errorf("%+v", got)
	}
	f.expectState(tuned)
}

func TestAnUnreadableJournalIsAnAlarm(t *testing.T) {
	for _, text := range []string{"nonsense\n", "{}\n", `{"version":2}` + "\n", `{"version":1,"runId":"r"}` + "\nnonsense\n{}\n", `{"version":1}` + "\n{}\n", "\n"} {
		f := virtio(t)
		before := f.state()
		if err := os.WriteFile(f.journal, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		tuner := f.open()
		restored := tuner.Restore()
		if restored.Matches || len(restored.Mismatches) != 1 || !strings.Contains(restored.Mismatches[0], "cannot be read") {
			t.Errorf("%q: %+v", text, restored)
		}
		if _, pending := tuner.Pending(); !pending {
			t.Errorf("%q: nothing is pending", text)
		}
		if _, err := tuner.Apply(context.Background(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1400)}}); err == nil {
			t.Errorf("%q: applied", text)
		}
		if err := tuner.Forget(); err != nil {
			t.Error(err)
		}
		restore(t, tuner)
		f.expectState(before)
	}
}

func TestAJournalThatCannotBeWrittenKeepsTheHostUntouched(t *testing.T) {
	f := virtio(t)
	before := f.state()
	f.journal += "/no/such/folder"
	_, err := f.open().Apply(context.Background(), "run-1", everythingVirtio())
	var failure *ApplyError
	if !errors.As(err, &failure) || !failure.Restored.Matches || len(f.kernel.writes) > 0 {
		t.Errorf("%v, %d writes", err, len(f.kernel.writes))
	}
	f.expectState(before)
}

func TestAKeyThatNoTableKnowsIsNeverWritten(t *testing.T) {
	h := newHost(kernel.At(fakeroot.Virtio8(t)), devices{files: rootFiles{kernel.At("/nowhere")}, driver: noDriver})
	for _, key := range []string{
		"", "nic", "nic/eth0", "nic/../../etc/mtu", "nic/./mtu", "nic/a b/mtu", "nic/eth0/mtu/x", "nic/eth0/rx-1/../../mtu", "nic/eth0/rx-/rps_cpus",
		"nic/eth0/rx-01/rps_cpus", "nic/eth0/rx--1/rps_cpus", "nic/eth0/rx-0/xps_cpus", "nic/eth0/channels/other", "nic/eth0/offload/rx", "nic/eth0/irq//affinity",
		"nic/eth0/irq/x", "sysctl/kernel.core_pattern", "sysctl/net/core/somaxconn", "sysctl/../x", "cpu/0", "cpu/x/governor", "cpu/0/online", "cpu/../x/governor",
		"service/sshd", "service/", "memory/x", "limits/cpu", "etc/passwd", strings.Repeat("nic/", 50),
	} {
		if k, err := h.knob(key, ""); err == nil {
			t.Errorf("%q leads to %s", key, k.path)
		}
	}
}

// A power failure may leave zeros behind what was synced; the boot after it has put everything back all the same.
func TestADamagedJournalOfAnotherBootIsDiscarded(t *testing.T) {
	f := virtio(t)
	apply(t, f.open(), Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	file, err := os.OpenFile(f.journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("\x00\x00\n"); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if got := f.open().Restore(); got.Matches {
		t.Error("the damage passed for a journal of this boot")
	}
	if err := f.kernel.rootFiles.write("/proc/sys/kernel/random/boot_id", "another"); err != nil {
		t.Fatal(err)
	}
	if got := restore(t, f.open()); got.RunID != "" {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(f.journal); err == nil {
		t.Error("the journal is still there")
	}
}
