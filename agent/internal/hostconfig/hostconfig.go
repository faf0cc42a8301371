// Package hostconfig reads the host's configuration file: what a person knows of the host and no kernel says.
package hostconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// DefaultPath is read when it exists and no other file was named.
const DefaultPath = "/etc/millionrps/agent.json"

// bandwidthMost is the greatest whole number that JSON carries safely (2^53 - 1).
const bandwidthMost = 1<<53 - 1

// Config is what the file states; the zero value states nothing.
type Config struct {
	// BandwidthBitsPerSecond is what a NIC really carries, by its name.
	BandwidthBitsPerSecond map[string]int64
}

// Read reads the named file, or the default one where there is one when path is empty. Its error is one sentence.
func Read(path string) (Config, error) {
	named := path != ""
	if !named {
		path = DefaultPath
	}
	text, err := os.ReadFile(path)
	switch {
	case !named && errors.Is(err, os.ErrNotExist):
		return Config{}, nil
	case err != nil:
		return Config{}, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	config, err := Parse(text)
	if err != nil {
		return Config{}, fmt.Errorf("the configuration file %s %w", path, err)
	}
	return config, nil
}

// Parse is strict: a field that is not known, given twice or of another type is an error. It goes on after "the file ...".
func Parse(text []byte) (Config, error) {
	config := Config{BandwidthBitsPerSecond: map[string]int64{}}
	top, err := object(text, "")
	if err != nil {
		return Config{}, err
	}
	if err := only(top, "", "nics"); err != nil {
		return Config{}, err
	}
	if top["nics"] == nil {
		return config, nil
	}
	nics, err := object(top["nics"], "nics")
	if err != nil {
		return Config{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(nics)) {
		bandwidth, err := parseNIC(nics[name], "nics."+name)
		if err != nil {
			return Config{}, err
		}
		if bandwidth > 0 {
			config.BandwidthBitsPerSecond[name] = bandwidth
		}
	}
	return config, nil
}

func parseNIC(text json.RawMessage, path string) (bandwidth int64, err error) {
	const field = "bandwidthBitsPerSecond"
	nic, err := object(text, path)
	if err != nil {
		return 0, err
	}
	if err := only(nic, path, field); err != nil || nic[field] == nil {
		return 0, err
	}
	bandwidth, err = strconv.ParseInt(string(nic[field]), 10, 64)
	if err != nil || bandwidth < 1 || bandwidth > bandwidthMost {
		return 0, fmt.Errorf("has %s for %s.%s, which must be a whole number of bits per second above 0, such as 12500000000",
			shown(nic[field]), path, field)
	}
	return bandwidth, nil
}

// object keeps names as they are written; encoding/json would match them whatever their case and take the last of two.
func object(text []byte, path string) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return nil, notAnObject(text, path)
	}
	fields := map[string]json.RawMessage{}
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return nil, notAnObject(text, path)
		}
		if _, twice := fields[name.(string)]; twice {
			return nil, fmt.Errorf("has the field %s twice", join(path, name.(string)))
		}
		fields[name.(string)] = value
	}
	if !json.Valid(text) {
		return nil, notAnObject(text, path)
	}
	return fields, nil
}

func notAnObject(text []byte, path string) error {
	var anything json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &anything); errors.As(err, &syntax) {
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("is not JSON: line %d: %s", line, syntax)
	}
	if path == "" {
		return errors.New(`must hold an object, such as {"nics": {"eth0": {"bandwidthBitsPerSecond": 12500000000}}}`)
	}
	return fmt.Errorf("has %s for %s, which must be an object", shown(text), path)
}

// shown is a value on one line, and not all of a long one.
func shown(value []byte) string {
	const most = 60
	var line bytes.Buffer
	if json.Compact(&line, value) != nil || line.Len() > most {
		return "a long value"
	}
	return line.String()
}

func only(fields map[string]json.RawMessage, path string, known string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != known {
			return fmt.Errorf("has the unknown field %s; there is %s", join(path, name), join(path, known))
		}
	}
	return nil
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// Unknown are the NICs of the file that the host does not have, sorted.
func (c Config) Unknown(nics []string) []string {
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(c.BandwidthBitsPerSecond)) {
		if !slices.Contains(nics, name) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}
