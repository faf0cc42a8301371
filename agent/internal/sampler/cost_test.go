package sampler

import (
	"fmt"
	"os"
	"testing"

	"millionrps/agent/internal/fakeroot"
)

// cost is what a number of samples made this process ask of the kernel.
type cost struct{ reads, bytes int64 }

// sampleCost takes a sample that refreshes everything but looks for nothing new, so that what it costs is the most one can.
func sampleCost(t *testing.T, host fakeroot.Host) cost {
	t.Helper()
	s := openFake(t, fakeroot.New(t, host))
	take := func() {
		s.lock.Lock()
		defer s.lock.Unlock()
		if _, err := s.sample(everyFiveSeconds); err != nil {
			t.Fatal(err)
		}
	}
	take()
	before := ownReads(t)
	const samples = 10
	for range samples {
		take()
	}
	after := ownReads(t)
	return cost{(after.reads - before.reads) / samples, (after.bytes - before.bytes) / samples}
}

func ownReads(t *testing.T) (read cost) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("this kernel does not count reads: ", err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d\nwchar: %d\nsyscr: %d", &read.bytes, new(int64), &read.reads); err != nil {
		t.Fatal(err)
	}
	return read
}

// Four times the CPUs or the queues are at most four times the reads, and as many times the text. Interrupts are queues times CPUs, whatever
// one does: their text alone may grow with both.
func TestASampleCostsNoMoreThanLinearInCPUsAndQueues(t *testing.T) {
	base := sampleCost(t, fakeroot.ENAHost(32, 16))
	cpus := sampleCost(t, fakeroot.ENAHost(128, 16))
	queues := sampleCost(t, fakeroot.ENAHost(32, 64))
	t.Logf("reads and bytes a sample: 32 CPUs with 16 queues %+v, 128 CPUs with 16 queues %+v, 32 CPUs with 64 queues %+v", base, cpus, queues)
	for name, grown := range map[string]cost{"CPUs": cpus, "queues": queues} {
		if grown.reads > 4*base.reads || grown.bytes > 4*base.bytes {
			t.Errorf("four times the %s: %+v, and before %+v", name, grown, base)
		}
	}
	if base.reads < 10 || cpus.bytes <= base.bytes {
		t.Errorf("what is counted cannot be reads: %+v and %+v", base, cpus)
	}
}
