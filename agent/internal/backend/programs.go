// Package backend starts temporary services for a run: a PostgreSQL and a Redis or Valkey, each with its own folder,
// port and password. It never touches an existing one.
package backend

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Names of services, as facts and the host's configuration file have them.
const (
	PostgreSQL = "postgresql"
	Cache      = "cache"
)

// postgresOldest has what is sampled: the WAL's rows of pg_stat_io.
const postgresOldest = 18

// Place says where the programs of a service are; each may be empty.
type Place struct {
	// Stated is the host's configuration file's: of PostgreSQL the folder of its programs, of the cache its program.
	Stated string
	// Offered is what the agent was started with, and is used before what the host has installed.
	Offered string
}

// Found is a service that this host can start.
type Found struct {
	Name    string
	Version string
	// Path is of postgres, with initdb beside it, or of the cache's program.
	Path string
}

// Find looks for the services; missing says why one is not there, for a person.
func Find(places map[string]Place) (found []Found, missing []string) {
	for _, service := range []struct {
		name string
		find func(Place) (Found, error)
	}{{PostgreSQL, findPostgreSQL}, {Cache, findCache}} {
		one, err := service.find(places[service.name])
		if err != nil {
			missing = append(missing, err.Error())
			continue
		}
		found = append(found, one)
	}
	return found, missing
}

func findPostgreSQL(place Place) (Found, error) {
	var reasons []string
	for _, folder := range postgresFolders(place) {
		path := filepath.Join(folder, "postgres")
		if _, err := exec.LookPath(filepath.Join(folder, "initdb")); err != nil {
			continue
		}
		version, major := versionOf(path, regexp.MustCompile(`(\d+)(?:\.\d+)*`))
		switch {
		case major >= postgresOldest:
			return Found{PostgreSQL, version, path}, nil
		case major > 0:
			reasons = append(reasons, fmt.Sprintf("%s is %s", path, version))
		}
	}
	if len(reasons) > 0 {
		return Found{}, fmt.Errorf("PostgreSQL %d or later is needed for the routes over a database, and %s", postgresOldest, strings.Join(reasons, ", "))
	}
	if place.Stated != "" {
		return Found{}, fmt.Errorf("PostgreSQL was not found in %s", place.Stated)
	}
	return Found{}, errors.New("PostgreSQL was not found, neither on the PATH nor below /usr/lib/postgresql")
}

func postgresFolders(place Place) []string {
	if place.Stated != "" {
		return []string{place.Stated}
	}
	var folders []string
	if place.Offered != "" {
		folders = append(folders, place.Offered)
	}
	if path, err := exec.LookPath("postgres"); err == nil && filepath.IsAbs(path) {
		folders = append(folders, filepath.Dir(path))
	}
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(installed, func(a, b string) int { return debianMajor(b) - debianMajor(a) })
	return append(folders, installed...)
}

// debianMajor is 18 of /usr/lib/postgresql/18/bin.
func debianMajor(folder string) int {
	major, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	return major
}

func findCache(place Place) (Found, error) {
	candidates := []string{"valkey-server", "redis-server"}
	switch {
	case place.Stated != "":
		candidates = []string{place.Stated}
	case place.Offered != "":
		candidates = append([]string{place.Offered}, candidates...)
	}
	for _, name := range candidates {
		path, err := exec.LookPath(name)
		if err != nil || !filepath.IsAbs(path) {
			continue
		}
		if version, major := versionOf(path, regexp.MustCompile(`v=(\d+)(?:\.\d+)*`)); major > 0 {
			return Found{Cache, strings.TrimPrefix(version, "v="), path}, nil
		}
	}
	if place.Stated != "" {
		return Found{}, fmt.Errorf("%s is neither Valkey nor Redis, or cannot be run", place.Stated)
	}
	return Found{}, errors.New("neither Valkey nor Redis was found on the PATH")
}

// versionTimeout bounds how long a program may take to say its version.
const versionTimeout = 5 * time.Second

// versionOf is empty where the program does not say one. The first group of the pattern is the major version.
func versionOf(path string, pattern *regexp.Regexp) (version string, major int) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	output, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", 0
	}
	match := pattern.FindStringSubmatch(string(output))
	if match == nil {
		return "", 0
	}
	major, _ = strconv.Atoi(match[1])
	return match[0], major
}
