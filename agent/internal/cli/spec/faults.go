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

// Faults are what the instance found wrong with the spec, each with its line and its field, `bench.yaml:14: spec.load.tool: ...`, or with
// the flag that said it.
func (d *Document) Faults(fields []api.ProblemField) string {
	lines := make([]string, 0, len(fields))
	for _, fault := range fields {
		lines = append(lines, d.place(fault)+": "+fault.Message)
	}
	return strings.Join(lines, "\n")
}

func (d *Document) place(fault api.ProblemField) string {
	line, flag := d.find(fault)
	if flag != "" {
		return flag
	}
	place := fmt.Sprintf("%s:%d", d.Name, line)
	if path := strings.ReplaceAll(fault.Path, "hostId", "host"); path != "" {
		place += ": " + path
	}
	return place
}

// find is the line of the field, or of the innermost thing around it that is there, and the flag that said it; "" where the file did.
func (d *Document) find(fault api.ProblemField) (line int, flag string) {
	node := d.root
	line = d.root.Line
	for part := range strings.SplitSeq(fault.Path, ".") {
		key, next := child(node, part)
		if next == nil {
			return line, flag
		}
		node, line = next, key.Line
		if by := d.flags[next]; by != "" {
			flag = by
		}
	}
	// A field that should not be there is named in the message alone.
	if named := unknownName.FindStringSubmatch(fault.Message); named != nil {
		if key, _ := entry(node, named[1]); key != nil {
			return key.Line, flag
		}
	}
	return line, flag
}

func child(node *yaml.Node, part string) (key, value *yaml.Node) {
	if at, err := strconv.Atoi(part); err == nil {
		if list := elements(node); at >= 0 && at < len(list) {
			return list[at], list[at]
		}
	}
	return entry(node, part)
}
