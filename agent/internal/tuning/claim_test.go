package tuning

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// takenAfter is a claim that another agent gives up in the moment in which it is asked for.
type takenAfter struct{ other func() }

func (c takenAfter) take() error { c.other(); return nil }
func (takenAfter) release()      {}

// Values that are read before the host is claimed may be those of another agent's run; kept as the host's own, they would stay for good.
func TestWhatAHostWasIsReadOnceItIsClaimed(t *testing.T) {
	f := virtio(t)
	before := f.state()
	one := f.open()
	apply(t, one, Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	f.journal += ".2"
	other := f.open()
	other.bound.claim = takenAfter{func() { restore(t, one) }}
	applied := apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	if got := value(find(t, applied.Changes, "nic/eth0/mtu").Before); got != "1500" {
		t.Errorf("the host's own MTU is said to be %s", got)
	}
	restore(t, other)
	f.expectState(before)
}

func TestAClaimIsOfOneAgentAndOutlivesItUntilTheHostIsPutBack(t *testing.T) {
	f := virtio(t)
	folders := []string{t.TempDir(), t.TempDir()}
	one, other := agentOn(t, f, folders[0]), agentOn(t, f, folders[1])
	request := Request{Wanted: Wanted{MTUBytes: ptr(1400)}}
	refused := func(words string) {
		t.Helper()
		_, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %q", err, words)
		}
	}
	apply(t, one, request)
	refused(errClaimed.Error())
	dies(one)
	refused("sudo agent restore --data " + folders[0])
	heir := agentOn(t, f, folders[0])
	restore(t, heir)
	apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	restore(t, other)
	apply(t, heir, request)
	restore(t, heir)
}

// A folder that cannot be seen from here says nothing of its journal: ProtectHome, another container's path, a volume that is not mounted.
func TestAMarkHoldsWhileTheFolderOfItsJournalIsNotSeen(t *testing.T) {
	for name, hide := range map[string]func(folder string){
		"the folder is absent":        func(string) {},
		"another one is in its place": func(folder string) { must(t, os.Mkdir(folder, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := virtio(t)
			folder, elsewhere := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "data")
			must(t, os.Mkdir(folder, 0o700))
			dead := agentOn(t, f, folder)
			apply(t, dead, Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
			dies(dead)
			must(t, os.Rename(folder, elsewhere))
			hide(folder)
			other := agentOn(t, f, t.TempDir())
			for range 2 { // nor is the mark gone after the first
				_, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
				if err == nil || !strings.Contains(err.Error(), "the data folder "+folder+" of another agent, which changed this host, cannot be seen from here") ||
					!strings.Contains(err.Error(), "sudo agent restore --data "+folder) {
					t.Fatal(err)
				}
			}
			must(t, os.RemoveAll(folder))
			must(t, os.Rename(elsewhere, folder))
			restore(t, agentOn(t, f, folder))
			apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
			restore(t, other)
		})
	}
}

// An agent that died between its mark and its journal has changed nothing.
func TestAMarkWithoutAJournalInItsFolderIsOfAnAgentThatChangedNothing(t *testing.T) {
	f := virtio(t)
	dead := agentOn(t, f, t.TempDir())
	must(t, dead.bound.claim.take())
	dies(dead)
	other := agentOn(t, f, t.TempDir())
	apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	restore(t, other)
}

// agentOn begins the life of an agent with a data folder of its own.
func agentOn(t *testing.T, f *fakeHost, data string) *Tuner {
	t.Helper()
	tuner, err := Open(Config{Root: f.root, Journal: filepath.Join(data, "tuning.jsonl")})
	must(t, err)
	return tuner
}

// dies leaves what a killed process leaves.
func dies(t *Tuner) { _ = t.bound.claim.(*claim).socket.Close() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
