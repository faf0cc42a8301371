package perf

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"millionrps/agent/internal/kernel"
)

func addresses(all ...uint64) (bytes []byte) {
	for _, one := range all {
		bytes = binary.NativeEndian.AppendUint64(bytes, one)
	}
	return bytes
}

// made up processes, so that nothing of this machine is in what is told.
func stacksOf(t *testing.T, samples ...sample) *stacks {
	t.Helper()
	s := newStacks()
	jit := &perfMap{parsePerfMap([]byte("1000 100 JS:handler\n2000 100 JS:main\n"))}
	node := &process{pid: 7, name: "node", jit: jit, jitRead: true, maps: []kernel.Mapping{{Start: 0x1000, End: 0x3000}}}
	s.seen = []*process{node, {pid: 8, number: 1, name: "gone"}}
	s.processes = map[uint32]*process{7: node, 8: s.seen[1]}
	for _, one := range samples {
		s.add(one)
	}
	return s
}

func TestAProfileIsByProcessAndCPUAndSaysWhatItLacks(t *testing.T) {
	s := stacksOf(t,
		sample{pid: 7, cpu: 1, user: addresses(0x1010, 0x2020, 0xdead)}, // what follows was no frame pointer
		sample{pid: 7, cpu: 1, user: addresses(0x1044, 0x2020, 0xdead)},
		sample{pid: 7, cpu: 0, user: addresses(0x1010, 0x2020)},
		sample{pid: 8, cpu: 0, user: addresses(0x5000)},
	)
	taken, err := s.sampled(taking{began: time.Unix(1_700_000_000, 0), span: time.Second, hertz: 100, cpus: 4, lost: 2})
	if err != nil {
		t.Fatal(err)
	}
	read, err := profile.Parse(bytes.NewReader(taken.Encoded))
	if err != nil || read.CheckValid() != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, one := range read.Sample {
		got[strings.Join(namesOf(one), " < ")+" on "+strings.Join(one.Label["cpu"], "")] += one.Value[0]
		if one.Value[1] != one.Value[0]*10_000_000 {
			t.Errorf("%d samples are %d ns", one.Value[0], one.Value[1])
		}
	}
	for want, count := range map[string]int64{
		"JS:handler < JS:main < node on 1":             2,
		"JS:handler < JS:main < node on 0":             1,
		"[unknown: the process had ended] < gone on 0": 1,
		"[samples lost: the buffers were full] on ":    2,
	} {
		if got[want] != count {
			t.Errorf("%d × %s in %v", got[want], want, got)
		}
	}
	for _, want := range []string{"100 times a second on 4 CPUs", "4 samples of 2 processes", "2 samples were lost", "25 % of the samples are in code without symbols, most in gone", "frame pointers"} {
		if !strings.Contains(taken.Note, want) {
			t.Errorf("%q lacks %q", taken.Note, want)
		}
	}
}

func TestStacksBeyondTheRoomCountUnderTheirProcess(t *testing.T) {
	s := newStacks()
	s.room = 100
	s.processes[7] = &process{name: "busy"}
	s.seen = []*process{s.processes[7]}
	for at := range uint64(50) {
		s.add(sample{pid: 7, user: addresses(0x1000 + at)})
	}
	total := uint64(0)
	for _, count := range s.counts {
		total += count
	}
	if total != 50 || s.merged == 0 || len(s.counts) > 10 {
		t.Errorf("%d samples in %d stacks, %d merged", total, len(s.counts), s.merged)
	}
}

func TestNothingSampledIsNoProfile(t *testing.T) {
	if _, err := newStacks().sampled(taking{hertz: Hertz}); err == nil || !strings.Contains(err.Error(), "every CPU was idle") {
		t.Errorf("%v", err)
	}
}

func TestSharesAreReadable(t *testing.T) {
	for part, want := range map[uint64]string{10_000: "100 %", 9_996: "100 %", 9_951: "100 %", 9_949: "99 %", 996: "10 %", 994: "9.9 %", 250: "2.5 %", 1: "0.01 %"} {
		if got := percent(part, 10_000); got != want {
			t.Errorf("%d of 10000: %s, want %s", part, got, want)
		}
	}
}
