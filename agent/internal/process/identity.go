package process

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"millionrps/agent/internal/kernel"
)

// Identity is the user and the groups that a child runs as.
type Identity struct {
	credential  syscall.Credential
	environment []string
}

// IdentityOf is nil for "" and for the user that this process runs as. Its error, for a user that does not exist or that children cannot
// run as, continues a sentence that begins with the program's name.
func IdentityOf(name string) (*Identity, error) {
	if name == "" {
		return nil, nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("is to run as %s, and there is no such user here", name)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	if uidErr != nil || gidErr != nil {
		return nil, fmt.Errorf("is to run as %s, whose numbers %s and %s are none", name, u.Uid, u.Gid)
	}
	if int(uid) == os.Geteuid() {
		return nil, nil
	}
	if !maySwitchUser() {
		return nil, fmt.Errorf("is to run as %s, and the agent runs as another user that may not start programs as that one: "+
			"run the agent as root or as %s, or leave out the user", name, name)
	}
	identity := &Identity{
		credential:  syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
		environment: []string{"HOME=" + u.HomeDir, "USER=" + u.Username},
	}
	groups, err := u.GroupIds()
	if err != nil {
		return nil, fmt.Errorf("is to run as %s, whose groups cannot be read: %w", name, err)
	}
	for _, text := range groups {
		if group, err := strconv.ParseUint(text, 10, 32); err == nil {
			identity.credential.Groups = append(identity.credential.Groups, uint32(group))
		}
	}
	return identity, nil
}

// IdentityOfProcess is that of the user that a process runs as.
func IdentityOfProcess(pid int) (*Identity, error) {
	status, err := (kernel.FS{}).PIDStatus(strconv.Itoa(pid))
	if err != nil {
		return nil, fmt.Errorf("whose user is not known: %w", err)
	}
	u, err := user.LookupId(status.User)
	if err != nil {
		return nil, fmt.Errorf("is to run as the user %s, who has no name here", status.User)
	}
	return IdentityOf(u.Username)
}

// maySwitchUser looks for CAP_SETGID and CAP_SETUID (capabilities(7)) among the effective ones, and for CAP_KILL: what cannot be ended must not
// be started.
func maySwitchUser() bool {
	const needed = 1<<5 | 1<<6 | 1<<7
	status, err := (kernel.FS{}).PIDStatus("self")
	return err == nil && status.Effective&needed == needed
}

// Credential is what a child is started with; nil for the user of this process.
func (i *Identity) Credential() *syscall.Credential {
	if i == nil {
		return nil
	}
	return &i.credential
}

// Own gives a file or folder to the user; nil is that of this process, which owns what it made.
func (i *Identity) Own(path string) error {
	if i == nil {
		return nil
	}
	return os.Chown(path, int(i.credential.Uid), int(i.credential.Gid))
}

// ClosedToOthers is the folder that users who are neither its owner nor of its group may not enter, of all on the way to this one; "" for none.
func ClosedToOthers(folder string) (string, error) {
	for at := folder; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			return "", fmt.Errorf("looking at %s: %w", at, err)
		}
		if info.Mode().Perm()&0o001 == 0 {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", nil
		}
	}
}
