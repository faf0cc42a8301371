package sampler

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/fakeroot"
)

func TestPressureHasWhatMeansSomethingForAMachine(t *testing.T) {
	root := fakeroot.ENA(t, 2)
	s := openFake(t, root)
	values := sample(t, s)
	expect(t, values, map[string]int64{
		"pressure/cpu/someUs": 5_000_000, "pressure/memory/someUs": 0, "pressure/memory/fullUs": 0,
		"pressure/io/someUs": 700_000, "pressure/io/fullUs": 300_000,
	})
	if _, ok := values["pressure/cpu/fullUs"]; ok {
		t.Error("all tasks of a machine cannot wait for its CPUs at once")
	}
	writeFile(t, filepath.Join(root, "proc/pressure/cpu"), "some avg10=0.00 avg60=0.00 avg300=0.00 total=5000042\n")
	expect(t, sample(t, s), map[string]int64{"pressure/cpu/someUs": 5_000_000}) // a moment later it is not read
	elapse(s, time.Second)
	expect(t, sample(t, s), map[string]int64{"pressure/cpu/someUs": 5_000_042})
	checkNoAllocations(t, s)
}

func TestAKernelWithoutPressureHasNoZeros(t *testing.T) {
	root := fakeroot.ENA(t, 2)
	remove(t, filepath.Join(root, "proc/pressure"))
	s := openFake(t, root)
	frame, err := s.Sample()
	if err != nil || len(frame.Layout.Missing) > 0 {
		t.Errorf("missing: %q, %v", frame.Layout.Missing, err)
	}
	for _, column := range frame.Layout.Columns {
		if strings.HasPrefix(column, "pressure/") {
			t.Errorf("column %s", column)
		}
	}
}
