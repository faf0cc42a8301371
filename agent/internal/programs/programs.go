// Package programs says which program of a data folder runs: the one that was installed, or one that came later by an upgrade. Keeper and agent
// share it, which may be a release apart: fields are only ever added.
package programs

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const (
	// Folder is in the data folder; each release is in a folder of its own there, named by the SHA-256 of its agent.
	Folder = "programs"
	// JoinToken is where the data folder has a token until the agent has been in touch.
	JoinToken = "join-token"
	// KeptVariable tells an agent that a keeper starts it, so that it may be replaced.
	KeptVariable = "MILLIONRPS_KEPT"
)

const choiceFile = "choice.json"

// Choice is what runs, and what became of the last upgrade. The zero value is what was installed.
type Choice struct {
	Current  string   `json:"current"`  // "" for what was installed
	Previous string   `json:"previous"` // what to go back to
	Trial    *Trial   `json:"trial,omitempty"`
	Last     *Upgrade `json:"last,omitempty"`
}

// Trial is a program that has not yet been in touch with the API.
type Trial struct {
	ID     string `json:"id"`
	To     string `json:"to"`
	Starts int    `json:"starts"`
}

// The results of an upgrade.
const (
	Upgraded   = "upgraded"
	RolledBack = "rolled-back"
	Failed     = "failed"
)

// Upgrade is how one ended.
type Upgrade struct {
	ID     string `json:"id"`
	To     string `json:"to"`
	Result string `json:"result"`
	Why    string `json:"why"` // a sentence; "" where it went well
	AtUs   int64  `json:"atUs"`
}

// Read is the choice of a data folder.
func Read(data string) (Choice, error) {
	var c Choice
	content, err := os.ReadFile(filepath.Join(data, Folder, choiceFile))
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &c)
	}
	if err != nil {
		return Choice{}, fmt.Errorf("reading which program runs: %w", err)
	}
	return c, nil
}

// Write replaces the choice as a whole; it is on the disk when this returns.
func Write(data string, c Choice) error {
	folder := filepath.Join(data, Folder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	content, err := json.Marshal(c)
	if err != nil {
		return err
	}
	partial := filepath.Join(folder, choiceFile+".partial")
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(partial, filepath.Join(folder, choiceFile))
}

// Try makes a release the one that runs next, on trial.
func Try(data, id, to string) error {
	c, err := Read(data)
	if err != nil {
		return err
	}
	c.Previous, c.Current, c.Trial = c.Current, to, &Trial{ID: id, To: to}
	return Write(data, c)
}

// Confirm ends a trial well: the program has been in touch. Releases that nothing goes back to are removed.
func Confirm(data string) error {
	c, err := Read(data)
	if err != nil || c.Trial == nil {
		return err
	}
	c.end(Upgraded, "")
	if err := Write(data, c); err != nil {
		return err
	}
	sweep(data, c)
	return nil
}

// RollBack ends a trial badly.
func RollBack(data string, c Choice, why string) error {
	c.end(RolledBack, why)
	c.Current, c.Previous = c.Previous, ""
	if err := Write(data, c); err != nil {
		return err
	}
	sweep(data, c)
	return nil
}

// NoteFailed keeps that an upgrade did not even come to a trial.
func NoteFailed(data, id, to, why string) error {
	c, err := Read(data)
	if err != nil {
		return err
	}
	c.Last = &Upgrade{ID: id, To: to, Result: Failed, Why: why, AtUs: time.Now().UnixMicro()}
	return Write(data, c)
}

func (c *Choice) end(result, why string) {
	c.Last = &Upgrade{ID: c.Trial.ID, To: c.Trial.To, Result: result, Why: why, AtUs: time.Now().UnixMicro()}
	c.Trial = nil
}

func sweep(data string, c Choice) {
	entries, _ := os.ReadDir(filepath.Join(data, Folder))
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != c.Current && entry.Name() != c.Previous {
			_ = os.RemoveAll(filepath.Join(data, Folder, entry.Name()))
		}
	}
}

// FileSHA256 is in hexadecimal.
func FileSHA256(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// Installation is what was installed, and how: install.json of the data folder.
type Installation struct {
	URL         string `json:"url"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Name        string `json:"name"`
	// Service says that systemd starts the keeper.
	Service bool `json:"service"`
	// Made are folders that were not there before, the outermost first.
	Made []string `json:"made"`
}

const installationFile = "install.json"

// ReadInstallation fails with os.ErrNotExist where nothing was installed.
func ReadInstallation(data string) (Installation, error) {
	var i Installation
	content, err := os.ReadFile(filepath.Join(data, installationFile))
	if err == nil {
		err = json.Unmarshal(content, &i)
	}
	return i, err
}

// WriteInstallation keeps it for the keeper and for a later removal.
func WriteInstallation(data string, i Installation) error {
	content, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return Replace(filepath.Join(data, installationFile), content)
}

// Replace writes a file as a whole. Root does so in a folder of the service's user: no link that is left there is followed.
func Replace(path string, content []byte) error {
	partial := path + ".partial"
	if err := os.Remove(partial); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_WRONLY|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
