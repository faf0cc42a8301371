package revisions

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"millionrps/agent/internal/confined"
	"millionrps/agent/internal/process"
)

const (
	buildsFolder = "builds"
	recordFile   = "record.json"
)

// kept is the folder of one build: of a commit, by one recipe. Only the agent writes into it; its tree and its scratch are the
// builder's until the build has ended.
type kept struct {
	folder  string
	commit  string
	program string
	builder *process.Identity
}

func (p place) kept(commit string) kept {
	text, _ := json.Marshal([]any{p.source.Git, p.source.Build, p.source.Program, p.source.User, p.source.Environment})
	recipe := sha256.Sum256(text)
	name := commit + "-" + hex.EncodeToString(recipe[:6])
	return kept{filepath.Join(p.root, buildsFolder, name), commit, p.source.Program, p.builder}
}

func (k kept) tree() string    { return filepath.Join(k.folder, "tree") }
func (k kept) scratch() string { return filepath.Join(k.folder, "scratch") }

// made is what is known of a build, as record.json.
type made struct {
	SHA256       string  `json:"sha256"`
	BuildSeconds float64 `json:"buildSeconds"`
	Bytes        int64   `json:"bytes"`
}

// known answers a build whose program is what it was. Its record's time of change says when it was used last.
func (k kept) known() (Built, bool) {
	path := filepath.Join(k.folder, recordFile)
	text, err := os.ReadFile(path)
	var m made
	if err != nil || json.Unmarshal(text, &m) != nil {
		return Built{}, false
	}
	if sum, err := k.digest(); err != nil || sum != m.SHA256 {
		return Built{}, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return Built{k.commit, filepath.Join(k.tree(), k.program), m.SHA256, true, m.BuildSeconds}, true
}

// empty makes the folder anew.
func (k kept) empty() error {
	err := errors.Join(process.Passage(filepath.Dir(k.folder)), os.RemoveAll(k.folder), process.Passage(k.folder))
	for _, folder := range []string{k.tree(), k.scratch()} {
		err = errors.Join(err, os.Mkdir(folder, 0o755), k.builder.Own(folder))
	}
	if err != nil {
		return fmt.Errorf("making a folder for a build: %w", err)
	}
	return nil
}

// seal takes the tree from its builder, whose later builds could otherwise change it. The builder has no process left that could
// do so meanwhile. Of what the builder does not own, nothing is changed: that is a link to somebody else's.
func (k kept) seal() error {
	builder := uint32(os.Geteuid())
	if credential := k.builder.Credential(); credential != nil {
		builder = credential.Uid
	}
	taken := map[uint64]bool{} // by inode: a file may have several names
	return filepath.WalkDir(k.tree(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		stat, kind := info.Sys().(*syscall.Stat_t), info.Mode().Type()
		switch {
		case taken[stat.Ino]:
			return nil
		case stat.Uid != builder || kind&^(fs.ModeDir|fs.ModeSymlink) != 0:
			if err := os.RemoveAll(path); err != nil || !entry.IsDir() {
				return err
			}
			return fs.SkipDir
		}
		taken[stat.Ino] = true
		if err := os.Lchown(path, os.Geteuid(), os.Getegid()); err != nil || kind == fs.ModeSymlink {
			return err
		}
		return os.Chmod(path, sealed(info.Mode()))
	})
}

// sealed lets everybody read, and run what its builder could run.
func sealed(mode fs.FileMode) fs.FileMode {
	if mode.IsDir() || mode.Perm()&0o100 != 0 {
		return 0o755
	}
	return 0o644
}

// digest refuses a program that is none, or that a link has lead out of the tree.
func (k kept) digest() (string, error) {
	root, err := os.OpenRoot(k.tree())
	if err != nil {
		return "", err
	}
	defer root.Close()
	file, err := root.OpenFile(k.program, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o100 == 0 {
		return "", errors.New("it is no program")
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// record ends the making of a build: without its record it is half of one.
func (k kept) record(name string, seconds float64) (Built, error) {
	sum, err := k.digest()
	if err != nil {
		return Built{}, fault(NotBuildable, "the build of the commit %s of %s left no program %s in its checkout: %v", short(k.commit), name, k.program, reason(err))
	}
	m := made{sum, rounded(seconds), confined.Weight(k.folder)}
	text, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(filepath.Join(k.folder, recordFile), text, 0o600)
	}
	if err != nil {
		return Built{}, fmt.Errorf("recording a build of %s: %w", name, err)
	}
	return Built{k.commit, filepath.Join(k.tree(), k.program), sum, false, m.BuildSeconds}, nil
}

// reason leaves out the path, which the sentence around it has.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// forget removes the builds that were used longest ago, but not the one that is about to run.
func (s *Store) forget(root, inUse string) {
	type old struct {
		folder string
		used   time.Time
		bytes  int64
	}
	var all []old
	for _, folder := range subfolders(filepath.Join(root, buildsFolder)) {
		path := filepath.Join(folder, recordFile)
		var m made
		text, err := os.ReadFile(path)
		info, statErr := os.Stat(path)
		if err == nil && statErr == nil && json.Unmarshal(text, &m) == nil {
			all = append(all, old{folder, info.ModTime(), m.Bytes})
		}
	}
	slices.SortFunc(all, func(a, b old) int { return b.used.Compare(a.used) })
	limits := s.limits()
	var bytes int64
	for at, one := range all {
		bytes += one.bytes
		if one.folder == inUse || at < limits.KeptBuilds && bytes <= limits.KeptBytes {
			continue
		}
		// Without its record it is half of one, whatever becomes of the rest.
		if err := errors.Join(os.Remove(filepath.Join(one.folder, recordFile)), os.RemoveAll(one.folder)); err != nil {
			s.Log.Warn("a build that is not needed any more is left", "folder", one.folder, "error", err)
		}
	}
}

func subfolders(folder string) (paths []string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}
