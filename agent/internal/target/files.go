package target

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/process"
)

// File is one that a target is started with, and that is removed with it.
type File struct {
	// Path is below FileFolders.Of; From is what it was made of.
	Path, From string
	Text       []byte
}

// FileFolders are where such files are. A target of another user cannot enter the agent's own folder, which is closed to all others: its
// files are beside that. Both are known by their names, so that the next life of a killed agent finds what is left.
type FileFolders struct {
	// Own is for targets that run as the agent's user, Beside for others.
	Own, Beside string
}

// Sweep removes all files. The targets that read them are gone.
func (f FileFolders) Sweep() error {
	return errors.Join(process.RemoveAll(f.Own), process.RemoveAll(f.Beside))
}

// Path is that of one file of a target, the same from run to run. A nil user is the agent's.
func (f FileFolders) Path(user *process.Identity, target, file, name string) string {
	parent := f.Own
	if user != nil {
		parent = f.Beside
	}
	return filepath.Join(parent, target, file, name)
}

// write makes a file that only the target's user may read, in a folder of its own below one that others may go through and see nothing of.
func (f File) write(user *process.Identity) error {
	folder := filepath.Dir(f.Path)
	above := filepath.Dir(folder)
	if err := passages(filepath.Dir(above), above); err != nil {
		return fmt.Errorf("making a folder for the target's files: %w", err)
	}
	err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700), os.WriteFile(f.Path, f.Text, 0o400), user.Own(f.Path), user.Own(folder))
	if err != nil {
		return fmt.Errorf("writing the copy of %s for the target: %w", f.From, err)
	}
	if user == nil {
		return nil
	}
	closed, err := process.ClosedToOthers(above)
	if err == nil && closed != "" {
		err = fmt.Errorf("its user may not enter %s, where the copy of %s is: open that with \"chmod o+x\", or start the agent with another --data", closed, f.From)
	}
	return err
}

// passages makes folders from the outermost on.
func passages(folders ...string) error {
	for _, folder := range folders {
		if err := process.Passage(folder); err != nil {
			return err
		}
	}
	return nil
}
