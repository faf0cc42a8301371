package hostconfig

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheFileIsReadAgainWhenItChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agent.json")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(PathVariable, path)
	if _, err := Open(""); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("a file that the environment names and that is not there: %v", err)
	}
	put(`{"listeningPorts": [80]}`)
	file, err := Open("")
	if read, there := file.Path(); err != nil || read != path || !there {
		t.Fatalf("%s, %v, %v", read, there, err)
	}
	if file.Refresh() || len(file.Config().ListeningPorts) != 1 {
		t.Error("nothing changed")
	}
	put(`{"listeningPorts": [80, 81]}`)
	if !file.Refresh() || len(file.Config().ListeningPorts) != 2 || file.Fault() != nil {
		t.Errorf("what it says now: %+v, %v", file.Config(), file.Fault())
	}
	put(`{"listeningPorts": [80`)
	if !file.Refresh() || len(file.Config().ListeningPorts) != 2 || file.Fault() == nil || !strings.Contains(file.Fault().Error(), path+" is not JSON") {
		t.Errorf("a broken file keeps the last good one: %+v, %v", file.Config(), file.Fault())
	}
	if file.Refresh() {
		t.Error("the same fault is told once")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if !file.Refresh() || len(file.Config().ListeningPorts) != 2 || file.Fault() == nil {
		t.Errorf("a file that was named and is gone: %v", file.Fault())
	}
	put(`{}`)
	if !file.Refresh() || len(file.Config().ListeningPorts) != 0 || file.Fault() != nil {
		t.Errorf("it is mended: %v", file.Fault())
	}
}
