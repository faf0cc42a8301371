package hostconfig

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Identity is what tells whether a target is the same as in another run.
type Identity struct {
	// Declared says that the file names which files matter, even if none does.
	Declared bool
	// Files are absolute paths, which may hold * and ?; a folder stands for all files in it.
	Files []string
	// VersionCommand prints a version: a program by its absolute path, and its arguments; nil for none.
	VersionCommand []string
}

const identityFilesMost = 100

func parseIdentity(fields map[string]json.RawMessage, path string) (i Identity, err error) {
	const files, command = "identityFiles", "versionCommand"
	if text := fields[files]; text != nil {
		const must = "has %s for %s, which must be a list of at most %d absolute paths such as [\"/etc/nginx\"]"
		i.Declared = true
		if json.Unmarshal(text, &i.Files) != nil || i.Files == nil || hasNull(text) || len(i.Files) > identityFilesMost || slices.ContainsFunc(i.Files, isNoPattern) {
			return i, fmt.Errorf(must, shown(text), join(path, files), identityFilesMost)
		}
	}
	if fields[command] != nil {
		i.VersionCommand, err = parseArgv(fields[command], join(path, command))
	}
	return i, err
}

func isNoPattern(path string) bool {
	_, err := filepath.Match(path, "")
	return err != nil || !filepath.IsAbs(path) || strings.ContainsRune(path, 0)
}

// parseListening adds its ports to the allowed ones.
func parseListening(top map[string]json.RawMessage, config *Config) error {
	err := each(top, "", "listening", func(name, path string, text json.RawMessage) error {
		port, err := strconv.Atoi(name)
		if err != nil || port < 1 || port > 65535 || strconv.Itoa(port) != name {
			return fmt.Errorf("has %q in listening, which must be a port from 1 to 65535", name)
		}
		fields, err := object(text, path)
		if err == nil {
			err = only(fields, path, "identityFiles", "versionCommand")
		}
		if err != nil {
			return err
		}
		if config.Listening == nil {
			config.Listening = map[int]Identity{}
		}
		config.ListeningPorts = append(config.ListeningPorts, port)
		config.Listening[port], err = parseIdentity(fields, path)
		return err
	})
	slices.Sort(config.ListeningPorts)
	config.ListeningPorts = slices.Compact(config.ListeningPorts)
	return err
}
