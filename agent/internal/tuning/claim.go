package tuning

import (
	"errors"
	"fmt"
	"hash/crc32"
	"net"
	"slices"
	"syscall"

	"millionrps/agent/internal/tuning/marks"
)

// claimName is a socket without a file: of one network namespace, as most of what is tuned, and gone with the process that holds it.
const claimName = "@millionrps/tuning"

var errClaimed = errors.New("another agent on this host holds a tuning of its own; two would put back each other's values, so nothing was changed")

// claim is the right to tune a host, among the agents on it. The socket ends with its holder; its marks hold for as long as there is a journal
// that says what has to be put back.
type claim struct {
	marks  marks.Marks
	socket *net.UnixListener // while this life holds it
}

// take makes sure that no other agent has changed the host, living or dead.
func (c *claim) take() error {
	if c.socket != nil {
		return nil
	}
	socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: c.socketName(), Net: "unix"})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return errClaimed
	case err == nil:
		c.socket = socket
	default: // a sandbox without such sockets has no other living agent either
	}
	if err = c.marks.LookForOthers(); err == nil {
		err = c.marks.Leave()
	}
	if err != nil {
		c.release()
	}
	return err
}

// release is for a host on which this agent has nothing to put back, whatever life of it had claimed it.
func (c *claim) release() {
	c.marks.Remove()
	if c.socket != nil {
		_ = c.socket.Close()
		c.socket = nil
	}
}

// socketName is another one for a made-up host.
func (c *claim) socketName() string {
	if c.marks.Root == "/" {
		return claimName
	}
	return fmt.Sprintf("%s-%08x", claimName, crc32.ChecksumIEEE([]byte(c.marks.Root)))
}

// claims says that a plan changes more than the limits of the agent's own programs.
func claims(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Status == ToChange && !endsWithAgent(c.Key) })
}

// unclaim gives the host up once nothing is left to put back. The lock is held.
func (t *Tuner) unclaim() {
	if t.bound.claim != nil && !t.journal.Pending() {
		t.bound.claim.release()
	}
}
