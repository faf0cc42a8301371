package runner

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"millionrps/agent/internal/loadgen"
)

func TestPrepareWritesTheScriptOfTheToolAndMendsAnotherAgents(t *testing.T) {
	w := newWorker(t, readyLine, "")
	wrk, err := loadgen.New("wrk", []string{script(t, "exit 1")})
	if err != nil {
		t.Fatal(err)
	}
	w.tools["wrk"] = Tool{Driver: wrk, Version: "4.1.0"}
	path := filepath.Join(w.ToolFolder, wrk.Script().Name)
	for range 2 {
		p := preparation()
		p.Tool = "wrk"
		if o := w.do(p); o.Status != Succeeded || o.Prepared.ToolVersion != "4.1.0" {
			t.Fatalf("%+v, %+v", o.Prepared, o.Failure)
		}
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, wrk.Script().Text) {
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
	if _, err := os.Stat(w.ToolFolder); !os.IsNotExist(err) {
		t.Error(err)
	}
}
