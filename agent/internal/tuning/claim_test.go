package tuning

import (
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
	agent := func(journal string) *Tuner {
		tuner, err := Open(Config{Root: f.root, Journal: journal})
		if err != nil {
			t.Fatal(err)
		}
		return tuner
	}
	folders := []string{t.TempDir(), t.TempDir()}
	one, other := agent(folders[0]+"/tuning.jsonl"), agent(folders[1]+"/tuning.jsonl")
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
	_ = one.bound.claim.(*claim).socket.Close() // as when it is killed
	refused("sudo agent restore --data " + folders[0])
	heir := agent(folders[0] + "/tuning.jsonl")
	restore(t, heir)
	apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	restore(t, other)
	apply(t, heir, request)
	restore(t, heir)
}
