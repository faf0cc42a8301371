package hostconfig

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Target is a server that the agent starts when a run names it.
type Target struct {
	// Argv is the program's absolute path and its arguments.
	Argv []string
	Port int
	// HealthPath answers 200 once the server is ready.
	HealthPath string
	// User is the user it runs as; "" for the agent's own.
	User string
	// Environment is what it gets besides the little that every program gets; NAME=value, ascending.
	Environment []string
	// Parameters are what runs may choose, by name; their places in Argv and Environment are {{name}}.
	Parameters []Parameter
	// Templates are files whose filled copies the target reads; the places of their paths are {{name}}, too.
	Templates []Template
	// Pprof is where Go's profiles are: an http address that ends in /debug/pprof, or unix: and the path of a socket; empty for nowhere.
	Pprof string
	// Identity is what tells one of its runs from another.
	Identity Identity
	// Source is what its program is built from; nil where argv names a program that is there.
	Source *Source
}

var (
	targetName   = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`)
	userName     = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,31}$`)
	requestPath  = regexp.MustCompile(`^/[!"$-~]*$`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func parseTarget(name string, text json.RawMessage, path string) (t Target, err error) {
	if !targetName.MatchString(name) {
		return t, fmt.Errorf("names a target %q: a name has lower-case letters, digits and hyphens, such as my-server", name)
	}
	fields, err := object(text, path)
	if err != nil {
		return t, err
	}
	if err := only(fields, path, "argv", "port", "healthPath", "user", "environment", "pprofUrl", "identityFiles", "versionCommand", "parameters", "templates", "source"); err != nil {
		return t, err
	}
	for _, field := range []string{"argv", "port", "healthPath"} {
		if fields[field] == nil {
			return t, fmt.Errorf("lacks %s, which every target states", join(path, field))
		}
	}
	if t.Source, err = parseSource(fields["source"], join(path, "source")); err != nil {
		return t, err
	}
	var places []string
	if t.Source != nil {
		places = []string{"{{" + ProgramPlace + "}}"}
	}
	if t.Argv, err = parseArgv(fields["argv"], join(path, "argv"), places...); err != nil {
		return t, err
	}
	if t.Port, err = parsePort(fields["port"], join(path, "port")); err != nil {
		return t, err
	}
	for _, word := range []struct {
		field string
		into  *string
		fits  func(string) bool
		must  string
	}{
		{"healthPath", &t.HealthPath, requestPath.MatchString, "a path such as /health"},
		{"user", &t.User, userName.MatchString, "the name of a user such as www-data"},
		{"pprofUrl", &t.Pprof, isPprof, "an address such as http://127.0.0.1:6060/debug/pprof, or unix: and the path of a socket"},
	} {
		if *word.into, err = parseWord(fields[word.field], join(path, word.field), word.fits, word.must); err != nil {
			return t, err
		}
	}
	if t.Identity, err = parseIdentity(fields, path); err != nil {
		return t, err
	}
	if t.Environment, err = parseEnvironment(fields, path); err != nil {
		return t, err
	}
	if t.Parameters, err = parseParameters(fields, path); err != nil {
		return t, err
	}
	if t.Templates, err = parseTemplates(fields, path); err != nil {
		return t, err
	}
	if t.Source != nil && t.User == "" {
		t.User = t.Source.User
	}
	if err = t.fitsSource(path); err != nil {
		return t, err
	}
	return t, t.uses(path)
}

// parseArgv takes one of the places, too, where the program stands.
func parseArgv(text json.RawMessage, path string, places ...string) (argv []string, err error) {
	const must = "has %s for %s, which must be a list of words: the program by its absolute path, and its arguments"
	if json.Unmarshal(text, &argv) != nil || len(argv) == 0 || !filepath.IsAbs(argv[0]) && !slices.Contains(places, argv[0]) || hasNull(text) ||
		slices.ContainsFunc(argv, func(word string) bool { return strings.ContainsRune(word, 0) }) {
		return nil, fmt.Errorf(must, shown(text), path)
	}
	return argv, nil
}

// hasNull finds what encoding/json reads as an empty word.
func hasNull(list json.RawMessage) bool {
	var values []json.RawMessage
	_ = json.Unmarshal(list, &values)
	return slices.ContainsFunc(values, func(value json.RawMessage) bool { return string(value) == "null" })
}

func parsePort(text json.RawMessage, path string) (int, error) {
	port, err := strconv.Atoi(string(text))
	if err != nil || port < 1 || port > 65535 {
		return 0, fmt.Errorf("has %s for %s, which must be a port from 1 to 65535", shown(text), path)
	}
	return port, nil
}

// parsePorts answers them in order, each once.
func parsePorts(text json.RawMessage) ([]int, error) {
	ports := []int{}
	if text == nil {
		return ports, nil
	}
	var values []json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil || values == nil {
		return nil, fmt.Errorf("has %s for listeningPorts, which must be a list of ports such as [8080, 9000]", shown(text))
	}
	for i, value := range values {
		port, err := parsePort(value, fmt.Sprintf("listeningPorts[%d]", i))
		if err != nil {
			return nil, err
		}
		ports = append(ports, port)
	}
	slices.Sort(ports)
	return slices.Compact(ports), nil
}

func parseWord(text json.RawMessage, path string, fits func(string) bool, must string) (string, error) {
	if text == nil {
		return "", nil
	}
	var word *string
	if err := json.Unmarshal(text, &word); err != nil || word == nil || !fits(*word) {
		return "", fmt.Errorf("has %s for %s, which must be %s", shown(text), path, must)
	}
	return *word, nil
}

func parseEnvironment(fields map[string]json.RawMessage, path string) ([]string, error) {
	variables := map[string]string{}
	// What is wrong is not shown: it may be a secret.
	if text := fields["environment"]; text != nil && !bytes.HasPrefix(text, []byte("{")) {
		return nil, fmt.Errorf("has no object for %s, whose fields are variables and their text", join(path, "environment"))
	}
	err := each(fields, path, "environment", func(name, path string, text json.RawMessage) (err error) {
		if !variableName.MatchString(name) {
			return fmt.Errorf("has the variable %q in %s: a name has letters, digits and underscores", name, strings.TrimSuffix(path, "."+name))
		}
		if variables[name], err = parseWord(text, path, func(value string) bool { return !strings.ContainsRune(value, 0) }, "text"); err != nil {
			return fmt.Errorf("has no text for %s: write its value in quotes", path)
		}
		return nil
	})
	var environment []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		environment = append(environment, name+"="+variables[name])
	}
	return environment, err
}

func isPprof(text string) bool {
	if socket, ok := strings.CutPrefix(text, "unix:"); ok {
		return filepath.IsAbs(socket) && len(socket) <= socketPathMax
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil &&
		strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/debug/pprof")
}

// socketPathMax is sun_path of sockaddr_un without its closing zero (unix(7)).
const socketPathMax = 107
