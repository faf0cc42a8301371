package revisions

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"millionrps/agent/internal/confined"
	"millionrps/agent/internal/process"
)

const mirrorsFolder = "mirrors"

// printedMost bounds what git may print.
const printedMost = 4 << 20

// mirror is a bare copy of the branches of a repository. It is the builder's, in a folder that is closed to all others but while git runs: a
// build could change what the next commit is otherwise.
type mirror struct {
	place
	// folder is the mirror, config the file that git reads in the place of the system's and the user's.
	folder, config string
	git            string
	// tree is a checkout that git writes; empty while it writes none.
	tree string
}

// open makes what is missing, and lets the builder in until shut.
func (p place) open() (m mirror, err error) {
	m.place = p
	if m.git, err = gitProgram(); err != nil {
		return m, fault(Refused, "a target %v", err)
	}
	parent := filepath.Join(p.root, mirrorsFolder)
	name := sha256.Sum256([]byte(p.source.Git + "\x00" + p.source.User))
	m.folder = filepath.Join(parent, hex.EncodeToString(name[:8]))
	m.config = m.folder + ".config"
	if err := errors.Join(os.MkdirAll(parent, 0o700), os.Chmod(parent, 0o711)); err != nil {
		return m, fmt.Errorf("making a folder for mirrors: %w", err)
	}
	if err := process.Passage(parent); err != nil {
		return m, err
	}
	if err := os.Mkdir(m.folder, 0o700); err == nil {
		err = p.builder.Own(m.folder)
		if err != nil {
			return m, fmt.Errorf("making a mirror: %w", err)
		}
	} else if !errors.Is(err, os.ErrExist) {
		return m, fmt.Errorf("making a mirror: %w", err)
	}
	if err := os.WriteFile(m.config, []byte(m.settings()), 0o644); err != nil {
		return m, fmt.Errorf("writing the configuration of git: %w", err)
	}
	return m, nil
}

func gitProgram() (string, error) {
	path, err := exec.LookPath("git")
	if err != nil || !filepath.IsAbs(path) {
		return "", errors.New("is built from source, and git is not installed on this host, or not on the PATH of its agent")
	}
	return path, nil
}

// shut closes the folder of all mirrors to the builder.
func (m mirror) shut() { _ = os.Chmod(filepath.Dir(m.folder), 0o700) }

// settings are all that git goes by, beside the mirror's own file, which only git has written. No hook is run, no filter is known, and it
// speaks to the source by its own protocol only.
func (m mirror) settings() string {
	text := "[core]\n\thooksPath = /dev/null\n\tfsmonitor = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[submodule]\n\trecurse = false\n" +
		"[protocol]\n\tallow = never\n[protocol \"" + m.scheme() + "\"]\n\tallow = always\n[http]\n\tfollowRedirects = false\n"
	if m.scheme() == "file" {
		// The source is another user's, and only its objects are read.
		for _, path := range []string{m.source.Git, m.source.Git + "/.git"} {
			text += "[safe]\n\tdirectory = \"" + path + "\"\n"
		}
	}
	return text
}

func (m mirror) scheme() string {
	if scheme, _, ok := strings.Cut(m.source.Git, "://"); ok {
		return scheme
	}
	return "file"
}

// secret is the address without the name and password that it may have, and variables that hand these to git: others on this host see its
// arguments, and its mirror's file is there also while commits are built.
func (m mirror) secret() (address string, environment []string) {
	u, err := url.Parse(m.source.Git)
	if err != nil || u.User == nil {
		return m.source.Git, nil
	}
	password, _ := u.User.Password()
	header := "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password))
	u.User = nil
	return u.String(), []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http." + u.String() + ".extraHeader", "GIT_CONFIG_VALUE_0=" + header}
}

// run is one call of git in the mirror. Its error has the end of what git says.
func (m mirror) run(ctx context.Context, environment []string, arguments ...string) (printed string, err error) {
	var output limited
	errorsOf := &tail{}
	limits := m.limits
	limits.FolderBytes += m.mirrorBytes
	ending, err := confined.Run(ctx, confined.Spec{
		Argv: append([]string{m.git, "-c", "core.hooksPath=/dev/null"}, arguments...), Folder: m.folder, Scratch: m.tree, Identity: m.builder, Limits: limits,
		Output: &output, Errors: errorsOf,
		Environment: append(append(m.environment(m.folder), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+m.config, "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
			"GIT_ASKPASS=/bin/false", "GIT_ALLOW_PROTOCOL="+m.scheme(), "GIT_DIR="+m.folder, "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0"), environment...),
	})
	switch {
	case err != nil:
		return "", err
	case ending.Over != "":
		return "", errors.New(strings.ReplaceAll(m.why(ending.Over), "its build", "git"))
	case !ending.Clean:
		return "", fmt.Errorf("git ended with %s%s", ending.Status, lastLines(errorsOf.bytes(m.mask)))
	case output.cut:
		return "", fmt.Errorf("git printed more than %d MiB", printedMost>>20)
	}
	return output.String(), nil
}

// limited keeps what fits, and takes the rest.
type limited struct {
	bytes.Buffer
	cut bool
}

func (l *limited) Write(p []byte) (int, error) {
	fits := min(len(p), printedMost-l.Len())
	l.cut = l.cut || fits < len(p)
	l.Buffer.Write(p[:fits])
	return len(p), nil
}

// fetch brings every branch, as the source has them now.
func (m mirror) fetch(ctx context.Context) error {
	address, environment := m.secret()
	if _, err := os.Stat(filepath.Join(m.folder, "HEAD")); err != nil {
		heads, err := m.run(ctx, environment, "ls-remote", "--heads", "--", address)
		if err != nil {
			return err
		}
		format := "sha1"
		if name, _, _ := strings.Cut(heads, "\t"); len(name) == 64 {
			format = "sha256"
		}
		if _, err := m.run(ctx, nil, "init", "--quiet", "--bare", "--template=", "--object-format="+format); err != nil {
			return err
		}
	}
	_, err := m.run(ctx, environment, "fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance",
		"--", address, "+refs/heads/*:refs/heads/*")
	return err
}

// has says that a branch of the source holds the commit.
func (m mirror) has(ctx context.Context, commit string) bool {
	if _, err := os.Stat(filepath.Join(m.folder, "HEAD")); err != nil {
		return false
	}
	// A branch may be named like a commit, and a name may be the beginning of another one's.
	named, err := m.run(ctx, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{commit}")
	if err != nil || strings.TrimSpace(named) != commit {
		return false
	}
	branches, err := m.run(ctx, nil, "for-each-ref", "--count=1", "--contains="+commit, "refs/heads/")
	return err == nil && strings.TrimSpace(branches) != ""
}

// checkOut writes the files of the commit into its tree.
func (p place) checkOut(ctx context.Context, name string, k kept) error {
	m, err := p.open()
	if err != nil {
		return err
	}
	defer m.shut()
	if !m.has(ctx, k.commit) {
		if err := m.fetch(ctx); err != nil {
			return p.notFetched(ctx, name, err)
		}
		if !m.has(ctx, k.commit) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fault(Unknown, "no branch of the repository of %s has the commit %s, so it is not built; push it to a branch there", name, short(k.commit))
		}
	}
	m.tree = k.tree()
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(k.scratch(), "index"), "GIT_WORK_TREE=" + k.tree()}
	if _, err := m.run(ctx, index, "read-tree", k.commit); err != nil {
		return p.notFetched(ctx, name, err)
	}
	if _, err := m.run(ctx, index, "checkout-index", "--all", "--force", "--quiet", "--prefix="+k.tree()+"/"); err != nil {
		return p.notFetched(ctx, name, err)
	}
	return os.Remove(filepath.Join(k.scratch(), "index"))
}

func (p place) notFetched(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fault(NotFetched, "the repository of %s was not fetched: %s", name, p.unnamed(err))
}

// unnamed leaves the address of the repository out, which is the host's affair.
func (p place) unnamed(err error) string {
	text := err.Error()
	for _, address := range []string{p.source.Git, p.source.Shown(), p.source.Shown() + "/"} {
		text = strings.ReplaceAll(text, address, "(the repository)")
	}
	return text
}

// limitMirrors removes those that were used longest ago.
func (s *Store) limitMirrors(root string) {
	configs, _ := filepath.Glob(filepath.Join(root, mirrorsFolder, "*.config"))
	for len(configs) > s.limits().Mirrors {
		oldest := 0
		for at := range configs {
			if changedAt(configs[at]).Before(changedAt(configs[oldest])) {
				oldest = at
			}
		}
		_ = os.RemoveAll(strings.TrimSuffix(configs[oldest], ".config"))
		_ = os.Remove(configs[oldest])
		configs = append(configs[:oldest], configs[oldest+1:]...)
	}
}

func changedAt(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
