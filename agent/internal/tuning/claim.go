package tuning

import (
	"errors"
	"net"
	"syscall"
)

// claimName is a socket without a file: of one network namespace, as most of what is tuned, and gone with the process that holds it.
const claimName = "@millionrps/tuning"

var errClaimed = errors.New("another agent on this host holds a tuning of its own; two would put back each other's values, so nothing was changed")

// claimHost keeps other agents from tuning this host until release.
func claimHost() (release func(), err error) {
	socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: claimName, Net: "unix"})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, errClaimed
	case err != nil: // a sandbox without such sockets has no other agent either
		return func() {}, nil
	}
	return func() { _ = socket.Close() }, nil
}

// claim is for a plan that changes more than the limits of the agent's own programs. The lock is held.
func (t *Tuner) claim(changes []Change) error {
	if t.bound.claim == nil || t.release != nil {
		return nil
	}
	for _, change := range changes {
		if change.Status == ToChange && change.Key != openFilesKey {
			var err error
			t.release, err = t.bound.claim()
			return err
		}
	}
	return nil
}

// unclaim gives the host up once nothing is left to put back. The lock is held.
func (t *Tuner) unclaim() {
	if t.release != nil && !t.journal.pending() {
		t.release()
		t.release = nil
	}
}
