// Package unixsocket opens sockets of the file system that only this user may reach.
package unixsocket

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pathBytesMax is sun_path of sockaddr_un without its closing zero (unix(7)).
const pathBytesMax = 107

// Listen opens a socket for this user alone; errors call it by its name, such as "stats". It replaces the file of a
// predecessor that no longer answers, and refuses to replace anything else. Call it before other goroutines create
// files: it sets the umask.
func Listen(path, name string) (*net.UnixListener, error) {
	if err := CheckLength(path, name); err != nil {
		return nil, err
	}
	if err := removeStale(path, name); err != nil {
		return nil, err
	}
	// A chmod after the bind would leave a moment in which others may connect.
	before := unix.Umask(0o177)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	unix.Umask(before)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on the %s socket %s: %w", name, path, reason(err))
	}
	return listener, nil
}

// CheckLength refuses paths that no socket can have.
func CheckLength(path, name string) error {
	if len(path) > pathBytesMax {
		return fmt.Errorf("the %s socket path has %d bytes, a unix socket allows %d", name, len(path), pathBytesMax)
	}
	return nil
}

func removeStale(path, name string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot look at the %s socket %s: %w", name, path, reason(err))
	}
	if info.Mode().Type() != os.ModeSocket {
		return fmt.Errorf("the %s socket path %s exists and is not a socket", name, path)
	}
	probe, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		probe.Close()
		return fmt.Errorf("the %s socket %s belongs to a process that is running", name, path)
	}
	if !errors.Is(err, unix.ECONNREFUSED) {
		return fmt.Errorf("cannot tell whether the %s socket %s is in use: %w", name, path, reason(err))
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("cannot remove the stale %s socket %s: %w", name, path, reason(err))
	}
	return nil
}

// reason is the system's own words, without the path that net and os repeat.
func reason(err error) error {
	var number unix.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
