package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/kernel"
)

func TestWhyAHostCannotBeSampledIsSaidWithWhatMendsIt(t *testing.T) {
	root := t.TempDir()
	h := host{kernel.At(root)}
	if found := perfEvents(h, Config{})[0]; found.Severity != OK || found.Code != "perf-events" {
		t.Errorf("%+v", found)
	}
	trouble := Config{PerfTrouble: "the kernel lets nobody do it"}
	if found := perfEvents(h, trouble)[0]; found.Severity != Note || found.Mend != "" || !strings.Contains(found.Sentence, "the kernel lets nobody do it.") {
		t.Errorf("%+v", found)
	}
	folder := filepath.Join(root, "proc/sys/kernel")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "perf_event_paranoid"), []byte("2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if found := perfEvents(h, trouble)[0]; found.Mend != "sudo sysctl -w kernel.perf_event_paranoid=0" {
		t.Errorf("%+v", found)
	}
}
