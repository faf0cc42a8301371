package kernel

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFromWhereProcessesCannotBeSeen(t *testing.T) {
	for name, c := range map[string]struct{ namespace, init, want string }{
		"the host itself":                {hostPIDNamespace, "systemd", ""},
		"a kernel without namespaces":    {"", "init", ""},
		"a container with an init":       {"pid:[4026532561]", "tini", "from this container"},
		"a user from whom they are kept": {hostPIDNamespace, "", "because /proc hides other users' processes"},
	} {
		root := t.TempDir()
		for _, folder := range []string{"proc/self/ns", "proc/1"} {
			if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if c.namespace != "" {
			if err := os.Symlink(c.namespace, filepath.Join(root, "proc/self/ns/pid")); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(root, "proc/1/comm"), []byte(c.init+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := At(root).Unseen(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
