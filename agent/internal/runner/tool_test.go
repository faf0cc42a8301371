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
		kept, err := w.placeFiles(load(), []loadgen.File{file})
		if err != nil || len(kept) != 1 || kept[0].Kind != "tool-input" || kept[0].Name != "step-01-measure-wrk.lua" || kept[0].SizeBytes != 11 {
			t.Fatalf("%+v, %v", kept, err)
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
	if kept, err := w.placeFiles(load(), nil); err != nil || len(kept) > 0 {
		t.Fatal(kept, err)
	}
	if _, err := os.Stat(w.ToolFolder); !os.IsNotExist(err) {
		t.Error(err)
	}
}
