package process

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What is passed is descriptor 3, also of a program that is started behind the gate, which is there first.
func TestAPassedFileIsTheThirdDescriptor(t *testing.T) {
	l := NewLauncher()
	before := ""
	for _, limited := range []bool{false, true} {
		if limited {
			if err := l.SetOpenFiles(unix.Rlimit{Cur: 999, Max: 999}); err != nil {
				t.Fatal(err)
			}
		}
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := write.WriteString("passed"); err != nil {
			t.Fatal(err)
		}
		write.Close()
		out, err := os.CreateTemp(t.TempDir(), "out")
		if err != nil {
			t.Fatal(err)
		}
		child, err := l.Start(Spec{Argv: []string{"/bin/sh", "-c", "cat <&3; ls /proc/self/fd | wc -l"}, Stdout: out, Passed: read})
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		exit := child.Wait()
		text, err := os.ReadFile(out.Name())
		if err != nil || !strings.HasPrefix(string(text), "passed") || !exit.Clean() {
			t.Errorf("limited %v: %q, %s, %v", limited, text, exit, err)
		}
		// The gate leaves nothing behind.
		if limited && string(text) != before {
			t.Errorf("behind the gate a child has %q, without one %q", text, before)
		}
		before = string(text)
		out.Close()
	}
}
