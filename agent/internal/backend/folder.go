package backend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/process"
)

// Folders are where services keep their files. A service that runs as another user cannot enter the agent's own folder, which is
// closed to all others: it gets one beside that. Both are known by their names, so that the next life of a killed agent finds what is left.
type Folders struct {
	// Own is for services that run as the agent's user, Beside for others.
	Own, Beside string
}

// Sweep removes what a life before has left. Its processes ended with it.
func (f Folders) Sweep() error {
	var all []error
	for _, folder := range []string{f.Own, f.Beside} {
		all = append(all, removeSharedMemory(filepath.Join(folder, PostgreSQL, dataFolder)), process.RemoveAll(folder))
	}
	return errors.Join(all...)
}

// service makes the empty folder of one, private to the user that it runs as; nil is the agent's.
func (f Folders) service(name string, user *process.Identity) (string, error) {
	parent := f.Own
	if user != nil {
		parent = f.Beside
	}
	// Others may go through it and see nothing of it.
	if err := process.Passage(parent); err != nil {
		return "", fmt.Errorf("making the folder of throw-away services: %w", err)
	}
	folder := filepath.Join(parent, name)
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700), user.Own(folder)); err != nil {
		return "", fmt.Errorf("making the folder of a throw-away service: %w", err)
	}
	if user == nil {
		return folder, nil
	}
	return folder, passable(parent)
}

// passable says which folder other users cannot go through, where there is one: that service would say it in less helpful words.
func passable(folder string) error {
	closed, err := process.ClosedToOthers(folder)
	if err == nil && closed != "" {
		err = fmt.Errorf("the user that a throw-away service runs as may not enter %s: open that with \"chmod o+x\", or start the agent with another --data", closed)
	}
	return err
}

// private writes a file that only the service's user may read.
func private(path, text string, user *process.Identity) error {
	return errors.Join(os.WriteFile(path, []byte(text), 0o600), user.Own(path))
}
