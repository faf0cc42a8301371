package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAPassageIsTheAgentsOwnFolder(t *testing.T) {
	at := t.TempDir()
	own, link, open := filepath.Join(at, "own"), filepath.Join(at, "link"), filepath.Join(at, "open")
	for range 2 {
		if err := Passage(own); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(own, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, planted := range []string{link, open} {
		if err := Passage(planted); err == nil || !strings.Contains(err.Error(), planted) {
			t.Errorf("%s was taken: %v", planted, err)
		}
	}
}
