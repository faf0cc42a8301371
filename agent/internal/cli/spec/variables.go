package spec

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	// variable is `${name}`; `$${` stands for itself without the first sign.
	variable     = regexp.MustCompile(`\$?\$\{([^}]*)\}`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// Variables reads `name=value` of each --var.
func Variables(told []string) (map[string]string, error) {
	values := map[string]string{}
	for _, text := range told {
		name, value, found := strings.Cut(text, "=")
		if !found || !variableName.MatchString(name) {
			return nil, fmt.Errorf("--var %q: give name=value; a name has letters, digits and underscores", text)
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("--var %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// Fill puts the values into the file's texts, never into its structure. An unquoted `${name}` that stands alone is read as YAML reads
// what takes its place: a number, true, null. A variable without a value is a fault, and so is a value without its variable.
func (d *Document) Fill(values map[string]string) error {
	filler := filler{document: d, values: values, used: map[string]bool{}}
	filler.fill(d.root)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !filler.used[name] && filler.err == nil {
			filler.err = fmt.Errorf("%s has no variable ${%s}, which --var gives a value", d.Name, name)
		}
	}
	return filler.err
}

type filler struct {
	document *Document
	values   map[string]string
	used     map[string]bool
	err      error
}

func (f *filler) fill(node *yaml.Node) {
	for _, child := range node.Content {
		f.fill(child)
	}
	if node.Kind != yaml.ScalarNode || !strings.Contains(node.Value, "${") {
		return
	}
	plain := node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	alone := plain && variable.FindString(node.Value) == node.Value && !strings.HasPrefix(node.Value, "$$")
	node.Value = variable.ReplaceAllStringFunc(node.Value, func(found string) string {
		return f.value(node.Line, found)
	})
	node.Tag = "!!str"
	if alone {
		node.Tag = ""
		asText(node)
	}
}

func (f *filler) value(line int, found string) string {
	if strings.HasPrefix(found, "$$") {
		return found[1:]
	}
	name := found[2 : len(found)-1]
	value, known := f.values[name]
	f.used[name] = true
	if !known && f.err == nil {
		f.err = fmt.Errorf("%s:%d: ${%s} has no value: give --var %s=..., or write $${ for a plain ${", f.document.Name, line, name, name)
	}
	return value
}

// escaped is a text that Fill leaves as it is.
func escaped(text string) string { return strings.ReplaceAll(text, "${", "$${") }
