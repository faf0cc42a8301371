package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/kernel"
)

// tree is a host: its files by their names below the root. A text that begins with linkTo is where a symbolic link leads.
type tree map[string]string

const linkTo = "-> "

// Where processes are looked for: in a container, and on a host where all of them are seen.
var (
	contained = tree{"proc/self/ns/pid": linkTo + "pid:[4026532561]", "proc/1/comm": "tini"}
	seen      = tree{"proc/self/ns/pid": linkTo + "pid:[4026531836]", "proc/1/comm": "systemd"}
)

func (files tree) host(t *testing.T) host {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write := func() error { return os.WriteFile(path, []byte(text+"\n"), 0o644) }
		if target, ok := strings.CutPrefix(text, linkTo); ok {
			write = func() error { return os.Symlink(target, path) }
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	return host{kernel.At(root)}
}

// with adds files.
func (files tree) with(more tree) tree {
	all := tree{}
	for _, some := range []tree{files, more} {
		for name, text := range some {
			all[name] = text
		}
	}
	return all
}

type checkCase struct {
	name   string
	files  tree
	config Config
	want   []Finding
}

func try(t *testing.T, check func(host, Config) []Finding, cases ...checkCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := check(c.files.host(t), c.config)
			if diff := cmp.Diff(c.want, found); diff != "" {
				t.Error(diff)
			}
			for _, finding := range found {
				mustBeALineForAShell(t, finding.Mend)
			}
		})
	}
}

// mustBeALineForAShell has a shell read the line, not carry it out.
func mustBeALineForAShell(t *testing.T, line string) {
	t.Helper()
	if output, err := exec.Command("sh", "-n", "-c", line).CombinedOutput(); err != nil || strings.Contains(line, "\n") {
		t.Errorf("%s\n%s", line, output)
	}
}

func TestNamesThatSomebodyChoseAreQuoted(t *testing.T) {
	for word, want := range map[string]string{"eth0": "eth0", "a b": "'a b'", "x;reboot": "'x;reboot'", "it's": `'it'\''s'`, "$(id)": "'$(id)'", "": "''"} {
		if got := quoted(word); got != want {
			t.Errorf("%q became %s", word, got)
		}
	}
}

const online = "sys/devices/system/cpu/online"
