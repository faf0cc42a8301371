package target

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFileOfATargetIsNotWrittenThroughALink(t *testing.T) {
	at := t.TempDir()
	elsewhere, beside := filepath.Join(at, "elsewhere"), filepath.Join(at, "data.templates")
	if err := os.Mkdir(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, beside); err != nil {
		t.Fatal(err)
	}
	file := File{Path: FileFolders{Own: beside}.Path(nil, "shop", "conf", "nginx.conf"), From: "/etc/nginx.conf.in", Text: []byte("x")}
	if err := file.write(nil); err == nil {
		t.Error("it was written")
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
		t.Errorf("elsewhere has %v, %v", left, err)
	}
}
