package process

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Passage makes a folder that others may go through and see nothing of. One that is there must be this user's own: where others may write
// beside it they could have put a folder of theirs or a link in its place, and would choose where a privileged agent writes.
func Passage(folder string) error {
	if err := os.MkdirAll(folder, 0o711); err != nil {
		return err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !known || int(stat.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is a link, another user's or writable to others: remove it, or start the agent with another --data", folder)
	}
	return nil
}

// RemoveAll removes a folder where there is one. os.RemoveAll fails without one, too, where the file system is read-only, as it is for a service
// outside of its own folder.
func RemoveAll(folder string) error {
	if _, err := os.Lstat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return os.RemoveAll(folder)
}
