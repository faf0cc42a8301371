package folder

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOpenMakesNoFileWhereALinkLeads(t *testing.T) {
	data, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "nologin")
	if err := os.Symlink(elsewhere, filepath.Join(data, LockFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(data); err == nil {
		t.Error("the link was taken for a lock")
	}
	if _, err := os.Stat(elsewhere); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made there: %v", err)
	}
}
