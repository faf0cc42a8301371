package tuning

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// files are those of the kernel, by their names below a root: /proc/sys/net/core/somaxconn. Tests put a kernel that rounds, refuses and
// resets in their place.
type files interface {
	// read returns the text without the newline at its end.
	read(name string) (string, error)
	// write hands the value to the kernel in one call; it never makes a file.
	write(name, value string) error
	// mayWrite is why a write would be refused, as far as that can be known without one; nil otherwise.
	mayWrite(name string) error
}

type rootFiles struct{ kernel.FS }

func (f rootFiles) read(name string) (string, error) {
	text, err := os.ReadFile(f.Path(name))
	return strings.TrimSuffix(string(text), "\n"), err
}

func (f rootFiles) write(name, value string) error {
	// Truncating matters below a made-up root only; the kernel ignores it.
	file, err := os.OpenFile(f.Path(name), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(value + "\n")
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}

// mayWrite asks with the rights that count for opening a file (AT_EACCESS), which capabilities widen. A file without any permission to be
// written is one that the kernel refuses to everybody, though root could open it.
func (f rootFiles) mayWrite(name string) error {
	stat, err := os.Stat(f.Path(name))
	if err != nil {
		return err
	}
	if stat.Mode().Perm()&0o222 == 0 {
		return errReadOnly
	}
	return unix.Faccessat(unix.AT_FDCWD, f.Path(name), unix.W_OK, unix.AT_EACCESS)
}
