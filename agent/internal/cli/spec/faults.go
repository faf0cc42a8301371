package spec

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"millionrps/agent/internal/cli/api"
)

// unknownName is the first field that is not known, as the instance's own message names it.
var unknownName = regexp.MustCompile(`not known: ([^,]+)`)

// Faults are what the instance found wrong with the spec, each with its line and its field: `bench.yaml:14: spec.load.tool: ...`.
func (d *Document) Faults(fields []api.ProblemField) string {
	lines := make([]string, 0, len(fields))
	for _, fault := range fields {
		line, path := d.line(fault), strings.ReplaceAll(fault.Path, "hostId", "host")
		if path == "" {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", d.Name, line, fault.Message))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", d.Name, line, path, fault.Message))
	}
	return strings.Join(lines, "\n")
}

// line is that of the field, or of the innermost thing around it that is there.
func (d *Document) line(fault api.ProblemField) int {
	node, line := d.root, d.root.Line
	for part := range strings.SplitSeq(fault.Path, ".") {
		key, next := child(node, part)
		if next == nil {
			return line
		}
		node, line = next, key.Line
	}
	// A field that should not be there is named in the message alone.
	if named := unknownName.FindStringSubmatch(fault.Message); named != nil {
		if key, _ := entry(node, named[1]); key != nil {
			return key.Line
		}
	}
	return line
}

func child(node *yaml.Node, part string) (key, value *yaml.Node) {
	if at, err := strconv.Atoi(part); err == nil {
		if list := elements(node); at >= 0 && at < len(list) {
			return list[at], list[at]
		}
	}
	return entry(node, part)
}
