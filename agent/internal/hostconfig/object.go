package hostconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/strictjson"
)

// object holds the fields of the object at a path; "" is the whole file.
func object(text []byte, path string) (map[string]json.RawMessage, error) {
	fields, err := strictjson.Fields(text)
	var syntax *strictjson.SyntaxError
	var twice strictjson.TwiceError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("is not JSON: %w", syntax)
	case errors.As(err, &twice):
		return nil, fmt.Errorf("has the field %s twice", join(path, string(twice)))
	case err != nil && path == "":
		return nil, errors.New(`must hold an object, such as {"nics": {"eth0": {"bandwidthBitsPerSecond": 12500000000}}}`)
	case err != nil:
		return nil, fmt.Errorf("has %s for %s, which must be an object", shown(text), path)
	}
	return fields, nil
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

// each goes through the object that a field holds, in the order of its names; a field that is not there holds nothing.
func each(fields map[string]json.RawMessage, path, field string, take func(name, path string, text json.RawMessage) error) error {
	if fields[field] == nil {
		return nil
	}
	inner, err := object(fields[field], join(path, field))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(inner)) {
		if err := take(name, join(join(path, field), name), inner[name]); err != nil {
			return err
		}
	}
	return nil
}

func only(fields map[string]json.RawMessage, path string, known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			paths := make([]string, len(known))
			for i := range known {
				paths[i] = join(path, known[i])
			}
			return fmt.Errorf("has the unknown field %s; known fields: %s", join(path, name), english.WordSeries(paths, "and"))
		}
	}
	return nil
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }
