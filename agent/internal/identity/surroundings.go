package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel"
)

const keyBytes = 32

// Key reads this host's key from a file, or makes both.
func Key(path string) ([]byte, error) {
	key, err := os.ReadFile(path)
	if err == nil && len(key) == keyBytes {
		return key, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("reading the key of identities: %w", err)
	}
	key = make([]byte, keyBytes)
	_, _ = rand.Read(key) // it never fails
	if err := os.WriteFile(path, key, 0o600); err != nil {
		return nil, fmt.Errorf("writing the key of identities: %w", err)
	}
	return key, nil
}

// ofOneLife are variables that differ at every start (systemd.exec(5), sd_listen_fds(3), sh(1)), and the passwords of
// temporary services, which are new for each run.
var ofOneLife = []string{
	"PGPASSWORD", "REDISCLI_AUTH",
	"INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MAINPID", "MANAGERPID", "MEMORY_PRESSURE_WATCH", "NOTIFY_SOCKET", "LISTEN_PID",
	"WATCHDOG_PID", "SHLVL", "OLDPWD", "PWD", "_", "WINDOWID", "XDG_SESSION_ID", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "SSH_AUTH_SOCK",
}

// readProcess reads arguments, environment and place of the process that listens.
func (r Reader) readProcess(l *look) {
	if len(l.PIDs) == 0 {
		return
	}
	pid := l.PIDs[0]
	l.found.Unit, l.found.Container = placeOf(kernel.FS{}.Groups(fmt.Sprint(pid)), kernel.FS{}.Groups("self"))
	if !l.ArgvChanges {
		r.readArgv(l, pid)
	}
	r.readEnvironment(l, pid)
}

func (r Reader) readArgv(l *look, pid int) {
	// Programs may write over what the kernel shows of their arguments.
	line := []byte(strings.Join(l.Argv, "\x00") + "\x00")
	if l.Argv == nil {
		var err error
		if line, err = os.ReadFile(procFile(pid, "cmdline")); err != nil {
			l.unread("arguments", withoutPath(err).Error())
			return
		}
	}
	l.found.ArgvHMAC = r.sum(line)
}

func (r Reader) readEnvironment(l *look, pid int) {
	text := strings.Join(l.Environment, "\x00")
	if l.Environment == nil {
		read, err := os.ReadFile(procFile(pid, "environ"))
		if err != nil {
			l.unread("environment", withoutPath(err).Error())
			return
		}
		text = string(read)
		if wroteOver(text) {
			l.unread("environment", "was written over by the program, as those do that name their processes")
			return
		}
	}
	l.found.EnvironmentNames, l.found.EnvironmentHMAC = r.environmentOf(text, l.found.Container != "")
}

// wroteOver says that not every entry is a variable: a title took their place.
func wroteOver(environ string) bool {
	if environ == "" {
		return false
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(environ, "\x00"), "\x00") {
		if name, _, ok := strings.Cut(entry, "="); !ok || name == "" || strings.ContainsRune(name, ' ') {
			return true
		}
	}
	return false
}

const (
	namesMost     = 500
	nameCharsMost = 200
)

// environmentOf leaves out what differs with every start by itself: in a container also its host name.
func (r Reader) environmentOf(text string, container bool) (names []string, sum string) {
	var kept []string
	for entry := range strings.SplitSeq(text, "\x00") {
		name, _, ok := strings.Cut(entry, "=")
		if !ok || slices.Contains(ofOneLife, name) || container && name == "HOSTNAME" {
			continue
		}
		kept = append(kept, entry)
		names = append(names, name)
	}
	slices.Sort(kept)
	slices.Sort(names)
	for i, name := range names {
		names[i] = strings.ToValidUTF8(clean(name)[:min(len(name), nameCharsMost)], "")
	}
	return names[:min(len(names), namesMost)], r.sum([]byte(strings.Join(kept, "\x00")))
}

func (r Reader) sum(text []byte) string {
	mac := hmac.New(sha256.New, r.Key)
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil))
}

// container finds the id that container runtimes give the group of each: docker-ID.scope, crio-ID.scope, /docker/ID, /kubepods/.../ID.
var container = regexp.MustCompile(`(?:^|[-/:])([0-9a-f]{64})(?:\.scope)?(?:/|$)`)

// placeOf is "" for what is the agent's own, too: a target that it started is in its group.
func placeOf(its, own []kernel.Group) (unit, id string) {
	for _, group := range its {
		if slices.ContainsFunc(own, func(g kernel.Group) bool { return g.Path == group.Path }) {
			continue
		}
		if found := container.FindStringSubmatch(group.Path); found != nil && id == "" {
			id = found[1]
		}
		for at := group.Path; at != "/" && at != "." && unit == ""; at = path.Dir(at) {
			if strings.HasSuffix(at, ".service") {
				unit = path.Base(at)
			}
		}
	}
	return unit, id
}
