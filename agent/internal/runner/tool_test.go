package runner

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"millionrps/agent/internal/loadgen"
)

func TestWhatAToolReadsIsWrittenAndMended(t *testing.T) {
	w := newWorker(t, readyLine, "")
	file := loadgen.File{Name: "wrk.lua", Text: []byte("-- a script")}
	path := filepath.Join(w.ToolFolder, file.Name)
	for range 2 {
		if err := w.placeFiles("wrk", []loadgen.File{file}); err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, file.Text) {
			t.Errorf("the script is %q (%v)", have, err)
		}
		if err := os.WriteFile(path, []byte("-- an older one"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAHostWithoutAScriptedToolHasNoToolFolder(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.do(preparation())
	if err := w.placeFiles("autocannon", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(w.ToolFolder); !os.IsNotExist(err) {
		t.Error(err)
	}
}
