package stats

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pathBytesMax is sun_path of sockaddr_un without its closing zero (unix(7)).
const pathBytesMax = 107

// Socket answers each newline with one line. The zero Socket does nothing.
type Socket struct {
	listener *net.UnixListener
}

// Listen opens the socket for this user alone. It replaces the file of a predecessor that no longer
// answers, and refuses to replace anything else. Call it before other goroutines create files: it sets the umask.
func Listen(path string) (*Socket, error) {
	if len(path) > pathBytesMax {
		return nil, fmt.Errorf("the stats socket path has %d bytes, a unix socket allows %d", len(path), pathBytesMax)
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	// A chmod after the bind would leave a moment in which others may connect.
	before := unix.Umask(0o177)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	unix.Umask(before)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on the stats socket %s: %w", path, reason(err))
	}
	return &Socket{listener: listener}, nil
}

func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot look at the stats socket %s: %w", path, reason(err))
	}
	if info.Mode().Type() != os.ModeSocket {
		return fmt.Errorf("the stats socket path %s exists and is not a socket", path)
	}
	probe, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		probe.Close()
		return fmt.Errorf("the stats socket %s belongs to a process that is running", path)
	}
	if !errors.Is(err, unix.ECONNREFUSED) {
		return fmt.Errorf("cannot tell whether the stats socket %s is in use: %w", path, reason(err))
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("cannot remove the stale stats socket %s: %w", path, reason(err))
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

// Serve answers until Close.
func (s *Socket) Serve(workers []Worker) {
	if s.listener == nil {
		return
	}
	for {
		client, err := s.listener.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			// Out of file descriptors, most likely: the load may have taken them all, and will give some back.
			time.Sleep(100 * time.Millisecond)
			continue
		}
		go answer(client, workers)
	}
}

// answer ignores every byte but the newline, so its memory is bounded whatever a client sends.
func answer(client net.Conn, workers []Worker) {
	defer client.Close()
	input := bufio.NewReader(client)
	for {
		b, err := input.ReadByte()
		if err != nil {
			return
		}
		if b != '\n' {
			continue
		}
		encoded, err := Line(time.Now(), workers)
		if err != nil {
			return
		}
		if _, err := client.Write(encoded); err != nil {
			return
		}
	}
}

// Close removes the file. Clients that are connected are cut when the process ends.
func (s *Socket) Close() {
	if s.listener != nil {
		s.listener.Close()
	}
}
