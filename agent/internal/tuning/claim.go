package tuning

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// claimName is a socket without a file: of one network namespace, as most of what is tuned, and gone with the process that holds it.
const claimName = "@millionrps/tuning"

// markFolder has a mark for each agent that has changed this host and not yet put it back. It is root's or the unit's, and a boot empties it.
const markFolder = "/run/millionrps"

var errClaimed = errors.New("another agent on this host holds a tuning of its own; two would put back each other's values, so nothing was changed")

// leftTunedError is for a host that reads as a dead agent has left it: its values are not the host's own.
type leftTunedError struct {
	folder string
	unseen bool // so that whether everything was put back is not known
}

func (e leftTunedError) Error() string {
	if e.unseen {
		return fmt.Sprintf("the data folder %s of another agent, which changed this host, cannot be seen from here, so nothing was changed: start that agent again, or run "+
			"sudo agent restore --data %[1]s where the folder can be seen; if it is gone for good, boot this host", e.folder)
	}
	return fmt.Sprintf("another agent changed this host and ended before it put everything back, so nothing was changed: start that agent again, or run "+
		"sudo agent restore --data %s", e.folder)
}

// claim is the right to tune a host, among the agents on it. The socket ends with its holder; the mark, a link to the journal, holds for as
// long as there is a journal that says what has to be put back.
type claim struct {
	root, journal string
	log           *slog.Logger
	socket        *net.UnixListener // while this life holds it
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
	if err := c.lookForOthers(); err != nil {
		c.release()
		return err
	}
	c.leaveMark()
	return nil
}

// release is for a host on which this agent has nothing to put back, whatever life of it had claimed it.
func (c *claim) release() {
	if mark, err := c.mark(); err == nil {
		_ = os.Remove(mark)
	}
	if c.socket != nil {
		_ = c.socket.Close()
		c.socket = nil
	}
}

// lookForOthers removes marks whose journal is gone. Their agents have put everything back, or died before they changed anything.
func (c *claim) lookForOthers() error {
	own, _ := c.mark()
	marks, _ := filepath.Glob(filepath.Join(c.folder(), markPrefix()+"*"))
	for _, mark := range marks {
		journal, err := os.Readlink(mark)
		if err != nil || mark == own {
			continue
		}
		if err := stands(mark, journal); err != nil {
			return err
		}
		_ = os.Remove(mark)
	}
	return nil
}

// stands says that a mark holds: its journal is there, or its folder cannot be seen from here.
func stands(mark, journal string) error {
	folder := filepath.Dir(journal)
	identity, err := identityOf(folder)
	if err != nil || !strings.HasSuffix(mark, identity) {
		return leftTunedError{folder, true}
	}
	if _, err := os.Stat(journal); !errors.Is(err, fs.ErrNotExist) { // also one that may not be looked at
		return leftTunedError{folder, false}
	}
	return nil
}

func (c *claim) leaveMark() {
	mark, err := c.mark()
	if err == nil {
		err = os.MkdirAll(c.folder(), 0o755)
	}
	if err == nil {
		err = os.Symlink(c.journal, mark)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		c.log.Warn("other agents on this host cannot see that it is tuned, once this one is killed", "error", err)
	}
}

func (c *claim) folder() string { return rootFiles{c.root}.path(markFolder) }

// mark names the data folder by its path and by what it is: in another container, or without its volume, the same path is another folder.
func (c *claim) mark() (string, error) {
	identity, err := identityOf(filepath.Dir(c.journal))
	return filepath.Join(c.folder(), fmt.Sprintf("%s%08x%s", markPrefix(), hashOf(c.journal), identity)), err
}

func identityOf(folder string) (string, error) {
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		return "", fmt.Errorf("looking at %s: %w", folder, err)
	}
	return fmt.Sprintf("-%d-%d", stat.Dev, stat.Ino), nil
}

// markPrefix names the network namespace: each has values of its own, and one /run for all.
func markPrefix() string {
	namespace, _ := os.Readlink("/proc/self/ns/net") // net:[4026531840]
	return "tuning-" + strings.Trim(namespace, "net:[]") + "-"
}

// socketName is another one for a made-up host.
func (c *claim) socketName() string {
	if c.root == "/" {
		return claimName
	}
	return fmt.Sprintf("%s-%08x", claimName, hashOf(c.root))
}

func hashOf(text string) uint32 {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(text))
	return hash.Sum32()
}

// claims says that a plan changes more than the limits of the agent's own programs.
func claims(changes []Change) bool {
	for _, change := range changes {
		if change.Status == ToChange && change.Key != openFilesKey {
			return true
		}
	}
	return false
}

// unclaim gives the host up once nothing is left to put back. The lock is held.
func (t *Tuner) unclaim() {
	if t.bound.claim != nil && !t.journal.pending() {
		t.bound.claim.release()
	}
}
