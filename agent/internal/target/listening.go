package target

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/listening"
)

// Find finds what listens on a port of an address, and is to be asked by https where it is secure. Its error is one sentence that says what to do.
func Find(address netip.Addr, port int, secure bool) (*Target, error) {
	at := netip.AddrPortFrom(address, uint16(port))
	sockets, err := listening.On(port)
	if err != nil {
		return nil, err
	}
	if len(sockets) == 0 {
		return nil, fmt.Errorf("nothing listens on port %d: start the server that is meant first", port)
	}
	there := slices.DeleteFunc(slices.Clone(sockets), func(s listening.Socket) bool { return !s.Takes(address) })
	if len(there) == 0 {
		return nil, fmt.Errorf("nothing listens on %s: what listens on port %d does so on %s; have it listen on %s or on every address, or choose another address for the run",
			at, port, addressesOf(sockets), address)
	}
	roots, err := listening.Roots(there)
	var hidden *listening.HiddenError
	switch {
	case errors.As(err, &hidden):
		return nil, fmt.Errorf("the port %d is held by %w: run the agent as that user, or as root", port, hidden)
	case err != nil:
		return nil, fmt.Errorf("who holds port %d is not known (%w)", port, err)
	}
	for _, root := range roots {
		if relays(root.PID) {
			return nil, fmt.Errorf("the port %d is held by %s, which passes connections on to a container and is not the server: run the container on the host's network (--network host), so that its own process listens, or load the container's address as a target without an agent",
				port, root)
		}
	}
	v, err := visit(port, roots)
	if err != nil {
		return nil, err
	}
	t := &Target{URL: urlOf(at, secure), Version: roots[0].Name, Command: roots[0].Command, life: v}
	for _, root := range roots {
		t.PIDs = append(t.PIDs, root.PID)
	}
	return t, nil
}

// relayPrograms hold the published ports of containers: those of Docker, of Podman and of both without root. dockerd and conmon keep a port that
// the kernel itself passes on.
var relayPrograms = []string{"docker-proxy", "dockerd", "rootlesskit", "rootlessport", "slirp4netns", "pasta", "pasta.avx2", "passt", "passt.avx2", "conmon"}

// relays says whether a process listens for a container. Its CPU time would be told as the server's.
func relays(pid int) bool {
	program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return err == nil && slices.Contains(relayPrograms, strings.TrimSuffix(filepath.Base(program), " (deleted)"))
}

// visitor is a server that the agent did not start: it is watched until it ends or is left alone.
type visitor struct {
	port  int
	roots []listening.Process
	files []*os.File // pidfds
	ended chan struct{}

	once sync.Once
	// gone is the root that ended; nil when the server was left alone.
	gone *listening.Process
}

func visit(port int, roots []listening.Process) (*visitor, error) {
	v := &visitor{port: port, roots: roots, ended: make(chan struct{})}
	for i := range roots {
		fd, err := unix.PidfdOpen(roots[i].PID, 0)
		if err == nil {
			err = unix.SetNonblock(fd, true) // PIDFD_NONBLOCK is younger (Linux 5.10)
		}
		if err != nil {
			v.close(nil)
			return nil, fmt.Errorf("%s, which listens on port %d, cannot be watched: %w", roots[i], port, err)
		}
		v.files = append(v.files, os.NewFile(uintptr(fd), "pidfd"))
	}
	for i, file := range v.files {
		conn, err := file.SyscallConn()
		if err != nil {
			v.close(nil)
			return nil, fmt.Errorf("%s, which listens on port %d, cannot be watched: %w", roots[i], port, err)
		}
		go v.watch(conn, &roots[i])
	}
	return v, nil
}

// watch returns when the process has ended, which makes its pidfd readable, or when the visitor is left alone.
func (v *visitor) watch(conn syscall.RawConn, root *listening.Process) {
	err := conn.Read(func(fd uintptr) bool {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, 0)
		return n > 0 || err != nil && err != unix.EINTR
	})
	if err == nil {
		v.close(root)
	}
}

func (v *visitor) close(gone *listening.Process) {
	v.once.Do(func() {
		v.gone = gone
		close(v.ended)
		for _, file := range v.files {
			_ = file.Close()
		}
	})
}

func (v *visitor) Ended() <-chan struct{} { return v.ended }

func (v *visitor) EndedByItself() bool { return v.gone != nil }

func (v *visitor) LastWords() string {
	names := make([]string, len(v.roots))
	for i, root := range v.roots {
		names[i] = root.String()
	}
	of := ""
	if len(names) > 1 {
		of = ", one of " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("The target on port %d ended: %s%s, which the agent had not started, is gone. Its own log, if it keeps one, may say why.", v.port, v.gone, of)
}

// Stop leaves it alone.
func (v *visitor) Stop(time.Duration) error {
	v.close(nil)
	return nil
}
