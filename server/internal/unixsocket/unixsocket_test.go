package unixsocket

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSocketIsForThisUserAloneAndGoneAfterClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	socket, err := Listen(path, "stats")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v, %v, want 0600", info.Mode(), err)
	}
	socket.Close()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
}

func TestASocketFileThatNobodyServesIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	dead.Close()

	socket, err := Listen(path, "stats")
	if err != nil {
		t.Fatal(err)
	}
	socket.Close()
}

func TestPathsThatCannotBeUsedAreRefused(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "notes")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	live, err := Listen(filepath.Join(folder, "live"), "stats")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()

	tests := map[string]struct{ path, want string }{
		"an ordinary file":   {file, "exists and is not a socket"},
		"a live server's":    {filepath.Join(folder, "live"), "belongs to a process that is running"},
		"no such folder":     {filepath.Join(folder, "none", "s"), "no such file or directory"},
		"a file as a folder": {filepath.Join(file, "s"), "not a directory"},
		"too long":           {"/" + strings.Repeat("x", 107), "has 108 bytes, a unix socket allows 107"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Listen(test.path, "stats")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != "mine" {
		t.Errorf("the ordinary file was touched: %q, %v", kept, err)
	}
}
