package hostconfig

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
)

// Backend is a service that the agent starts for runs that ask for one, and throws away after each.
type Backend struct {
	// Path is of PostgreSQL the folder of its programs, of the cache its program; "" for where the agent finds it.
	Path string
	// User is the user that it runs as; "" is nobody if the agent is root, and otherwise the agent's user.
	User string
	// Environment is what it gets besides the little that every program gets; NAME=value, ascending.
	Environment []string
	// Settings are PostgreSQL's, and overrule the agent's.
	Settings map[string]string
}

// Names of the services that may be stated.
const (
	postgresql = "postgresql"
	cache      = "cache"
)

var settingName = regexp.MustCompile(`^[a-z_][a-z0-9_.]{0,62}$`)

// settingMost bounds a setting's value.
const settingMost = 200

// settingsOfRuns are settings on which a run's report relies. If the file could override them, the agent would report
// false values.
var settingsOfRuns = map[string]string{
	"fsync":               "a commit that was answered has to be on disk",
	"full_page_writes":    "a commit that was answered has to outlive a crash",
	"synchronous_commit":  "each run says it itself",
	"track_wal_io_timing": "the time in fsync is measured by it",
	"listen_addresses":    "it listens where its run says",
	"port":                "it listens where its run says",
}

func parseBackend(name string, text json.RawMessage, path string) (b Backend, err error) {
	known := []string{"path", "user", "environment"}
	switch name {
	case postgresql:
		known = append(known, "settings")
	case cache:
	default:
		return b, fmt.Errorf("names a backend %q; there is %s and %s", name, postgresql, cache)
	}
	fields, err := object(text, path)
	if err != nil {
		return b, err
	}
	if err := only(fields, path, known...); err != nil {
		return b, err
	}
	if b.Path, err = parseWord(fields["path"], join(path, "path"), filepath.IsAbs, "an absolute path such as /usr/lib/postgresql/18/bin"); err != nil {
		return b, err
	}
	if b.User, err = parseWord(fields["user"], join(path, "user"), userName.MatchString, "the name of a user such as postgres"); err != nil {
		return b, err
	}
	if b.Environment, err = parseEnvironment(fields, path); err != nil {
		return b, err
	}
	b.Settings = map[string]string{}
	err = each(fields, path, "settings", func(name, path string, text json.RawMessage) error {
		var value string
		if !settingName.MatchString(name) || json.Unmarshal(text, &value) != nil || hasNull(text) || len(value) > settingMost {
			return fmt.Errorf("has %s for %s, which must be a setting of PostgreSQL and its value as a string, such as \"shared_buffers\": \"1GB\"", shown(text), path)
		}
		if why, ours := settingsOfRuns[name]; ours {
			return fmt.Errorf("has %s, which cannot be overruled: %s", path, why)
		}
		b.Settings[name] = value
		return nil
	})
	return b, err
}
